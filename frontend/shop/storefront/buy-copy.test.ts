import { expect, test } from "vitest";
import { describePaymentTerms, getBuyLabel } from "./buy-copy.ts";

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

test("the buy button shows the amount unless nothing is due today", () => {
  expect(getBuyLabel(once, true)).toBe("Buy for $9");
  expect(getBuyLabel(monthly, true)).toBe("Start your 14 free days");
  expect(getBuyLabel(monthly, false)).toBe("Subscribe for $9 a month");
  expect(getBuyLabel({ ...once, amountMinor: 0 }, true)).toBe("Get it for free");
});

test("a pay-what-you-want price shows its minimum and suggested amount", () => {
  expect(getBuyLabel(payWhatYouWant, true)).toBe("Choose what you pay");
  expect(describePaymentTerms(payWhatYouWant, true)).toBe(
    "You say how much on the next page, from $5; $15 is suggested. You pay once and keep it.",
  );
  expect(describePaymentTerms({ ...payWhatYouWant, presetMinor: null }, true)).not.toContain(
    "suggested",
  );
});

test("without an available trial, the terms say that payment starts today", () => {
  expect(describePaymentTerms(monthly, true)).toContain("Nothing is due today.");
  expect(describePaymentTerms(monthly, false)).toContain("payment starts today");
});

test("the buy button and the terms say what the price says about tax", () => {
  expect(getBuyLabel({ ...once, tax: "exclusive" }, true)).toBe("Buy for $9 plus tax");
  expect(getBuyLabel({ ...monthly, tax: "inclusive" }, false)).toBe(
    "Subscribe for $9 a month incl. tax",
  );
  expect(describePaymentTerms({ ...monthly, tax: "exclusive" }, true)).toContain(
    "it is $9 a month plus tax, until you cancel",
  );
  expect(describePaymentTerms({ ...payWhatYouWant, tax: "inclusive" }, true)).toContain(
    "from $5 incl. tax; $15 is suggested",
  );
});
