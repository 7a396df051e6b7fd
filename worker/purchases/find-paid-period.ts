import { HOUR } from "../lib/time.ts";

/** Times in unix milliseconds. */
type Period = { start: number; end: number };

/** Months differ in length: so much longer than the current period an earlier one can be. */
const LONGER_SHARE = 0.2;
/** The first payment can be some seconds older than the subscription. */
const EARLY_MS = HOUR;

/**
 * Returns what time of a subscription a payment paid for. Of several payments in one period, the first paid for all of
 * it, and a later one, for a change of plan, for the rest. Earlier periods are taken to be as long as the current one.
 * @param current the current period
 * @param previousAt when the payment before it was made; null for the first one
 */
export function findPaidPeriod(current: Period, paidAt: number, previousAt: number | null): Period {
  const length = current.end - current.start;
  const periodsAgo = (at: number) =>
    at >= current.start - EARLY_MS
      ? 0
      : Math.max(Math.floor((current.start - at) / length - LONGER_SHARE), 0) + 1;
  const ago = periodsAgo(paidAt);
  const isFirst = previousAt === null || periodsAgo(previousAt) !== ago;
  if (ago === 0) return { start: isFirst ? current.start : paidAt, end: current.end };
  return { start: paidAt, end: Math.max(current.start - (ago - 1) * length, paidAt) };
}
