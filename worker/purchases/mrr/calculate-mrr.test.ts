import { assert, array, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { sumYearlyMilli, toMonthlyMinor } from "./calculate-mrr.ts";

const item = (facts: { interval: string; intervalCount: number; amountMinor: number }) => ({
  ...facts,
  amountDecimal: null,
  quantity: 1,
  discountMinor: 0,
});

const calculateMrr = (payments: Parameters<typeof item>[0][]) =>
  toMonthlyMinor(sumYearlyMilli(payments.map(item)));

describe("monthly recurring revenue", () => {
  it.each([
    ["month", 1, 900, 900],
    ["month", 3, 900, 300],
    ["year", 1, 9900, 825],
    ["year", 2, 1000, 42],
    ["week", 1, 300, 1300],
    ["week", 2, 300, 650],
    ["day", 1, 100, 3042],
    ["day", 30, 3000, 3042],
    ["decade", 1, 900, 0],
  ])(
    "MRR of a price by %s × %i: %i comes to %i a month",
    (interval, intervalCount, amountMinor, worth) => {
      expect(calculateMrr([{ interval, intervalCount, amountMinor }])).toBe(worth);
    },
  );

  it("MRR rounds the sum once, half up", () => {
    const third = { interval: "month", intervalCount: 3, amountMinor: 1 };
    expect(calculateMrr([third])).toBe(0);
    expect(calculateMrr([third, third, third])).toBe(1);
    expect(calculateMrr([{ interval: "month", intervalCount: 2, amountMinor: 1 }])).toBe(1);
    expect(calculateMrr([])).toBe(0);
  });

  it("MRR takes lasting discounts off, and rounds an amount with fractions per item", () => {
    const seats = { ...item({ interval: "month", intervalCount: 1, amountMinor: 1 }), quantity: 3 };
    expect(sumYearlyMilli([{ ...seats, amountDecimal: "0.5" }])).toBe(2 * 12_000);
    expect(sumYearlyMilli([{ ...seats, amountMinor: 900, discountMinor: 700 }])).toBe(
      2000 * 12_000,
    );
  });

  it("MRR differs from the exact sum by at most half a unit, in any order of payments", () => {
    const payment = record({
      interval: constantFrom("day", "week", "month", "year"),
      intervalCount: integer({ min: 1, max: 12 }),
      amountMinor: integer({ min: 0, max: 99_999_999 }),
    });
    const perYear: Record<string, number> = { day: 365, week: 52, month: 12, year: 1 };
    assert(
      property(array(payment, { maxLength: 8 }), (payments) => {
        const about = payments.reduce(
          (sum, { interval, intervalCount, amountMinor }) =>
            sum + (amountMinor * perYear[interval]!) / (12 * intervalCount),
          0,
        );
        expect(Math.abs(calculateMrr(payments) - about)).toBeLessThan(0.501);
        expect(calculateMrr(payments.toReversed())).toBe(calculateMrr(payments));
      }),
    );
  });
});
