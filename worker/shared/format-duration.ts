import type { BillingInterval } from "./billing-interval.ts";

/** Writes how long something lasts: `3 months`, `1 year`. */
export const formatDuration = (
  locale: string,
  { interval, count }: { interval: BillingInterval; count: number },
): string =>
  new Intl.NumberFormat(locale, { style: "unit", unit: interval, unitDisplay: "long" }).format(
    count,
  );
