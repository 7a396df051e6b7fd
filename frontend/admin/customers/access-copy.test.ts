import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeAccess } from "./access-copy.ts";
import type { CustomerLibraryEntry } from "./queries.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });
const march = Date.UTC(2026, 2, 3, 12);
const april = Date.UTC(2026, 3, 3, 12);
const monthly = {
  amountMinor: 900,
  currency: "usd",
  interval: "month",
  intervalCount: 1,
  tax: null,
};

function describeReason(
  reason: CustomerLibraryEntry["access"]["reason"],
  overrides: {
    until?: number;
    active?: boolean;
    renewsAt?: number;
    price?: CustomerLibraryEntry["price"];
  } = {},
) {
  const { until = null, active = true, renewsAt = null, price = monthly } = overrides;
  return describeAccess(i18n, {
    access: { reason, since: march, until, active },
    price,
    quantity: 1,
    renewsAt,
  });
}

test("an active subscription shows its price, start and renewal date", () => {
  expect(describeReason("subscription_active", { renewsAt: april })).toBe(
    "Subscribed since March 3, 2026. Renews on April 3, 2026 at $9 a month.",
  );
});

test("a canceled subscription shows when access ends", () => {
  expect(describeReason("subscription_canceling", { until: april })).toBe(
    "Subscribed since March 3, 2026. Canceled: access ends on April 3, 2026.",
  );
});

test("a gift shows its end date, or that it has none", () => {
  expect(describeReason("gift", { price: null })).toBe(
    "Gift since March 3, 2026. Lifetime access.",
  );
  expect(describeReason("gift", { price: null, until: april })).toBe(
    "Gift since March 3, 2026, until April 3, 2026.",
  );
});

test("addresses the team, never the customer", () => {
  const reasons: CustomerLibraryEntry["access"]["reason"][] = [
    "order_paid",
    "order_refunded",
    "order_disputed",
    "subscription_past_due",
    "subscription_paused",
    "gift_revoked",
  ];
  for (const reason of reasons)
    for (const active of [true, false])
      expect(describeReason(reason, { active, until: april })).not.toMatch(/\b(you|your)\b/i);
});
