import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeTaxId, formatAddressLines } from "./address-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

const address = {
  line1: "4 Harbour Road",
  line2: null,
  postalCode: "97201",
  city: "Portland",
  state: "OR",
  country: "US",
};

test("the lines of an address stand as its country writes them", () => {
  expect(formatAddressLines(i18n, address)).toEqual([
    "4 Harbour Road",
    "Portland, OR 97201",
    "United States",
  ]);
  const german = { ...address, postalCode: "26122", city: "Oldenburg", state: null, country: "DE" };
  expect(formatAddressLines(i18n, german)).toEqual([
    "4 Harbour Road",
    "26122 Oldenburg",
    "Germany",
  ]);
});

test("an address of a country alone has one line", () => {
  const empty = { line1: null, line2: null, postalCode: null, city: null, state: null };
  expect(formatAddressLines(i18n, { ...empty, country: "JP" })).toEqual(["Japan"]);
  expect(formatAddressLines(i18n, { ...empty, country: null })).toEqual([]);
});

test("a tax id that the authority does not know says what to do", () => {
  expect(describeTaxId(i18n, { value: "DE1", isRefuted: true })).toBe(
    "VAT ID DE1. The tax authority doesn’t recognize it. Check it at Stripe.",
  );
  expect(describeTaxId(i18n, { value: "DE1", isRefuted: false })).toBe("VAT ID DE1");
});
