import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  hashLicenseKey,
  isWholeLicenseKey,
  newLicenseKey,
  normalizeLicenseKey,
} from "./license-key.ts";

const prefix = fc.stringMatching(/^[A-Z][A-Z0-9]{1,9}$/);
const key = prefix.map(newLicenseKey);

/** What may be typed in a character's place and still be another. */
const characters = [..."0123456789ABCDEFGHJKMNPQRSTUVWXYZ"];

describe("a new key", () => {
  test("reads well, and is like no other", () => {
    expect(newLicenseKey("TIDE")).toMatch(/^TIDE(-[0-9A-HJKMNP-TV-Z]{5}){5}$/);
    const keys = Array.from({ length: 1000 }, () => newLicenseKey("TIDE"));
    expect(new Set(keys).size).toBe(1000);
  });

  test("is whole, however it is typed", () => {
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
          expect(isWholeLicenseKey(each)).toBe(true);
          expect(hashLicenseKey(each)).toBe(hashLicenseKey(whole));
        }
      }),
    );
  });

  test("with one wrong character is not whole", () => {
    fc.assert(
      fc.property(key, fc.nat(), fc.nat(), (whole, at, other) => {
        const text = normalizeLicenseKey(whole);
        const place = at % text.length;
        const wrong = characters[other % characters.length] ?? "";
        fc.pre(wrong !== text[place]);
        expect(isWholeLicenseKey(text.slice(0, place) + wrong + text.slice(place + 1))).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test("with two characters in each other's place is not whole", () => {
    fc.assert(
      fc.property(key, fc.nat(), fc.nat(), (whole, one, other) => {
        const text = [...normalizeLicenseKey(whole)];
        const [a, b] = [one % text.length, other % text.length];
        fc.pre(text[a] !== text[b]);
        [text[a], text[b]] = [text[b] ?? "", text[a] ?? ""];
        expect(isWholeLicenseKey(text.join(""))).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test("that lost its end is not whole", () => {
    fc.assert(
      fc.property(key, fc.integer({ min: 8, max: 20 }), (whole, length) => {
        expect(isWholeLicenseKey(whole.slice(0, length))).toBe(false);
      }),
    );
  });
});

/** Any code points, halves of characters too. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10_ff_ff }), { maxLength: 40 })
  .map((points) => String.fromCodePoint(...points));

test("any text is normalized, once and for all", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(isWholeLicenseKey(text)).toBe(false);
      expect(hashLicenseKey(text)).toMatch(/^[0-9a-f]{64}$/);
    }),
  );
});
