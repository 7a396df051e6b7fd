import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import {
  describeEffect,
  describeReason,
  describeTimelineEntry,
  type TimelineEntry,
} from "./timeline-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

const entry = (fields: Partial<TimelineEntry> & Pick<TimelineEntry, "code">): TimelineEntry => ({
  id: "ord_1",
  at: 0,
  source: { type: "order", id: "ord_1" },
  granted: [],
  revoked: [],
  ...fields,
});

const april = Date.UTC(2026, 3, 3, 12);
const monthly = { amountMinor: 2700, currency: "usd", interval: "month", intervalCount: 1 };

test.each([
  ["Purchased for $29.00.", entry({ code: "bought", amountMinor: 2900, currency: "usd" })],
  ["Added for free.", entry({ code: "bought", amountMinor: 0, currency: "usd" })],
  [
    "Subscribed at $27 a month for 3 seats.",
    entry({ code: "subscribed", quantity: 3, ...monthly }),
  ],
  [
    "The subscription was canceled. It ends on April 3, 2026.",
    entry({ code: "canceled", until: april }),
  ],
  [
    "The renewal payment failed. Access continues until April 3, 2026.",
    entry({ code: "renewal_failed", until: april }),
  ],
  [
    "You canceled the subscription. It ends on April 3, 2026.",
    entry({ code: "canceled", by: "customer", until: april }),
  ],
  [
    "You changed the plan from $5 a month to $50 a year.",
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
    "The shop changed the plan from Basic ($27 a month) to Pro ($27 a month).",
    entry({
      code: "plan_changed",
      by: "shop",
      name: "Pro",
      ...monthly,
      from: { ...monthly, name: "Basic" },
    }),
  ],
  [
    "The number of seats was changed from 5 to 8.",
    entry({ code: "quantity_changed", by: "stripe", quantity: 8, from: { quantity: 5 } }),
  ],
  [
    "You changed the number of seats from 5 to 1.",
    entry({ code: "quantity_changed", by: "customer", quantity: 1, from: { quantity: 5 } }),
  ],
  [
    "Renewed at $27 a month until April 3, 2026.",
    entry({ code: "renewed", ...monthly, until: april }),
  ],
  [
    "The refund of $29.00 failed. The bank returned the money to the shop.",
    entry({ code: "refund_failed", amountMinor: 2900, currency: "usd" }),
  ],
  [
    "The shop refunded $5.00. Access continues.",
    entry({ code: "refunded_in_part", by: "shop", amountMinor: 500, currency: "usd" }),
  ],
  ["Gift from the shop for 5 seats.", entry({ code: "gift_given", quantity: 5 })],
  [
    "Tide tables was downloaded 3 times, most recently on this date.",
    entry({ code: "downloaded", name: "Tide tables", count: 3 }),
  ],
])("%s", (expected, timelineEntry) => {
  expect(describeTimelineEntry(i18n, timelineEntry, "customer")).toBe(expected);
});

test("the console says what the customer did, and gives no name for a change at Stripe", () => {
  expect(describeTimelineEntry(i18n, entry({ code: "paused", by: "customer" }), "team")).toBe(
    "The customer paused the subscription.",
  );
  expect(describeTimelineEntry(i18n, entry({ code: "unpaused", by: "customer" }), "team")).toBe(
    "The customer ended the pause.",
  );
  // Stripe does not say who changed something there.
  expect(describeTimelineEntry(i18n, entry({ code: "canceled", by: "stripe" }), "team")).toBe(
    "The subscription was canceled.",
  );
});

const createGrant = (name: string) => ({ grantId: name, name });

test("a timeline names the benefits that an entry added and removed", () => {
  const changed = entry({
    code: "plan_changed",
    granted: [createGrant("Workshop"), createGrant("Archive")],
    revoked: [createGrant("Listening room")],
  });
  expect(describeEffect(i18n, changed)).toBe(
    "Added: Archive and Workshop. Removed: Listening room.",
  );
  expect(describeEffect(i18n, { ...changed, revoked: [] })).toBe("Added: Archive and Workshop.");
  expect(
    describeEffect(i18n, entry({ code: "ended", revoked: [createGrant("Archive")] })),
  ).toBeNull();
});

test("only the team sees the reason for a cancellation", () => {
  const canceled = entry({ code: "canceled", by: "customer", until: april, feedback: "unused" });
  expect(describeReason(i18n, canceled, "team")).toBe("Reason: Not used enough.");
  expect(describeReason(i18n, canceled, "customer")).toBeNull();
});
