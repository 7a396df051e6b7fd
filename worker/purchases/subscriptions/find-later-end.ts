import { DAY } from "../../lib/time.ts";
import type { SubscriptionWithItems } from "./list-subscriptions.ts";

/** The most periods ahead that an end can be wished for: of a daily subscription, some years. */
const MAX_PERIODS = 2000;

/**
 * Returns when a subscription ends that should end on a day: with the first of its periods that ends on that day or
 * later, in unix milliseconds. Null for the end of the current period.
 * @param wishedEnd `2026-12-31`, in UTC
 */
export function findLaterEnd(
  row: Pick<SubscriptionWithItems, "status" | "currentPeriodStart" | "currentPeriodEnd"> & {
    items: Pick<SubscriptionWithItems["items"][number], "interval" | "intervalCount">[];
  },
  wishedEnd: string | null,
): number | null {
  const { currentPeriodEnd: end, items } = row;
  const [item] = items;
  // A trial may begin on any day.
  const start = row.status === "trialing" ? null : row.currentPeriodStart;
  const wished = wishedEnd === null ? Number.NaN : Date.parse(wishedEnd);
  if (end === null || !item || !(wished > end)) return null;
  for (let count = 1; count <= MAX_PERIODS; count++) {
    const next = addPeriods(end, start ?? end, item, count);
    if (next >= wished) return next;
  }
  return null;
}

/** Adds periods to the end of one. A month that is too short ends the period on its last day, as at Stripe. */
export function addPeriods(
  end: number,
  start: number,
  { interval, intervalCount }: { interval: string; intervalCount: number },
  periods: number,
): number {
  const count = periods * intervalCount;
  if (interval === "day") return end + count * DAY;
  if (interval === "week") return end + count * 7 * DAY;
  const months = interval === "year" ? 12 * count : count;
  const day = new Date(end).getUTCDate();
  // After a period that ends on February 28 because it is the last day, the next may end on March 31.
  const anchor = day === daysInMonth(end, 0) ? Math.max(day, new Date(start).getUTCDate()) : day;
  const next = new Date(end);
  next.setUTCDate(1);
  next.setUTCMonth(next.getUTCMonth() + months);
  return next.setUTCDate(Math.min(anchor, daysInMonth(end, months)));
}

/** Returns how many days the month has that comes so many months after that of a time. */
function daysInMonth(at: number, months: number): number {
  const date = new Date(at);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
}
