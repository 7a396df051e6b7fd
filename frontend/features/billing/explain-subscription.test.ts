import { expect, test } from "vitest";
import { explainCancellation, explainSubscription, isChangeable } from "./explain-subscription.ts";

const april = Date.UTC(2026, 3, 3, 12);
const active = {
  status: "active",
  price: { amountMinor: 900, currency: "usd", interval: "month", intervalCount: 1, quantity: 1 },
  currentPeriodEnd: april,
  trialEnd: null,
  cancelAt: null,
  endedAt: null,
};

test.each([
  [{}, "Renews on April 3, 2026 at $9 a month."],
  [{ price: { ...active.price, quantity: 3 } }, "Renews on April 3, 2026 at $27 a month."],
  [{ cancelAt: april }, "Ends on April 3, 2026. You will not be charged again."],
  [
    { status: "trialing", trialEnd: april },
    "Free until April 3, 2026, then $9 a month until you cancel.",
  ],
  [
    { status: "trialing", cancelAt: april },
    "Your free trial ends on April 3, 2026, and you will not be charged.",
  ],
  [{ status: "canceled", endedAt: april, trialEnd: april }, "Ended on April 3, 2026."],
  [{ status: "a_status_nobody_knows" }, "On hold. Write to the shop to learn why."],
])("%o", (facts, expected) => expect(explainSubscription({ ...active, ...facts })).toBe(expected));

test("canceling says what stays and until when, and a trial that nothing is charged", () => {
  expect(explainCancellation(active, "Shoreline")).toBe(
    "Shoreline stays open until April 3, 2026. After that it closes, and nothing more is charged.",
  );
  expect(explainCancellation({ ...active, status: "trialing" }, "Shoreline")).toContain(
    "You will not be charged.",
  );
});

test("what is over cannot be changed", () => {
  expect(isChangeable(active)).toBe(true);
  expect(isChangeable({ ...active, endedAt: april })).toBe(false);
  expect(isChangeable({ ...active, status: "unpaid" })).toBe(false);
});
