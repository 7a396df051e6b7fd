import { DAY } from "../../lib/time.ts";
import { addPeriods } from "../subscriptions/find-later-end.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { isLastPeriod } from "./rules.ts";

/** What the law of a subscriber's country says about the notice, in days before the first charge at a new price. */
export type NoticeDays = { earliest: number; latest: number };

type Subscriber = Pick<SubscriptionRow, "status" | "currentPeriodStart" | "currentPeriodEnd"> & {
  interval: string;
  intervalCount: number;
};

/** More periods than a notice of a year has in a daily subscription. */
const MAX_PERIODS = 400;

/**
 * Returns from when on a subscriber can have the new price, and when to email them about it: not before the seller's
 * notice, nor before that of their law is over, and not earlier than that law allows. Times in unix milliseconds.
 * @param input.notBefore what follows from the seller's notice
 * @param input.owed what the law of their country asks for; empty if it asks for nothing
 */
export function planNotice(
  sub: Subscriber,
  { notBefore: wished, now, owed }: { notBefore: number; now: number; owed: NoticeDays[] },
): { notBefore: number; emailAt: number } {
  const latest = Math.max(0, ...owed.map((days) => days.latest));
  const notBefore = Math.max(wished, now + latest * DAY);
  const first = findFirstCharge(sub, notBefore);
  if (first === null || owed.length === 0) return { notBefore, emailAt: now };
  const earliest = Math.min(...owed.map((days) => days.earliest));
  return { notBefore, emailAt: Math.max(now, first - earliest * DAY) };
}

/** Returns the first renewal at the new price. */
function findFirstCharge(sub: Subscriber, notBefore: number): number | null {
  const { currentPeriodStart, currentPeriodEnd: end } = sub;
  if (end === null || isLastPeriod(sub, notBefore)) return end;
  for (let count = 1; count <= MAX_PERIODS; count++) {
    // A trial may begin on any day.
    const start = sub.status === "trialing" ? end : (currentPeriodStart ?? end);
    const renewal = addPeriods(end, start, sub, count);
    if (renewal >= notBefore) return renewal;
  }
  return null;
}
