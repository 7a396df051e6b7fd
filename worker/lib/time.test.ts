import { describe, expect, it } from "vitest";
import { HOUR, openCalendar } from "./time.ts";

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

  it.each([
    ["UTC", "2026-03-08", "2026-03-08T00:00:00Z", 24],
    ["America/New_York", "2026-03-08", "2026-03-08T05:00:00Z", 23],
    ["America/New_York", "2026-11-01", "2026-11-01T04:00:00Z", 25],
    ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00Z", 24.5],
    ["Asia/Kolkata", "2026-01-01", "2025-12-31T18:30:00Z", 24],
    ["Asia/Kathmandu", "2026-01-01", "2025-12-31T18:15:00Z", 24],
    // The clocks went from midnight to 1:00 AM.
    ["America/Sao_Paulo", "2017-10-15", "2017-10-15T03:00:00Z", 23],
    ["America/Asuncion", "2023-10-01", "2023-10-01T04:00:00Z", 23],
    // The clocks went from midnight back to 11:00 PM.
    ["America/Sao_Paulo", "2018-02-17", "2018-02-17T02:00:00Z", 25],
    // Samoa moved across the date line, without this day.
    ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z", 0],
    ["Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z", 24],
  ])("a day in %s, %s, begins at %s and has %d hours", (zone, day, from, hours) => {
    const calendar = openCalendar(zone);
    const { since, until } = calendar.toTimes({ from: day, to: day });
    expect([new Date(since), (until - since) / HOUR]).toEqual([new Date(from), hours]);
    expect(calendar.toDay(since - 1) < day).toBe(true);
    expect(calendar.toDay(until) > day).toBe(true);
    expect(calendar.toDay(since)).toBe(hours > 0 ? day : calendar.toDay(until));
  });
});
