import { expect, test } from "vitest";
import { findPaidPeriod } from "./find-paid-period.ts";

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
const march = { start: at("2026-03-01"), end: at("2026-04-01") };

test.each<[string, string, string | null, string, string]>([
  ["the payment of the current period", "2026-03-01", "2026-02-01", "2026-03-01", "2026-04-01"],
  ["a payment that succeeded days later", "2026-03-08", "2026-02-01", "2026-03-01", "2026-04-01"],
  ["an upgrade within the period", "2026-03-11", "2026-03-01", "2026-03-11", "2026-04-01"],
  ["the payment before it", "2026-02-01", "2026-01-01", "2026-02-01", "2026-03-01"],
  ["the payment before that", "2026-01-01", null, "2026-01-01", "2026-01-29"],
])("%s pays for its time", (_, paid, previous, start, end) => {
  const found = findPaidPeriod(march, at(paid), previous === null ? null : at(previous));
  expect(found).toEqual({ start: at(start), end: at(end) });
});

test("a first payment that is seconds older than the subscription pays for all of its period", () => {
  expect(findPaidPeriod(march, march.start - 5000, null)).toEqual(march);
});
