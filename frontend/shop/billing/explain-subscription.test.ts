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
};
const active = {
  status: "active",
  price,
  next: { kind: "renews" as Subscription["next"]["kind"], at: april, amountMinor: 900 },
  currentPeriodEnd: april,
  trialEnd: null,
};

function nextIs(
  kind: Subscription["next"]["kind"],
  at: number | null = april,
  amountMinor: number | null = null,
) {
  return { next: { kind, at, amountMinor } };
}

test.each([
  [{}, "Renews on April 3, 2026 at $9 a month."],
  [nextIs("renews", null), "It renews at $9 a month."],
  [
    { price: { ...price, quantity: 3 }, ...nextIs("renews") },
    "Renews on April 3, 2026 at $27 a month for 3 seats.",
  ],
  [
    nextIs("renews", april, 450),
    "Renews on April 3, 2026 at $9 a month; with taxes, discounts and credit that is $4.50.",
  ],
  [nextIs("ends"), "Ends on April 3, 2026. You will not be charged again."],
  [
    { status: "trialing", ...nextIs("trial_ends") },
    "Free until April 3, 2026, then $9 a month until you cancel.",
  ],
  [
    { status: "trialing", ...nextIs("ends") },
    "Your free trial ends on April 3, 2026, and you will not be charged.",
  ],
  [
    { status: "past_due", ...nextIs("retrying") },
    "The last payment failed. Your card is tried again on April 3, 2026.",
  ],
  [
    { status: "past_due", ...nextIs("ends") },
    "The last payment failed, and it ends on April 3, 2026.",
  ],
  [nextIs("paused", null), "Paused. Nothing is charged until you resume it."],
  [nextIs("paused"), "Paused. Nothing is charged until April 3, 2026, when it goes on by itself."],
  [{ status: "canceled", ...nextIs("ended") }, "Ended on April 3, 2026."],
  [
    { status: "incomplete_expired", ...nextIs("ended") },
    "The first payment was not finished in time, and nothing was charged.",
  ],
  [nextIs("unknown", null), "On hold. Write to the shop to learn why."],
])("%o", (facts, expected) => expect(explainSubscription({ ...active, ...facts })).toBe(expected));

test("canceling says what stays and until when, and a trial that nothing is charged", () => {
  expect(explainCancellation(active, "Shoreline")).toBe(
    "Shoreline stays open until April 3, 2026. After that it closes, and nothing more is charged.",
  );
  expect(explainCancellation({ ...active, status: "trialing" }, "Shoreline")).toContain(
    "You will not be charged.",
  );
});

test("pausing says when it closes, resuming when it is charged", () => {
  expect(explainPause(active, "Shoreline")).toContain("Shoreline stays open until April 3, 2026");
  expect(explainResumption(active)).toContain("$9 a month is charged from today");
});
