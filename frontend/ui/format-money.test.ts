import { expect, test } from "vitest";
import { exampleAmount, formatMoney, parseMoney, formatMoneyInput } from "./format-money.ts";

test("the short style drops the zeros of whole amounts, the exact style keeps them", () => {
  expect(formatMoney(900, "usd")).toBe("$9");
  expect(formatMoney(950, "usd")).toBe("$9.50");
  expect(formatMoney(900, "usd", "exact")).toBe("$9.00");
  expect(formatMoney(1_234_500, "usd")).toBe("$12,345");
});

test("amounts in currencies without decimals are not divided", () => {
  expect(formatMoney(2800, "jpy")).toBe("¥2,800");
  expect(formatMoney(2800, "jpy", "exact")).toBe("¥2,800");
});

test("amounts in currencies with three decimals are divided by 1000", () => {
  expect(formatMoney(12_345, "bhd")).toBe("BHD\u00a012.345");
  expect(formatMoney(12_000, "bhd")).toBe("BHD\u00a012");
});

test("uses Stripe's decimals for a currency that Intl formats without decimals", () => {
  expect(formatMoney(1_250_000, "cop", "exact")).toBe("COP\u00a012,500.00");
});

test("formats negative amounts", () => {
  expect(formatMoney(-2900, "usd", "exact")).toBe("-$29.00");
});

test("parses amounts with the decimals of their currency", () => {
  expect(parseMoney("9", "usd")).toBe(900);
  expect(parseMoney(" 9.5 ", "usd")).toBe(950);
  expect(parseMoney("9,05", "eur")).toBe(905);
  expect(parseMoney("2800", "jpy")).toBe(2800);
  expect(parseMoney("1.25", "bhd")).toBe(1250);
});

test("returns null for text that is not an amount in the currency", () => {
  for (const [text, currency] of [
    ["", "usd"],
    ["-1", "usd"],
    ["1e3", "usd"],
    ["1.005", "usd"],
    ["28.5", "jpy"],
    ["ten", "usd"],
  ] as const)
    expect(parseMoney(text, currency)).toBeNull();
});

test("parsing a formatted input value returns the original amount", () => {
  for (const [amountMinor, currency] of [
    [950, "usd"],
    [2800, "jpy"],
    [1250, "bhd"],
  ] as const)
    expect(parseMoney(formatMoneyInput(amountMinor, currency), currency)).toBe(amountMinor);
});

test("a price of half a cent is shown as it is, not as $0.00", () => {
  expect(formatMoney(0.5, "usd")).toBe("$0.005");
  expect(formatMoney(12.125, "usd", "exact")).toBe("$0.12125");
  expect(formatMoney(0.25, "jpy")).toBe("¥0.25");
  expect(formatMoney(1e-7, "usd")).toBe("$0.000000001");
});

test("the example of an amount can be typed in its currency", () => {
  expect(exampleAmount("usd")).toBe("9.50");
  expect(exampleAmount("jpy")).toBe("950");
  expect(exampleAmount("bhd")).toBe("9.500");
  for (const currency of ["usd", "jpy", "bhd"])
    expect(parseMoney(exampleAmount(currency), currency)).not.toBeNull();
});
