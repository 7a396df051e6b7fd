/** What is paid for subscriptions of one interval: `amountMinor` every `intervalCount` intervals. */
export type Recurring = { interval: string; intervalCount: number; amountMinor: number };

const A_YEAR: Record<string, bigint> = { day: 365n, week: 52n, month: 12n, year: 1n };

/**
 * What recurring payments of one currency come to in a month: a year is twelve months, 52 weeks or 365 days. Added up as
 * exact fractions and rounded once, half up, so that twelve months are a year to the cent.
 * @returns minor units
 */
export function monthlyWorth(payments: Recurring[]): number {
  let numerator = 0n;
  let denominator = 1n;
  for (const { interval, intervalCount, amountMinor } of payments) {
    const above = BigInt(amountMinor) * (A_YEAR[interval] ?? 0n);
    const below = 12n * BigInt(intervalCount);
    numerator = numerator * below + above * denominator;
    denominator *= below;
  }
  return Number((2n * numerator + denominator) / (2n * denominator));
}
