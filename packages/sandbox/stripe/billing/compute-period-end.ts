import type Stripe from "stripe";

/**
 * Returns the end of the period that starts at `start` (Unix seconds, UTC). Months are calendar months from `anchor`:
 * a period anchored on the 31st ends on the last day of shorter months, and on the 31st again afterwards.
 */
export function computePeriodEnd(
  start: number,
  recurring: Pick<Stripe.Price.Recurring, "interval" | "interval_count">,
  anchor = start,
): number {
  const count = recurring.interval_count;
  if (recurring.interval === "day") return start + count * 86_400;
  if (recurring.interval === "week") return start + count * 7 * 86_400;
  const from = new Date(start * 1000);
  const anchorDate = new Date(anchor * 1000);
  const months = recurring.interval === "year" ? count * 12 : count;
  const target = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1));
  const lastDay = new Date(
    Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0),
  ).getUTCDate();
  target.setUTCDate(Math.min(anchorDate.getUTCDate(), lastDay));
  const timeOfDay = anchor % 86_400;
  return Math.floor(target.getTime() / 1000) + timeOfDay;
}
