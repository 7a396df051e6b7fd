import { expect, test } from "vitest";
import { locales, matchLocale } from "./locales.ts";

test.each([
  [["de"], "de"],
  [["DE-at"], "de"],
  [["pt"], "pt-BR"],
  [["pt-PT"], "pt-BR"],
  [["zh-Hant-TW", "ja-JP"], "ja"],
  [["ar-EG-u-nu-latn"], "ar"],
  [["nl", "*", "fr"], "fr"],
  [["nl"], undefined],
  [["", "-", "d", "deutsch"], undefined],
  [[], undefined],
])("%j is answered in %s", (wanted, expected) => {
  expect(matchLocale(wanted, locales)).toBe(expected);
});

test("a language is never answered with one that is not offered", () => {
  expect(matchLocale(["pt", "de"], ["en", "de"])).toBe("de");
  expect(matchLocale(["en"], ["en-XA", "en"])).toBe("en");
});
