import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { explainCancellation, explainPause, explainResumption } from "./explain-change.ts";
import { explainSubscription } from "./explain-subscription.ts";
import type { Subscription } from "./queries.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

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
  [withNext("renews", null), "Renews automatically at $9 a month."],
  [
    { price: { ...price, quantity: 3 }, ...withNext("renews") },
    "Renews on April 3, 2026 at $27 a month for 3 seats.",
  ],
  [
    withNext("renews", april, 450),
    "Renews on April 3, 2026 at $9 a month. With taxes, discounts, and credit, you’ll be charged $4.50.",
  ],
  [
    { plannedPrice: { amountMinor: 1200, from: april, notBefore: april }, ...withNext("renews") },
    "Currently $9 a month. Renews on April 3, 2026 at the new price of $12 a month.",
  ],
  [
    {
      price: { ...price, quantity: 2 },
      plannedPrice: { amountMinor: 1200, from: april, notBefore: april },
      ...withNext("renews", april, 2000),
    },
    "Currently $18 a month for 2 seats. Renews on April 3, 2026 at the new price of $24 a month for 2 seats. With taxes, discounts, and credit, you’ll be charged $20.00.",
  ],
  [
    { plannedPrice: { amountMinor: 1200, from: null, notBefore: april }, ...withNext("renews") },
    "Renews on April 3, 2026 at $9 a month. From the first renewal after April 3, 2026, you pay $12 a month.",
  ],
  [withNext("ends"), "Ends on April 3, 2026. You won’t be charged again."],
  [
    { status: "trialing", ...withNext("trial_ends") },
    "Your free trial ends on April 3, 2026. After that, you pay $9 a month until you cancel.",
  ],
  [
    { status: "trialing", ...withNext("ends") },
    "Your free trial ends on April 3, 2026. You won’t be charged.",
  ],
  [{ status: "past_due", ...withNext("retrying") }, "We’ll try your card again on April 3, 2026."],
  [
    { status: "past_due", ...withNext("overdue") },
    "Your last invoice isn’t paid yet. Pay by April 3, 2026.",
  ],
  [
    { status: "past_due", ...withNext("ends") },
    "Your last payment failed. Your subscription ends on April 3, 2026.",
  ],
  [withNext("paused", null), "Paused. You won’t be charged until you end the pause."],
  [
    withNext("paused"),
    "Paused. You won’t be charged until April 3, 2026, when the pause ends automatically.",
  ],
  [{ status: "canceled", ...withNext("ended") }, "Ended on April 3, 2026."],
  [
    { status: "incomplete_expired", ...withNext("ended") },
    "The first payment wasn’t completed in time. You weren’t charged.",
  ],
  [withNext("unknown", null), "This subscription is on hold. Contact the shop for details."],
])("%o", (facts, expected) =>
  expect(explainSubscription(i18n, { ...active, ...facts })).toBe(expected),
);

test("canceling explains how long access lasts, and canceling a trial that nothing is charged", () => {
  expect(explainCancellation(i18n, active, "Shoreline")).toBe(
    "You have access to Shoreline until April 3, 2026, and you won’t be charged again. You can resume your subscription until then.",
  );
  expect(explainCancellation(i18n, { ...active, status: "trialing" }, "Shoreline")).toBe(
    "You have access to Shoreline until your free trial ends on April 3, 2026, and you won’t be charged. You can resume your subscription until then.",
  );
});

test("pausing explains when access ends, resuming when the user is charged", () => {
  const collectionOnly = { ...active, pauseStopsService: false };
  expect(explainPause(i18n, collectionOnly, "Shoreline")).toContain(
    "access to Shoreline until April 3, 2026",
  );
  const service = { ...active, pauseStopsService: true };
  expect(explainPause(i18n, service, "Shoreline")).toContain("Your access to Shoreline ends now");
  expect(explainPause(i18n, service, "Shoreline")).toContain("credited to your next payment");
  expect(explainResumption(i18n, { ...active, status: "paused" })).toContain("minus your credit");
  expect(explainResumption(i18n, active)).toContain("you’re charged $9 a month");
});
