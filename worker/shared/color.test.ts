import { describe, expect, test } from "vitest";
import { contrastRatio, parseColor, toHex, toOklch } from "./color.ts";

describe("a color", () => {
  test.each([
    ["#0B7285", "#0b7285"],
    ["0b7285", "#0b7285"],
    ["#abc", "#aabbcc"],
    [" #abc ", "#aabbcc"],
    // The values that browsers compute.
    ["oklch(62.8% 0.2577 29.23)", "#ff0000"],
    ["oklch(0.452 0.3132 264.05)", "#0000ff"],
    ["oklch(100% 0 0)", "#ffffff"],
    ["OKLCH(0 0 0deg)", "#000000"],
  ])("the color %s is parsed as %s", (text, hex) => expect(parseColor(text)).toBe(hex));

  test.each([
    "",
    "red",
    "#12345",
    "#gggggg",
    "rgb(1, 2, 3)",
    "oklch(50% 0.1)",
    "oklch(500% 0.1 20)",
    "oklch(1..5 0.1 20)",
    "oklch(50% 0.1 20); } body { display: none",
    "#abc;}",
  ])("%j is no color", (text) => expect(parseColor(text)).toBeNull());

  test("a color outside sRGB keeps its lightness and hue", () => {
    const shown = toOklch(toHex({ lightness: 0.7, chroma: 0.4, hue: 150 }));
    expect(shown.lightness).toBeCloseTo(0.7, 1);
    expect(shown.hue).toBeCloseTo(150, 0);
    expect(shown.chroma).toBeLessThan(0.3);
  });

  test.each(["#0b7285", "#ff8800", "#7a1fa2", "#000000", "#ffffff", "#808080"])(
    "%s survives the round trip through OKLCH",
    (hex) => expect(toHex(toOklch(hex))).toBe(hex),
  );
});

test.each([
  ["#000000", "#ffffff", 21],
  ["#777777", "#ffffff", 4.48],
  ["#ffffff", "#767676", 4.54],
  ["#ff0000", "#ffffff", 4],
  ["#123456", "#123456", 1],
])("%s on %s has a contrast of %d", (one, other, contrast) =>
  expect(contrastRatio(one, other)).toBeCloseTo(contrast, 2),
);
