/** A recurring charge: `amountMinor` every `intervalCount` intervals. */
export type Recurring = { interval: string; intervalCount: number; amountMinor: number };

const INTERVALS_PER_YEAR: Record<string, bigint> = { day: 365n, week: 52n, month: 12n, year: 1n };

/**
 * Converts recurring payments of one currency to a monthly amount. A year has twelve months, 52 weeks or 365 days. The
 * amounts are summed as exact fractions and rounded once, half up, so that twelve months equal a year to the cent.
 * @returns minor units
 */
export function calculateMrr(payments: Recurring[]): number {
  let numerator = 0n;
  let denominator = 1n;
  for (const { interval, intervalCount, amountMinor } of payments) {
    const partNumerator = BigInt(amountMinor) * (INTERVALS_PER_YEAR[interval] ?? 0n);
    const partDenominator = 12n * BigInt(intervalCount);
    numerator = numerator * partDenominator + partNumerator * denominator;
    denominator *= partDenominator;
  }
  return Number((2n * numerator + denominator) / (2n * denominator));
}
