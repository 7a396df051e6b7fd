import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeCheckoutOutcome, describeReceipt } from "./return-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

test("a refused trial says whether the card or the user had had one, and that nothing was charged", () => {
  const describe = (isCardRefused: boolean) =>
    describeCheckoutOutcome(i18n, "trial_refused", "Guide", false, {
      access: { reason: "subscription_ended" },
      price: null,
      notice: { code: isCardRefused ? "trial_refused_card" : "trial_refused_user" },
    }).text;
  expect(describe(true)).toContain("This card was already used for a free trial.");
  expect(describe(false)).toContain("You’ve already had a free trial.");
  for (const text of [describe(true), describe(false)]) {
    expect(text).toContain("You weren’t charged");
    expect(text).toContain("subscribe to Guide without a trial");
  }
});

const access = { active: true, since: 0, until: null };
const price = { currency: "usd", interval: null, intervalCount: null, tax: null };
const order = {
  access: { ...access, reason: "order_paid" as const },
  source: "order" as const,
  price: { ...price, amountMinor: 2900 },
};
const trial = {
  ...order,
  source: "subscription" as const,
  access: { ...access, reason: "subscription_trialing" as const },
};
const free = { ...order, price: { ...price, amountMinor: 0 } };
const subscription = {
  ...trial,
  access: { ...access, reason: "subscription_active" as const },
};

test.each([
  ["an order", order, "You paid $29. The receipt was sent to ann@example.com."],
  ["a trial", trial, "You paid nothing today. A confirmation was sent to ann@example.com."],
  ["a free product", free, "A confirmation was sent to ann@example.com."],
  // A code may have made the first payment smaller than the price.
  ["a subscription", subscription, "The receipt was sent to ann@example.com."],
])("the receipt of %s says what was paid and where it was sent", (_, entry, text) => {
  expect(describeReceipt(i18n, entry, "ann@example.com")).toBe(text);
});

test("a shop that sends no emails claims none", () => {
  expect(describeReceipt(i18n, order, null)).toBe("You paid $29.");
});

test.each([
  [order, "Thanks for your purchase."],
  [trial, "Your free trial has started."],
  [free, "It’s yours, for free."],
  [null, "Thanks for your purchase."],
])("the title of a complete checkout fits what it was", (entry, title) => {
  const outcome = entry && { ...entry, notice: null };
  expect(describeCheckoutOutcome(i18n, "complete", "Guide", false, outcome).title).toBe(title);
});
