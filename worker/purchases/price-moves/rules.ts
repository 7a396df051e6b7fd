import { isBlockedByDispute } from "../../access/policy.ts";
import type { PriceRow } from "../../catalog/store.ts";
import { DAY, HOUR } from "../../lib/time.ts";
import { hasEnded, isRunningStatus } from "../subscriptions/statuses.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";

/**
 * How long before its renewal a subscription gets the new price. Long enough for every page of a large move and for
 * some retries, and short enough that the new price is never used to prorate a period that was paid at the old one.
 */
export const MOVE_AHEAD_MS = 6 * HOUR;

/** Why a subscription is left out of a move. `changed` means that it no longer has the price. */
export type LeftOutReason = "ended" | "ending" | "disputed" | "paused" | "unpaid" | "changed";

/** The state of a subscription that decides whether it can be moved. */
export type MovableState = Pick<
  SubscriptionRow,
  "status" | "endedAt" | "cancelAt" | "pauseBehavior" | "disputeStatus"
>;

/** Returns why a subscription with the price is left out of a move, or null if it can be moved. */
export function findLeftOutReason(sub: MovableState): LeftOutReason | null {
  if (hasEnded(sub)) return "ended";
  if (isBlockedByDispute(sub.disputeStatus)) return "disputed";
  if (sub.cancelAt !== null) return "ending";
  if (sub.status === "paused" || sub.pauseBehavior !== null) return "paused";
  return isRunningStatus(sub.status) ? null : "unpaid";
}

/** Times in unix milliseconds. */
type Period = Pick<SubscriptionRow, "status" | "currentPeriodEnd">;

/**
 * Whether the new price applies from the end of this period on. The first payment after a trial is what the trial was
 * offered with, so a trial is never followed by the new price.
 */
export function isLastPeriod({ status, currentPeriodEnd }: Period, notBefore: number): boolean {
  return status === "active" && currentPeriodEnd !== null && currentPeriodEnd >= notBefore;
}

/** Whether now is the time to set the new price: shortly before the renewal. */
export function isTimeToMove(sub: Period, input: { notBefore: number; now: number }): boolean {
  const end = sub.currentPeriodEnd ?? 0;
  const { notBefore, now } = input;
  return isLastPeriod(sub, notBefore) && end - MOVE_AHEAD_MS <= now && now < end;
}

/**
 * Returns when to look at a planned subscription next: shortly before the renewal with the new price, or else after the
 * renewal before it. A renewal that Stripe has not reported yet is awaited for an hour.
 */
export function nextLookAt(sub: Period, input: { notBefore: number; now: number }): number {
  const { notBefore, now } = input;
  if (sub.currentPeriodEnd === null) return now + DAY;
  const at = isLastPeriod(sub, notBefore)
    ? sub.currentPeriodEnd - MOVE_AHEAD_MS
    : sub.currentPeriodEnd + HOUR;
  if (at > now) return at;
  return now < sub.currentPeriodEnd ? now : now + HOUR;
}

/**
 * Whether a price's subscribers can be moved to this price: another recurring price of the product that is offered, for
 * the same interval, in the same currency and of the same model. Then the date of the renewal stays.
 */
export function canMoveTo(from: PriceRow, to: PriceRow): boolean {
  return (
    to.id !== from.id &&
    to.active &&
    to.mode === from.mode &&
    to.productId === from.productId &&
    from.type === "recurring" &&
    to.type === "recurring" &&
    from.stripePriceId !== null &&
    to.stripePriceId !== null &&
    to.currency === from.currency &&
    to.interval === from.interval &&
    to.intervalCount === from.intervalCount &&
    to.model === from.model
  );
}
