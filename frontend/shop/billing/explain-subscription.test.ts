import { expect, test } from "vitest";
import {
  explainCancellation,
  explainPause,
  explainResumption,
  explainSubscription,
} from "./explain-subscription.ts";
import type { Subscription } from "./queries.ts";

const april = Date.UTC(2026, 3, 3, 12);
const price = {
  amountMinor: 900,
  currency: "usd",
  interval: "month",
  intervalCount: 1,
  quantity: 1,
  tax: null,
};
const active = {
  status: "active",
  price,
  next: { kind: "renews" as Subscription["next"]["kind"], at: april, amountMinor: 900 },
  currentPeriodEnd: april,
  trialEnd: null,
};

function withNext(
  kind: Subscription["next"]["kind"],
  at: number | null = april,
  amountMinor: number | null = null,
) {
  return { next: { kind, at, amountMinor } };
}

test.each([
  [{}, "Renews on April 3, 2026 at $9 a month."],
  [withNext("renews", null), "It renews at $9 a month."],
  [
    { price: { ...price, quantity: 3 }, ...withNext("renews") },
    "Renews on April 3, 2026 at $27 a month for 3 seats.",
  ],
  [
    withNext("renews", april, 450),
    "Renews on April 3, 2026 at $9 a month; with taxes, discounts and credit that is $4.50.",
  ],
  [
    { plannedPrice: { amountMinor: 1200, from: april, notBefore: april }, ...withNext("renews") },
    "$9 a month now. Renews on April 3, 2026 at the new price of $12 a month.",
  ],
  [
    {
      price: { ...price, quantity: 2 },
      plannedPrice: { amountMinor: 1200, from: april, notBefore: april },
      ...withNext("renews", april, 2000),
    },
    "$18 a month for 2 seats now. Renews on April 3, 2026 at the new price of $24 a month for 2 seats; with taxes, discounts and credit that is $20.00.",
  ],
  [
    { plannedPrice: { amountMinor: 1200, from: null, notBefore: april }, ...withNext("renews") },
    "Renews on April 3, 2026 at $9 a month. From the first renewal after April 3, 2026 on, it costs $12 a month.",
  ],
  [withNext("ends"), "Ends on April 3, 2026. You will not be charged again."],
  [
    { status: "trialing", ...withNext("trial_ends") },
    "Free until April 3, 2026, then $9 a month until you cancel.",
  ],
  [
    { status: "trialing", ...withNext("ends") },
    "Your free trial ends on April 3, 2026, and you will not be charged.",
  ],
  [
    { status: "past_due", ...withNext("retrying") },
    "The last payment failed. Your card is tried again on April 3, 2026.",
  ],
  [
    { status: "past_due", ...withNext("ends") },
    "The last payment failed, and it ends on April 3, 2026.",
  ],
  [withNext("paused", null), "Paused. Nothing is charged until you resume it."],
  [
    withNext("paused"),
    "Paused. Nothing is charged until April 3, 2026, when it goes on by itself.",
  ],
  [{ status: "canceled", ...withNext("ended") }, "Ended on April 3, 2026."],
  [
    { status: "incomplete_expired", ...withNext("ended") },
    "The first payment was not finished in time, and nothing was charged.",
  ],
  [withNext("unknown", null), "On hold. Write to the shop to learn why."],
])("%o", (facts, expected) => expect(explainSubscription({ ...active, ...facts })).toBe(expected));

test("canceling explains how long access lasts, and canceling a trial that nothing is charged", () => {
  expect(explainCancellation(active, "Shoreline")).toBe(
    "Shoreline stays open until April 3, 2026. After that it closes, and nothing more is charged.",
  );
  expect(explainCancellation({ ...active, status: "trialing" }, "Shoreline")).toContain(
    "You will not be charged.",
  );
});

test("pausing explains when access ends, resuming when the user is charged", () => {
  const collectionOnly = { ...active, pauseStopsService: false };
  expect(explainPause(collectionOnly, "Shoreline")).toContain(
    "Shoreline stays open until April 3, 2026",
  );
  const service = { ...active, pauseStopsService: true };
  expect(explainPause(service, "Shoreline")).toContain("Access to Shoreline ends now");
  expect(explainPause(service, "Shoreline")).toContain("credited to your next payment");
  expect(explainResumption({ ...active, status: "paused" })).toContain("less your credit");
  expect(explainResumption(active)).toContain("$9 a month is charged from today");
});
