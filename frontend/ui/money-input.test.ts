import { expect, test } from "vitest";
import { exampleAmount, formatMoneyInput, parseMoney } from "./money-input.ts";

test("an input parses amounts with the decimals of their currency", () => {
  expect(parseMoney("9", "usd")).toBe(900);
  expect(parseMoney(" 9.5 ", "usd")).toBe(950);
  expect(parseMoney("9,05", "eur")).toBe(905);
  expect(parseMoney("2800", "jpy")).toBe(2800);
  expect(parseMoney("1.25", "bhd")).toBe(1250);
});

test("an input returns null for text that is not an amount in the currency", () => {
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

test("the example of an amount can be typed in its currency", () => {
  expect(exampleAmount("usd")).toBe("9.50");
  expect(exampleAmount("jpy")).toBe("950");
  expect(exampleAmount("bhd")).toBe("9.500");
  for (const currency of ["usd", "jpy", "bhd"])
    expect(parseMoney(exampleAmount(currency), currency)).not.toBeNull();
});
