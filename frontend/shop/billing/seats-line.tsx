import { useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { useFormats } from "../../i18n/use-formats.ts";
import { paths } from "../../paths.ts";
import rows from "../../ui/row-list.module.css";

/** How many seats of a purchase are used, and the way to give them. Nothing for a purchase of one seat. */
export function SeatsLine({
  id,
  used: usedSeats,
  quantity,
}: {
  id: string;
  used: number | null;
  quantity: number;
}) {
  const { t } = useLingui();
  const { number } = useFormats();
  if (usedSeats === null) return null;
  const [used, bought] = [number(usedSeats), number(quantity)];
  return (
    <p className={rows.detail}>
      <Link href={paths.seats(id)}>{t`Give seats`}</Link> {t`${used} of ${bought} seats used.`}
    </p>
  );
}
