import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describePaymentMethod, isExpiredAt } from "./describe-payment-method.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

const visa = { type: "card", brand: "visa", last4: "4242", expMonth: 4, expYear: 2034 };
const none = { brand: null, last4: null, expMonth: null, expYear: null };

test.each([
  [visa, "Visa ending in 4242, expires 04/2034"],
  [{ ...none, type: "sepa_debit", last4: "3201" }, "SEPA Direct Debit ending in 3201"],
  [{ ...none, type: "card", brand: "a_new_brand" }, "Card"],
  [{ ...none, type: "a_new_type" }, "Other payment method"],
])("%o", (method, expected) => expect(describePaymentMethod(i18n, method)).toBe(expected));

test("a card is valid until the end of its expiry month", () => {
  expect(isExpiredAt(visa, Date.UTC(2034, 3, 30, 23))).toBe(false);
  expect(isExpiredAt(visa, Date.UTC(2034, 4, 1))).toBe(true);
  expect(isExpiredAt({ ...none, type: "sepa_debit" }, Date.UTC(2099, 0, 1))).toBe(false);
});
