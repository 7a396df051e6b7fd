import { expect, test } from "vitest";
import { findLaterEnd } from "./find-later-end.ts";

const find = (
  [start, end]: [string, string],
  wished: string | null,
  interval = "month",
  intervalCount = 1,
) => {
  const at = findLaterEnd(
    {
      status: "active",
      currentPeriodStart: Date.parse(start),
      currentPeriodEnd: Date.parse(end),
      items: [{ interval, intervalCount }],
    },
    wished,
  );
  return at === null ? null : new Date(at).toISOString();
};

test.each([
  // The current period's end.
  [["2026-11-10T09:30:00Z", "2026-12-10T09:30:00Z"], null, "month", 1, null],
  [["2026-11-10T09:30:00Z", "2026-12-10T09:30:00Z"], "2026-12-10", "month", 1, null],
  [["2026-11-10T09:30:00Z", "2026-12-10T09:30:00Z"], "2020-01-01", "month", 1, null],
  // A later one.
  [["2026-11-10T09:30:00Z", "2026-12-10T09:30:00Z"], "2026-12-11", "month", 1, "2027-01-10T09:30"],
  [["2026-11-10T09:30:00Z", "2026-12-10T09:30:00Z"], "2027-01-10", "month", 1, "2027-01-10T09:30"],
  [["2026-11-10T09:30:00Z", "2026-12-10T09:30:00Z"], "2027-02-01", "month", 3, "2027-03-10T09:30"],
  [["2026-11-10T09:30:00Z", "2027-11-10T09:30:00Z"], "2028-01-01", "year", 1, "2028-11-10T09:30"],
  [["2026-11-10T09:30:00Z", "2026-11-17T09:30:00Z"], "2026-11-30", "week", 1, "2026-12-01T09:30"],
  [["2026-11-10T09:30:00Z", "2026-11-11T09:30:00Z"], "2026-11-30", "day", 1, "2026-11-30T09:30"],
  // Months of different lengths.
  [["2027-01-31T00:00:00Z", "2027-02-28T00:00:00Z"], "2027-03-15", "month", 1, "2027-03-31T00:00"],
  [["2027-01-31T00:00:00Z", "2027-02-28T00:00:00Z"], "2027-04-15", "month", 1, "2027-04-30T00:00"],
  [["2024-02-29T00:00:00Z", "2025-02-28T00:00:00Z"], "2027-06-01", "year", 1, "2028-02-29T00:00"],
  // The day is that of the period's end, unless the month was too short for it.
  [["2026-11-25T00:00:00Z", "2026-12-09T00:00:00Z"], "2026-12-20", "month", 1, "2027-01-09T00:00"],
] as [[string, string], string | null, string, number, string | null][])(
  "a period of %j that should end on %s ends with a period (%s, %i): %s",
  (period, wished, interval, count, expected) => {
    const found = find(period, wished, interval, count);
    expect(found).toBe(expected === null ? null : `${expected}:00.000Z`);
  },
);

test("a wish beyond all reason ends the subscription with its period", () => {
  expect(find(["2026-11-10T00:00:00Z", "2026-11-11T00:00:00Z"], "9999-12-31", "day")).toBeNull();
});
