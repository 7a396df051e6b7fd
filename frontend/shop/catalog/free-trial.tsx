import { Plural } from "@lingui/react/macro";

/** The longest free trial of these prices: "14-day free trial". Nothing if none has one. */
export function FreeTrial({
  prices,
  className,
}: {
  prices: { trialDays: number }[];
  className: string | undefined;
}) {
  const trialDays = Math.max(0, ...prices.map((price) => price.trialDays));
  if (trialDays === 0) return null;
  return (
    <span className={className}>
      <Plural value={trialDays} one="#-day free trial" other="#-day free trial" />
    </span>
  );
}
