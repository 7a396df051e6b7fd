import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  hashLicenseKey,
  isWellFormedLicenseKey,
  newLicenseKey,
  normalizeLicenseKey,
} from "./license-key.ts";

const prefix = fc.stringMatching(/^[A-Z][A-Z0-9]{1,9}$/);
const key = prefix.map(newLicenseKey);

/** Characters that differ from each other after normalization. */
const characters = [..."0123456789ABCDEFGHJKMNPQRSTUVWXYZ"];

describe("a new key", () => {
  test("a new key has the documented format and is unique", () => {
    expect(newLicenseKey("TIDE")).toMatch(/^TIDE(-[0-9A-HJKMNP-TV-Z]{5}){5}$/);
    const keys = Array.from({ length: 1000 }, () => newLicenseKey("TIDE"));
    expect(new Set(keys).size).toBe(1000);
  });

  test("a new key is well-formed with any case, spaces and dashes", () => {
    fc.assert(
      fc.property(key, (whole) => {
        const typed = [
          whole.toLowerCase(),
          whole.replaceAll("-", " "),
          whole.replaceAll("-", " – "),
          whole.replaceAll("0", "o").replaceAll("1", "l"),
          `\u200b ${whole}\n`,
        ];
        for (const each of typed) {
          expect(isWellFormedLicenseKey(each)).toBe(true);
          expect(hashLicenseKey(each)).toBe(hashLicenseKey(whole));
        }
      }),
    );
  });

  test("a key with one wrong character is not well-formed", () => {
    fc.assert(
      fc.property(key, fc.nat(), fc.nat(), (whole, at, other) => {
        const text = normalizeLicenseKey(whole);
        const place = at % text.length;
        const wrong = characters[other % characters.length] ?? "";
        fc.pre(wrong !== text[place]);
        expect(isWellFormedLicenseKey(text.slice(0, place) + wrong + text.slice(place + 1))).toBe(
          false,
        );
      }),
      { numRuns: 1000 },
    );
  });

  test("a key with two swapped characters is not well-formed", () => {
    fc.assert(
      fc.property(key, fc.nat(), fc.nat(), (whole, one, other) => {
        const text = [...normalizeLicenseKey(whole)];
        const [a, b] = [one % text.length, other % text.length];
        fc.pre(text[a] !== text[b]);
        [text[a], text[b]] = [text[b] ?? "", text[a] ?? ""];
        expect(isWellFormedLicenseKey(text.join(""))).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test("a key without its last characters is not well-formed", () => {
    fc.assert(
      fc.property(key, fc.integer({ min: 8, max: 20 }), (whole, length) => {
        expect(isWellFormedLicenseKey(whole.slice(0, length))).toBe(false);
      }),
    );
  });
});

/** Any text, including lone surrogates. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10_ff_ff }), { maxLength: 40 })
  .map((points) => String.fromCodePoint(...points));

test("normalizing a normalized text changes nothing", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(isWellFormedLicenseKey(text)).toBe(false);
      expect(hashLicenseKey(text)).toMatch(/^[0-9a-f]{64}$/);
    }),
  );
});
