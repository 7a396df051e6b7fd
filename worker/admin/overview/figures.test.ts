import { assert, constantFrom, integer, property } from "fast-check";
import { describe, expect, it, test } from "vitest";
import { DAY, HOUR, MINUTE, toUtcDay } from "../../lib/time.ts";
import { listActionItems } from "./list-action-items.ts";
import {
  boundsOf,
  comparisons,
  countDays,
  presets,
  resolveRange,
  type RangeInput,
} from "./periods.ts";

describe("ranges", () => {
  const now = Date.UTC(2026, 2, 31, 23);
  const resolve = (input: RangeInput, at = now) => resolveRange(input, toUtcDay(at), "2024-11-05");
  const spans = (input: RangeInput, at = now) => {
    const { span, previous, unit } = resolve(input, at);
    return [unit, span.from, span.to, previous?.span.from, previous?.span.to];
  };

  it.each([
    [{ range: "today" }, "day", "2026-03-31", "2026-03-31", "2026-03-30", "2026-03-30"],
    [{ range: "7d" }, "day", "2026-03-25", "2026-03-31", "2026-03-18", "2026-03-24"],
    [{}, "day", "2026-03-02", "2026-03-31", "2026-01-31", "2026-03-01"],
    // February has no 31st.
    [{ range: "this_month" }, "day", "2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"],
    [{ range: "last_month" }, "day", "2026-02-01", "2026-02-28", "2026-01-01", "2026-01-31"],
    [{ range: "12m" }, "month", "2025-04-01", "2026-03-31", "2024-04-01", "2025-03-31"],
    [
      { range: "7d", compare: "year" },
      "day",
      "2026-03-25",
      "2026-03-31",
      "2025-03-25",
      "2025-03-31",
    ],
    [{ range: "7d", compare: "none" }, "day", "2026-03-25", "2026-03-31", undefined, undefined],
    [{ range: "all" }, "month", "2024-11-05", "2026-03-31", undefined, undefined],
    [
      { from: "2026-01-10", to: "2026-01-11" },
      "day",
      "2026-01-10",
      "2026-01-11",
      "2026-01-08",
      "2026-01-09",
    ],
    [
      { from: "2026-03-30", to: "2030-01-01" },
      "day",
      "2026-03-30",
      "2026-03-31",
      "2026-03-28",
      "2026-03-29",
    ],
  ] as [RangeInput, string, ...string[]][])("%o is by %s, from %s to %s", (input, ...expected) => {
    expect(spans(input)).toEqual(expected);
  });

  it("a day begins at midnight in UTC", () => {
    expect(spans({ range: "today" }, Date.UTC(2026, 2, 1))[1]).toBe("2026-03-01");
    expect(spans({ range: "today" }, Date.UTC(2026, 2, 1) - 1)[1]).toBe("2026-02-28");
  });

  it.each([
    [{ from: "2026-03-02" }, "to"],
    [{ to: "2026-03-02" }, "from"],
    [{ from: "2026-03-03", to: "2026-03-02" }, "from"],
    [{ from: "2026-04-01", to: "2026-04-02" }, "from"],
    [{ from: "1999-01-01", to: "2026-03-02" }, "from"],
  ])("%o is refused", (input, path) => {
    expect(() => resolve(input)).toThrow(
      expect.objectContaining({
        code: "invalid_input",
        fields: [expect.objectContaining({ path })],
      }),
    );
  });

  it("every day of a range is in exactly one of its periods", () => {
    assert(
      property(
        constantFrom(...presets),
        constantFrom(...comparisons),
        integer({ min: Date.UTC(2025, 0, 1), max: 4e12 }),
        (range, compare, at) => {
          const { span, periods, previous } = resolve({ range, compare }, at);
          for (const each of [{ span, periods }, ...(previous ? [previous] : [])]) {
            const bounds = each.periods.map((period) => boundsOf(period, each.span));
            expect(bounds.reduce((sum, own) => sum + countDays(own), 0)).toBe(countDays(each.span));
            expect([bounds[0]?.from, bounds.at(-1)?.to]).toEqual([each.span.from, each.span.to]);
          }
          expect(span.to <= toUtcDay(at)).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("webhook silence", () => {
  const now = Date.UTC(2026, 5, 1);
  const none = {
    deadEvents: 0,
    openStatements: 0,
    pastDue: 0,
    waitingForKeys: 0,
    untakenPurchases: 0,
    notPushed: 0,
    stoppedEndpoints: 0,
    foreignKey: 0,
    missedCheckouts: 0,
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
