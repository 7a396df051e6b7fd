import { assert, array, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, it, test } from "vitest";
import { DAY, toUtcDay, HOUR, MINUTE } from "../../lib/time.ts";
import { listActionItems } from "./list-action-items.ts";
import { calculateMrr } from "./calculate-mrr.ts";
import { periodOf, periodsOf } from "./periods.ts";

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
  ])("by %s × %i: %i comes to %i a month", (interval, intervalCount, amountMinor, worth) => {
    expect(calculateMrr([{ interval, intervalCount, amountMinor }])).toBe(worth);
  });

  it("rounds the sum once, half up", () => {
    const third = { interval: "month", intervalCount: 3, amountMinor: 1 };
    expect(calculateMrr([third])).toBe(0);
    expect(calculateMrr([third, third, third])).toBe(1);
    expect(calculateMrr([{ interval: "month", intervalCount: 2, amountMinor: 1 }])).toBe(1);
    expect(calculateMrr([])).toBe(0);
  });

  it("differs from the exact sum by at most half a unit, in any order of payments", () => {
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

describe("periods", () => {
  it("30d ends with today in UTC and has 30 previous days", () => {
    const { current, previous, firstDay } = periodsOf("30d", Date.UTC(2026, 2, 1, 0, 0));
    expect([current[0], current.at(-1), current.length]).toEqual(["2026-01-31", "2026-03-01", 30]);
    expect([previous[0], previous.at(-1)]).toEqual([firstDay, "2026-01-30"]);
    expect(periodsOf("30d", Date.UTC(2026, 2, 1) - 1).current.at(-1)).toBe("2026-02-28");
  });

  it("12m ends with this month, even on the 31st", () => {
    const { current, previous, firstDay } = periodsOf("12m", Date.UTC(2026, 2, 31, 23));
    expect(current).toHaveLength(12);
    expect(new Set(current).size).toBe(12);
    expect([current[0], current.at(-1)]).toEqual(["2025-04", "2026-03"]);
    expect([previous[0], previous.at(-1), firstDay]).toEqual(["2024-04", "2025-03", "2024-04-01"]);
  });

  it("every day since the first is in one of the periods", () => {
    assert(
      property(
        constantFrom("30d" as const, "12m" as const),
        integer({ min: 0, max: 4e12 }),
        (range, now) => {
          const { current, previous, firstDay } = periodsOf(range, now);
          const known = new Set([...previous, ...current]);
          for (let at = Date.parse(firstDay); at <= now; at += DAY)
            expect(known).toContain(periodOf(range, toUtcDay(at)));
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe("webhook silence", () => {
  const now = Date.UTC(2026, 5, 1);
  const none = {
    deadEvents: 0,
    pastDue: 0,
    waitingForKeys: 0,
    notPushed: 0,
    stoppedEndpoints: 0,
    drifted: null,
    lastEventCreatedAt: null,
    lastEventReceivedAt: null,
    lastPaymentAt: null,
    productCount: 1,
    currency: "usd",
  };

  test.each([
    ["no payment and no event", {}, false],
    ["a payment a minute ago whose event can still arrive", { lastPaymentAt: now - MINUTE }, false],
    ["a payment an hour ago and no event ever", { lastPaymentAt: now - HOUR }, true],
    [
      "an event a week ago that arrived in time, and nothing since",
      { lastEventCreatedAt: now - 7 * DAY, lastEventReceivedAt: now - 7 * DAY + 900 },
      false,
    ],
    [
      "a payment an hour ago and only an older event",
      {
        lastPaymentAt: now - HOUR,
        lastEventCreatedAt: now - DAY,
        lastEventReceivedAt: now - DAY,
      },
      true,
    ],
    [
      "the last event came from the backfill",
      { lastEventCreatedAt: now - HOUR, lastEventReceivedAt: now - 20 * MINUTE },
      true,
    ],
  ])("%s", (_name, facts, isSilent) => {
    const kinds = listActionItems({ ...none, ...facts }, now).map(({ kind }) => kind);
    expect(kinds).toEqual(isSilent ? ["webhook_silence"] : []);
  });
});
