import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeDiscount, describeRedemptions } from "./discount-copy.ts";
import { emptyDiscount, toNewDiscount } from "./discount-form.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

test("empty fields are not sent", () => {
  expect(
    toNewDiscount({
      ...emptyDiscount,
      name: "Spring",
      off: { ...emptyDiscount.off, percent: "12,5" },
    }),
  ).toEqual({
    name: "Spring",
    off: { kind: "percent", percentOff: 12.5 },
    duration: "once",
    firstPurchaseOnly: false,
    productIds: [],
  });
});

test("amounts use the currency's decimals, and months are sent only for repeating discounts", () => {
  const form = {
    ...emptyDiscount,
    off: { kind: "amount", percent: "5", amount: "500", currency: "jpy" },
    months: "3",
    expiresAt: "2026-12-31",
  } as const;
  expect(toNewDiscount(form)).toMatchObject({
    off: { kind: "amount", amountOffMinor: 500, currency: "jpy" },
    expiresAt: new Date(2026, 11, 31, 23, 59, 59).getTime(),
  });
  expect(toNewDiscount(form)).not.toHaveProperty("months");
  expect(toNewDiscount({ ...form, duration: "repeating" })).toMatchObject({ months: 3 });
});

test("a minimum is sent with its currency, and a blank one is not", () => {
  const minimum = { amount: "50", currency: "eur" };
  expect(toNewDiscount({ ...emptyDiscount, minimum }).minimum).toEqual({
    amountMinor: 5000,
    currency: "eur",
  });
  expect(toNewDiscount(emptyDiscount)).not.toHaveProperty("minimum");
});

test("an invalid number is sent as null, so that the server rejects its field", () => {
  const { off } = toNewDiscount({
    ...emptyDiscount,
    off: { kind: "amount", percent: "", amount: "ten", currency: "usd" },
  });
  expect(JSON.parse(JSON.stringify(off))).toEqual({
    kind: "amount",
    amountOffMinor: null,
    currency: "usd",
  });
});

test("describes a discount's amount, duration and redemptions", () => {
  const facts = { percentOff: 25, amountOffMinor: null, currency: null, months: null };
  expect(describeDiscount(i18n, { ...facts, duration: "once" })).toBe("25% off the first payment");
  expect(describeDiscount(i18n, { ...facts, duration: "forever" })).toBe("25% off all payments");
  expect(describeDiscount(i18n, { ...facts, duration: "repeating", months: 3 })).toBe(
    "25% off for 3 months",
  );
  expect(
    describeDiscount(i18n, {
      percentOff: null,
      amountOffMinor: 500,
      currency: "usd",
      duration: "once",
      months: null,
    }),
  ).toBe("$5 off the first payment");
  expect(describeRedemptions(i18n, { timesRedeemed: 2, maxRedemptions: 10 })).toBe("2 of 10");
  expect(describeRedemptions(i18n, { timesRedeemed: 2, maxRedemptions: null })).toBe("2");
});
