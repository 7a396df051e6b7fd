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
  [
    "Canceled by you, to end on April 3, 2026.",
    entry({ code: "canceled", by: "customer", until: april }),
  ],
  [
    "Changed from $5 a month to $50 a year by you.",
    entry({
      code: "plan_changed",
      by: "customer",
      name: "Tidewater",
      amountMinor: 5000,
      currency: "usd",
      interval: "year",
      intervalCount: 1,
      from: { ...monthly, name: "Tidewater", amountMinor: 500 },
    }),
  ],
  [
    "Changed from Basic, at $27 a month, to Pro, at $27 a month by the shop.",
    entry({
      code: "plan_changed",
      by: "shop",
      name: "Pro",
      ...monthly,
      from: { ...monthly, name: "Basic" },
    }),
  ],
  [
    "Changed from 5 seats to 8 seats.",
    entry({ code: "quantity_changed", by: "stripe", quantity: 8, from: { quantity: 5 } }),
  ],
  [
    "Renewed at $27 a month, until April 3, 2026.",
    entry({ code: "renewed", ...monthly, until: april }),
  ],
  [
    "The refund of $29.00 failed. The bank sent the money back to the shop.",
    entry({ code: "refund_failed", amountMinor: 2900, currency: "usd" }),
  ],
  ["Given by the shop, for 5 seats.", entry({ code: "gift_given", quantity: 5 })],
  [
    "Tide tables was downloaded, the last of 3 times.",
    entry({ code: "downloaded", name: "Tide tables", count: 3 }),
  ],
])("%s", (expected, timelineEntry) => {
  expect(describeTimelineEntry(timelineEntry, "customer")).toBe(expected);
});

test("the console says what the customer did, and names nobody for a change at Stripe", () => {
  expect(describeTimelineEntry(entry({ code: "paused", by: "customer" }), "team")).toBe(
    "Paused by the customer.",
  );
  expect(describeTimelineEntry(entry({ code: "unpaused", by: "customer" }), "team")).toBe(
    "Resumed by the customer after the pause.",
  );
  // Stripe does not say who changed something there.
  expect(describeTimelineEntry(entry({ code: "canceled", by: "stripe" }), "team")).toBe(
    "Canceled.",
  );
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
