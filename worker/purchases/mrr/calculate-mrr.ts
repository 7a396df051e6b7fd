import { getExactTotal } from "../subscriptions/exact-amount.ts";
import type { SubscriptionItemRow } from "../subscriptions/store.ts";

/** Thousandths of a minor unit per year: a whole number for all usual intervals, so that sums are exact. */
export type YearlyMilli = number;

const INTERVALS_PER_YEAR: Record<string, number> = { day: 365, week: 52, month: 12, year: 1 };

/** What of an item its recurring charge depends on. */
type Item = Pick<
  SubscriptionItemRow,
  "amountMinor" | "amountDecimal" | "quantity" | "discountMinor" | "interval" | "intervalCount"
>;

/**
 * Returns what items are billed in a year, after lasting discounts and without tax on top. A year has twelve months, 52
 * weeks or 365 days. An amount with fractions is rounded per item, as Stripe bills it.
 */
export function sumYearlyMilli(items: Item[]): YearlyMilli {
  return items.reduce((sum, item) => {
    const chargeMinor = Math.round(getExactTotal(item)) - item.discountMinor;
    const perYear = INTERVALS_PER_YEAR[item.interval] ?? 0;
    return sum + Math.round((chargeMinor * perYear * 1000) / item.intervalCount);
  }, 0);
}

/** Returns the amount of a month in minor units, rounded half up: twelve months equal a year to the cent. */
export function toMonthlyMinor(yearly: YearlyMilli): number {
  return Math.round(yearly / 12_000);
}

/** Rounds to what is a whole number of minor units a month. */
export const roundToMonths = (yearly: YearlyMilli): YearlyMilli => toMonthlyMinor(yearly) * 12_000;
