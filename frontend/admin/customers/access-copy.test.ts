import { expect, test } from "vitest";
import { describeAccess } from "./access-copy.ts";
import type { Holding } from "./queries.ts";

const march = Date.UTC(2026, 2, 3, 12);
const april = Date.UTC(2026, 3, 3, 12);
const monthly = { amountMinor: 900, currency: "usd", interval: "month", intervalCount: 1 };

function say(
  reason: Holding["access"]["reason"],
  more: { until?: number; active?: boolean; renewsAt?: number; price?: Holding["price"] } = {},
) {
  const { until = null, active = true, renewsAt = null, price = monthly } = more;
  return describeAccess({
    access: { reason, since: march, until, active },
    price,
    quantity: 1,
    renewsAt,
  });
}

test("says what was paid, since when, and what comes", () => {
  expect(say("subscription_active", { renewsAt: april })).toBe(
    "Subscribed since March 3, 2026, at $9 a month. Renews on April 3, 2026.",
  );
});

test("says until when what is ending stays open", () => {
  expect(say("subscription_canceling", { until: april })).toBe(
    "Subscribed since March 3, 2026 and canceled. Open until April 3, 2026.",
  );
});

test("says which gifts have an end", () => {
  expect(say("manual", { price: null })).toBe("A gift since March 3, 2026. No end.");
  expect(say("manual", { price: null, until: april })).toBe(
    "A gift since March 3, 2026, until April 3, 2026.",
  );
});

test("speaks to the team, never to the buyer", () => {
  const reasons: Holding["access"]["reason"][] = [
    "order_paid",
    "order_refunded",
    "order_disputed",
    "subscription_past_due",
    "subscription_paused",
    "comp_taken_back",
  ];
  for (const reason of reasons)
    for (const active of [true, false])
      expect(say(reason, { active, until: april })).not.toMatch(/\b(you|your)\b/i);
});
