import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeSale } from "./assurances.tsx";

const i18n = (locale = "en") => setupI18n({ locale, messages: { [locale]: {} } });
const shop = {
  seller: { name: "Tidewater", city: "Lisbon", country: "PT" },
  soldByLink: false,
  isTaxCalculated: true,
};
const price = { amountMinor: 2900, currency: "usd", tax: "exclusive" as const };

test("a buyer reads who sells and where, how to pay, and whose dollars they are", () => {
  expect(describeSale(i18n(), shop, [price])).toBe(
    "Sold by Tidewater, Lisbon, Portugal. Pay by card, wallet, or another method that Stripe offers where you are. Tax is added at checkout, depending on where you are. Amounts are in USD.",
  );
});

test.each([
  ["included where all prices include it", { tax: "inclusive" as const }, true, /Tax is included/],
  ["not mentioned before Stripe has answered", { tax: null }, true, /where you are\. Amounts/],
  ["not added where Stripe calculates none", { tax: null }, false, /No tax is added/],
])("tax is %s", (_, changes, isTaxCalculated, sentence) => {
  const text = describeSale(i18n(), { ...shop, isTaxCalculated }, [{ ...price, ...changes }]);
  expect(text).toMatch(sentence);
});

test("prices that differ in tax say nothing of it, and Link is not hidden behind the shop's name", () => {
  const prices = [price, { ...price, tax: "inclusive" as const }];
  const text = describeSale(i18n(), { ...shop, soldByLink: true }, prices);
  expect(text).not.toMatch(/Sold by|Tax/);
});

test.each([
  ["en", "usd", true],
  ["en", "eur", false],
  ["en", "cad", false],
  ["fr", "usd", false],
  ["ja", "usd", true],
])("in %s, the sign of %s needs its code: %s", (locale, currency, needsCode) => {
  const text = describeSale(i18n(locale), shop, [{ ...price, currency }]);
  expect(text.includes(`Amounts are in ${currency.toUpperCase()}`)).toBe(needsCode);
});
