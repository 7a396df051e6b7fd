import type { BillingInterval } from "./billing-interval.ts";

/**
 * Whether a price can be bought for somebody else: it costs something, and the seller says how much. A free one would let
 * anybody send emails to strangers. A recurring one is given for some of its periods (decision 129).
 */
export const isGivable = (price: { model: string; amountMinor: number }): boolean =>
  price.model !== "pay_what_you_want" && price.amountMinor > 0;

/** The longest that a recurring price can be given for: five years. */
const maxCounts: Record<BillingInterval, number> = { day: 1825, week: 260, month: 60, year: 5 };

/** How many of a price's periods a gift can be of, at most. */
export const getMaxPeriods = (price: { interval: string | null; intervalCount: number | null }) =>
  price.interval === null
    ? 0
    : Math.floor(maxCounts[price.interval as BillingInterval] / (price.intervalCount ?? 1));
