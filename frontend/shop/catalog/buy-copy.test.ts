import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeDueToday, describePaymentTerms, getBuyLabel } from "./buy-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

const monthly = {
  id: "price_m",
  type: "recurring" as const,
  interval: "month" as const,
  intervalCount: 1,
  model: "fixed" as const,
  amountMinor: 900,
  minimumMinor: null,
  presetMinor: null,
  currency: "usd",
  trialDays: 14,
  tax: null,
};
const once = { ...monthly, type: "one_time" as const, interval: null, trialDays: 0 };
const payWhatYouWant = {
  ...once,
  model: "pay_what_you_want" as const,
  amountMinor: 500,
  minimumMinor: 500,
  presetMinor: 1500,
};

test("the button says that the order costs money, also after a free trial, and not for a free price", () => {
  expect(getBuyLabel(i18n, once)).toBe("Order and pay");
  expect(getBuyLabel(i18n, monthly)).toBe("Order and pay");
  expect(getBuyLabel(i18n, payWhatYouWant)).toBe("Order and pay");
  expect(getBuyLabel(i18n, { ...once, amountMinor: 0 })).toBe("Get for free");
});

test("what is due today is the price with its tax, or nothing at the start of a free trial", () => {
  expect(describeDueToday(i18n, { ...once, tax: "exclusive" }, true)).toBe("$9 plus tax");
  expect(describeDueToday(i18n, { ...monthly, tax: "inclusive" }, false)).toBe("$9 incl. tax");
  expect(describeDueToday(i18n, monthly, true)).toBe("$0");
  expect(describeDueToday(i18n, payWhatYouWant, true)).toBe("From $5");
  expect(describeDueToday(i18n, { ...once, amountMinor: 0 }, true)).toBe("Free");
});

test("a pay-what-you-want price shows its minimum and suggested amount", () => {
  expect(describePaymentTerms(i18n, payWhatYouWant, true)).toBe(
    "You choose the amount at checkout. Minimum: $5. Suggested: $15. One-time payment. Lifetime access.",
  );
  expect(describePaymentTerms(i18n, { ...payWhatYouWant, presetMinor: null }, true)).toBe(
    "You choose the amount at checkout. Minimum: $5. One-time payment. Lifetime access.",
  );
});

test("without an available trial, the terms say that payment starts today", () => {
  expect(describePaymentTerms(i18n, monthly, true)).toBe(
    "Free for 14 days, then $9 a month. Cancel anytime in your account. Renewed automatically. If you cancel before the trial ends, you pay nothing.",
  );
  expect(describePaymentTerms(i18n, monthly, false)).toBe(
    "You’ve already used your free trial, so payment starts today: $9 a month, renewed automatically. Cancel anytime in your account.",
  );
});

test("the terms say what the price says about tax", () => {
  expect(describePaymentTerms(i18n, { ...monthly, tax: "exclusive" }, true)).toContain(
    "then $9 a month plus tax. Cancel anytime",
  );
  expect(describePaymentTerms(i18n, { ...payWhatYouWant, tax: "inclusive" }, true)).toContain(
    "Minimum: $5 incl. tax. Suggested: $15.",
  );
});
