import { expect, test } from "vitest";
import { describeEffect, describeTimelineEntry, type TimelineEntry } from "./timeline-copy.ts";

const entry = (fields: Partial<TimelineEntry> & Pick<TimelineEntry, "code">): TimelineEntry => ({
  id: "ord_1",
  at: 0,
  source: { type: "order", id: "ord_1" },
  gave: [],
  took: [],
  ...fields,
});

const april = Date.UTC(2026, 3, 3, 12);
const monthly = { amountMinor: 2700, currency: "usd", interval: "month", intervalCount: 1 };

test.each([
  ["Bought for $29.00.", entry({ code: "bought", amountMinor: 2900, currency: "usd" })],
  ["Taken for free.", entry({ code: "bought", amountMinor: 0, currency: "usd" })],
  [
    "Subscribed, at $27 a month for 3 seats.",
    entry({ code: "subscribed", quantity: 3, ...monthly }),
  ],
  ["Canceled, to end on April 3, 2026.", entry({ code: "canceled", until: april })],
  [
    "A renewal could not be charged. It stays open until April 3, 2026.",
    entry({ code: "renewal_failed", until: april }),
  ],
  ["Given by the shop, for 5 seats.", entry({ code: "gift_given", quantity: 5 })],
  [
    "Tide tables was downloaded, the last of 3 times.",
    entry({ code: "downloaded", name: "Tide tables", count: 3 }),
  ],
])("%s", (expected, timelineEntry) => {
  expect(describeTimelineEntry(timelineEntry)).toBe(expected);
});

const createGrant = (name: string) => ({ grantId: name, name });

test("names the benefits that an entry opened and closed", () => {
  const changed = entry({
    code: "plan_changed",
    gave: [createGrant("Workshop"), createGrant("Archive")],
    took: [createGrant("Listening room")],
  });
  expect(describeEffect(changed)).toBe("Opened Archive and Workshop. Closed Listening room.");
  expect(describeEffect(entry({ code: "ended", took: [createGrant("Archive")] }))).toBeNull();
});
