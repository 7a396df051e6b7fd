import { describe, expect, it } from "vitest";
import { openCalendar } from "./time.ts";

describe("a calendar", () => {
  it.each([
    ["UTC", "2026-11", "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"],
    ["Europe/Berlin", "2026-12", "2026-11-30T23:00:00Z", "2026-12-31T23:00:00Z"],
    // Summer time begins within the month.
    ["Europe/Berlin", "2026-03", "2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z"],
    ["America/Los_Angeles", "2026-11", "2026-11-01T07:00:00Z", "2026-12-01T08:00:00Z"],
    ["Asia/Kolkata", "2026-02", "2026-01-31T18:30:00Z", "2026-02-28T18:30:00Z"],
    ["Pacific/Kiritimati", "2026-01", "2025-12-31T10:00:00Z", "2026-01-31T10:00:00Z"],
  ])(
    "a month in %s, %s, begins and ends when its clocks show midnight",
    (zone, month, from, to) => {
      const calendar = openCalendar(zone);
      const { since, until } = calendar.toSpan(month);
      expect([since, until]).toEqual([Date.parse(from), Date.parse(to)]);
      expect(calendar.toDay(since)).toBe(`${month}-01`);
      expect(calendar.toDay(since - 1)).not.toContain(month);
      expect(calendar.toDay(until - 1)).toContain(month);
    },
  );
});
