import { expect, test } from "vitest";
import { fitText } from "./fit-text.ts";

/** Every character is as wide as the font is high. */
const measure = (text: string, fontSize: number) => [...text].length * fontSize;
const box = { fontSizes: [10, 5], width: 100, maxLines: 2 };

test.each([
  ["a short text stays on one line in the large font", "Tides", 10, ["Tides"]],
  ["a longer text is broken after words", "Salt marsh tides", 10, ["Salt marsh", "tides"]],
  [
    "a text of too many lines gets the small font",
    "Recordings of salt marshes",
    5,
    ["Recordings of salt", "marshes"],
  ],
  ["a long word gets the small font", "Wattenmeeraufnahmen", 5, ["Wattenmeeraufnahmen"]],
  [
    "a word that is too long for every font is broken",
    "Wattenmeeraufnahmen-Sammlung",
    5,
    ["Wattenmeeraufnahmen-", "Sammlung"],
  ],
  [
    "a text that is still too long ends with an ellipsis",
    "Recordings of salt marshes at low water, by night",
    5,
    ["Recordings of salt", "marshes at low…"],
  ],
  ["an empty text has no lines", "  ", 10, []],
])("%s", (_, text, fontSize, lines) => {
  expect(fitText(text, box, measure)).toEqual({ fontSize, lines });
});

test("every line fits, also one of wide characters", () => {
  const { fontSize, lines } = fitText("🎧".repeat(60), box, measure);
  expect(lines.join("")).toMatch(/^🎧+…$/u);
  for (const line of lines) expect(measure(line, fontSize)).toBeLessThanOrEqual(100);
});
