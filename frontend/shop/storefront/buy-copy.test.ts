import { expect, test } from "vitest";
import { describeTerms, labelBuy } from "./buy-copy.ts";

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
};
const once = { ...monthly, type: "one_time" as const, interval: null, trialDays: 0 };
const open = {
  ...once,
  model: "pay_what_you_want" as const,
  amountMinor: 500,
  minimumMinor: 500,
  presetMinor: 1500,
};

test("the button names the money unless nothing is due today", () => {
  expect(labelBuy(once, true)).toBe("Buy for $9");
  expect(labelBuy(monthly, true)).toBe("Start your 14 free days");
  expect(labelBuy(monthly, false)).toBe("Subscribe for $9 a month");
  expect(labelBuy({ ...once, amountMinor: 0 }, true)).toBe("Get it for free");
});

test("where the buyer chooses, the least and the suggestion are said before", () => {
  expect(labelBuy(open, true)).toBe("Choose what you pay");
  expect(describeTerms(open, true)).toBe(
    "You say how much on the next page, from $5; $15 is suggested. You pay once and keep it.",
  );
  expect(describeTerms({ ...open, presetMinor: null }, true)).not.toContain("suggested");
});

test("somebody who has had a trial is told that payment starts today", () => {
  expect(describeTerms(monthly, true)).toContain("Nothing is due today.");
  expect(describeTerms(monthly, false)).toContain("payment starts today");
});
