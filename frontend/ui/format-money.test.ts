import { expect, test } from "vitest";
import { formatMoney, parseMoney, typeMoney } from "./format-money.ts";

test("whole amounts are short on a price tag and exact on an order", () => {
  expect(formatMoney(900, "usd")).toBe("$9");
  expect(formatMoney(950, "usd")).toBe("$9.50");
  expect(formatMoney(900, "usd", "exact")).toBe("$9.00");
  expect(formatMoney(1_234_500, "usd")).toBe("$12,345");
});

test("currencies without decimals are not divided", () => {
  expect(formatMoney(2800, "jpy")).toBe("¥2,800");
  expect(formatMoney(2800, "jpy", "exact")).toBe("¥2,800");
});

test("currencies with three decimals are divided by a thousand", () => {
  expect(formatMoney(12_345, "bhd")).toBe("BHD\u00a012.345");
  expect(formatMoney(12_000, "bhd")).toBe("BHD\u00a012");
});

test("Stripe's unit counts where Intl would write no decimals", () => {
  expect(formatMoney(1_250_000, "cop", "exact")).toBe("COP\u00a012,500.00");
});

test("refunds are negative", () => {
  expect(formatMoney(-2900, "usd", "exact")).toBe("-$29.00");
});

test("what is typed is in the currency's own decimals", () => {
  expect(parseMoney("9", "usd")).toBe(900);
  expect(parseMoney(" 9.5 ", "usd")).toBe(950);
  expect(parseMoney("9,05", "eur")).toBe(905);
  expect(parseMoney("2800", "jpy")).toBe(2800);
  expect(parseMoney("1.25", "bhd")).toBe(1250);
});

test("what is no amount of the currency is refused", () => {
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

test("what stands in a field can be read back", () => {
  for (const [amountMinor, currency] of [
    [950, "usd"],
    [2800, "jpy"],
    [1250, "bhd"],
  ] as const)
    expect(parseMoney(typeMoney(amountMinor, currency), currency)).toBe(amountMinor);
});
