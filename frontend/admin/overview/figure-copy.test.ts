import { describe, expect, it } from "vitest";
import { getAxisMaximum, describeComparison, formatPeriod } from "./figure-copy.ts";

describe("comparison with the previous period", () => {
  const format = (value: number) => `$${value}`;
  it.each([
    ["30d", "flow", 112, 100, "12% more than the 30 days before ($100)"],
    ["12m", "flow", 50, 100, "50% less than the 12 months before ($100)"],
    ["30d", "flow", 1001, 1000, "Under 1% more than the 30 days before ($1000)"],
    ["30d", "flow", 0, 0, "None in the 30 days before either"],
    ["30d", "flow", 5, 0, "None in the 30 days before"],
    ["30d", "level", 5, 5, "The same as 30 days ago"],
    ["30d", "level", 5, null, "Not counted 30 days ago"],
    ["12m", "level", 25, 1, "2,400% more than 12 months ago ($1)"],
  ] as const)("%s %s %d after %d", (range, kind, total, before, expected) => {
    expect(describeComparison({ total, before }, { range, kind, format })).toBe(expected);
  });
});

it("periods are formatted in UTC in every time zone", () => {
  expect(formatPeriod("2026-03-01", "long")).toBe("March 1, 2026");
  expect(formatPeriod("2026-03-01", "short")).toBe("Mar 1");
  expect(formatPeriod("2026-03", "long")).toBe("March 2026");
});

it.each([
  [[], 1],
  [[0, null], 1],
  [[3], 5],
  [[5], 5],
  [[11, 7], 20],
  [[99_999], 100_000],
])("the axis of a plot of %j ends at %d", (values, ceiling) => {
  expect(getAxisMaximum(values)).toBe(ceiling);
});
