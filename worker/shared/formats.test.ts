import { expect, test } from "vitest";
import { getFormats } from "./formats.ts";

const at = Date.UTC(2026, 2, 3, 16, 5);
/** Intl separates with spaces that do not break a line, and some are narrow. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

test("each language writes amounts, numbers and shares in its own way", () => {
  const written = (locale: string) => {
    const formats = getFormats(locale);
    return [formats.money(123_450, "eur"), formats.number(1234.5), formats.percent(0.125)].map(
      plain,
    );
  };
  expect(written("en")).toEqual(["€1,234.50", "1,234.5", "12.5%"]);
  expect(written("de")).toEqual(["1.234,50 €", "1.234,5", "12,5 %"]);
  expect(written("fr")).toEqual(["1 234,50 €", "1 234,5", "12,5 %"]);
  expect(written("pt-BR")).toEqual(["€ 1.234,50", "1.234,5", "12,5%"]);
  expect(written("ja")).toEqual(["€1,234.50", "1,234.5", "12.5%"]);
});

test("the short style drops the zeros of whole amounts, the exact style keeps them", () => {
  const { money } = getFormats("en");
  expect(money(900, "usd")).toBe("$9");
  expect(money(950, "usd")).toBe("$9.50");
  expect(money(900, "usd", "exact")).toBe("$9.00");
  expect(money(2800, "jpy", "exact")).toBe("¥2,800");
  expect(plain(money(12_345, "bhd"))).toBe("BHD 12.345");
  expect(plain(money(1_250_000, "cop", "exact"))).toBe("COP 12,500.00");
  expect(money(-2900, "usd", "exact")).toBe("−$29.00");
});

test("a price of half a cent is shown as it is, not as $0.00", () => {
  const { money } = getFormats("en");
  expect(money(0.5, "usd")).toBe("$0.005");
  expect(money(12.125, "usd", "exact")).toBe("$0.12125");
  expect(money(0.25, "jpy")).toBe("¥0.25");
  expect(money(1e-7, "usd")).toBe("$0.000000001");
});

test("dates are in the language and in the time zone of the reader", () => {
  expect(getFormats("en", "UTC").date(at)).toBe("March 3, 2026");
  expect(plain(getFormats("en", "America/New_York").dateTime(at))).toBe(
    "March 3, 2026 at 11:05 AM",
  );
  expect(getFormats("en", "UTC").shortDate(at)).toBe("Mar 3, 2026");
  expect(plain(getFormats("en", "America/New_York").time(at))).toBe("11:05 AM");
  expect(getFormats("de", "Europe/Berlin").dateTime(at)).toBe("3.\u00a0März 2026 um 17:05");
  expect(getFormats("es", "UTC").date(at)).toBe("3\u00a0de\u00a0marzo de 2026");
  expect(getFormats("fr", "UTC").date(Date.UTC(2026, 11, 1))).toBe("1er\u00a0décembre 2026");
  expect(getFormats("fr", "UTC").date(Date.UTC(2026, 11, 21))).toBe("21\u00a0décembre 2026");
  expect(getFormats("ja", "Asia/Tokyo").date(at)).toBe("2026年3月4日");
});

test("in a text from right to left, the symbol of a currency is not turned around", () => {
  expect(getFormats("ar").money(2900, "usd", "exact")).toBe("\u200f29.00\u00a0US$\u200e");
  // The mark before the space ends the number, which runs from left to right because of its sign.
  expect(getFormats("ar").money(-300, "usd", "exact")).toBe(
    "\u200f\u200e\u22123.00\u200f\u00a0US$\u200e",
  );
});

test("recent times are relative, and old ones are dates", () => {
  const { relativeTime } = getFormats("en", "UTC");
  expect(relativeTime(at, at + 5000)).toBe("now");
  expect(relativeTime(at, at + 5 * 60_000)).toBe("5 minutes ago");
  expect(relativeTime(at, at + 25 * 3_600_000)).toBe("yesterday");
  expect(relativeTime(at, at + 31 * 86_400_000)).toBe("March 3, 2026");
  expect(getFormats("es", "UTC").relativeTime(at, at + 25 * 3_600_000)).toBe("ayer");
});

test("names are quoted in a list if one of them contains a comma", () => {
  expect(getFormats("en").list(["A", "B, C", "D"])).toBe("“A”, “B, C”, and “D”");
  expect(getFormats("de").list(["A", "B, C"])).toBe("„A“ und „B, C“");
  expect(getFormats("de").list(["B, C"])).toBe("B, C");
  expect(getFormats("fr").list(["A", "B"])).toBe("A et B");
  expect(getFormats("ja").list(["A、B", "C"])).toBe("「A、B」、「C」");
  expect(getFormats("en").listValues(["$1,200", "€30"])).toBe("$1,200 and €30");
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1 kB"],
  [1234, "1.2 kB"],
  [9949, "9.9 kB"],
  [9951, "10 kB"],
  [999_499, "999 kB"],
  [999_500, "1 MB"],
  [2_147_483_648, "2.1 GB"],
])("formatBytes writes %d bytes as %s", (bytes, words) => {
  expect(getFormats("en").size(bytes)).toBe(words);
});

test("countries have names, and unknown codes stay as they are", () => {
  expect(getFormats("de").country("FR")).toBe("Frankreich");
  expect(getFormats("de").country("XQ")).toBe("XQ");
  expect(getFormats("de").country("T1")).toBe("T1");
});
