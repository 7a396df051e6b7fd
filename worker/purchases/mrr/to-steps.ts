import type { mrrSteps } from "../../db/schema/totals.ts";
import type { SubscriptionItemRow, SubscriptionRow } from "../subscriptions/store.ts";
import { sumYearlyMilli } from "./calculate-mrr.ts";

export type MrrStep = typeof mrrSteps.$inferSelect;

const payingStatuses = new Set(["active", "past_due"]);

/**
 * Returns the steps to add for a subscription, so that the last one is what it pays now. `active` and `past_due` ones
 * pay, also if they are scheduled to end. Trials, unpaid and written-off ones, and pauses after the paid time do not,
 * and neither does a second subscription for the same thing, which is undone. When a payment begins or ends is Stripe's time, so a
 * subscription that is seen for the first time gets its past; another change counts from `now`.
 * @param items of this subscription
 * @param existing the steps of this subscription
 * @param now unix milliseconds
 */
export function toSteps(
  row: SubscriptionRow,
  items: SubscriptionItemRow[],
  existing: MrrStep[],
  now: number,
): MrrStep[] {
  const { id: subscriptionId, customerId } = row;
  const currency = row.currency ?? items[0]?.currency;
  if (currency === undefined) return [];
  const yearlyMilli = sumYearlyMilli(items);
  const step = (at: number, amount: number): MrrStep => ({
    subscriptionId,
    at,
    customerId,
    currency,
    yearlyMilli: amount,
  });
  const isPaying =
    payingStatuses.has(row.status) &&
    row.duplicateOf === null &&
    row.writtenOffAt === null &&
    (row.pausedFrom === null || row.pausedFrom > now);
  const stoppedAt = row.endedAt ?? row.pausedFrom ?? row.writtenOffAt ?? now;
  const last = existing.toSorted((a, b) => a.at - b.at).at(-1);
  if (last) {
    const amount = isPaying ? yearlyMilli : 0;
    if (amount === last.yearlyMilli) return [];
    // Steps are in order, also if our clock and Stripe's differ.
    return [step(Math.max(isPaying ? now : stoppedAt, last.at + 1), amount)];
  }
  const startedAt = Math.max(row.trialEnd ?? 0, row.createdAt);
  const hasPaid = isPaying || (mayHavePaid(row) && stoppedAt > startedAt);
  if (!hasPaid || yearlyMilli === 0) return [];
  return isPaying
    ? [step(startedAt, yearlyMilli)]
    : [step(startedAt, yearlyMilli), step(stoppedAt, 0)];
}

/** `paused` follows a trial without a payment method, and an incomplete one never started. */
function mayHavePaid({ status, duplicateOf }: SubscriptionRow): boolean {
  return (
    duplicateOf === null &&
    !["trialing", "paused", "incomplete", "incomplete_expired"].includes(status)
  );
}
