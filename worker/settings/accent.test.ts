import { describe, expect, test } from "vitest";
// oxlint-disable-next-line no-restricted-imports -- the test compares it with the Worker's colors
import tokens from "../../frontend/styles/tokens.css?raw";
import { contrastRatio, parseColor, toOklch } from "../shared/color.ts";
import { deriveDarkAccent, checkAccent, MIN_CONTRAST, surfaces, renderThemeCss } from "./accent.ts";

const schemes = ["light", "dark"] as const;
const colors = [
  "#0b7285",
  "#ffdd00",
  "#ff0000",
  "#00ff00",
  "#7a1fa2",
  "#888888",
  "#ffffff",
  "#000000",
];

describe("an accent", () => {
  test("an accent is checked against the page colors in the stylesheet", () => {
    for (const [token, name] of [
      ["--paper", "paper"],
      ["--paper-sunk", "sunk"],
    ] as const) {
      const [, light, dark] =
        new RegExp(`${token}: light-dark\\((oklch\\(.+?\\)), (oklch\\(.+?\\))\\)`).exec(tokens) ??
        [];
      expect(parseColor(light ?? "")).toBe(surfaces.light[name]);
      expect(parseColor(dark ?? "")).toBe(surfaces.dark[name]);
    }
  });

  test("an accent that is dark enough passes on light pages but not on dark ones", () => {
    expect(checkAccent("#0b4f5c", "light")).toMatchObject({ passes: true, nearest: "#0b4f5c" });
    expect(checkAccent("#0b4f5c", "dark").passes).toBe(false);
  });

  test("an accent just below the minimum contrast is refused, not rounded up", () => {
    const gray = checkAccent("#757575", "light");
    expect(gray.passes).toBe(false);
    expect(gray.contrast).toBeLessThan(MIN_CONTRAST);
  });

  test.each(colors.flatMap((color) => schemes.map((scheme) => [color, scheme] as const)))(
    "the accent nearest to %s on %s pages passes, with the same hue and little more contrast",
    (color, scheme) => {
      const { nearest, passes } = checkAccent(color, scheme);
      const { paper, sunk } = surfaces[scheme];
      const contrast = Math.min(contrastRatio(nearest, paper), contrastRatio(nearest, sunk));
      expect(contrast).toBeGreaterThanOrEqual(MIN_CONTRAST);
      const [before, after] = [toOklch(color), toOklch(nearest)];
      // A color with almost no chroma has no hue.
      const turned = after.chroma < 0.03 ? 0 : ((before.hue - after.hue + 540) % 360) - 180;
      expect(Math.abs(turned)).toBeLessThan(4);
      expect(passes || contrast < MIN_CONTRAST + 0.15).toBe(true);
    },
  );
});

describe("the theme of a shop", () => {
  const tokenOf = (css: string, name: string) =>
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\);`).exec(css)!.slice(1, 3) as [
      string,
      string,
    ];

  test("the theme is empty if no accent was chosen", () => {
    expect(renderThemeCss({ accent: null, accentDark: "#ffffff" })).toBe("");
  });

  test.each(["#0b7285", "#a60000", "#3b3b3b", "#000000"])(
    "the theme with %s is readable in both schemes: as text, on buttons and on hovered buttons",
    (accent) => {
      const css = renderThemeCss({ accent, accentDark: null });
      const on = tokenOf(css, "on-accent");
      expect(tokenOf(css, "accent")[0]).toBe(accent);
      for (const [at, scheme] of schemes.entries()) {
        expect(checkAccent(tokenOf(css, "accent")[at]!, scheme).passes).toBe(true);
        for (const name of ["accent", "accent-strong"])
          expect(contrastRatio(tokenOf(css, name)[at]!, on[at]!)).toBeGreaterThanOrEqual(
            MIN_CONTRAST,
          );
      }
    },
  );

  test("the theme uses the seller's color for dark pages if there is one", () => {
    const css = renderThemeCss({ accent: "#0b4f5c", accentDark: "#ffcc00" });
    expect(tokenOf(css, "accent")).toEqual(["#0b4f5c", "#ffcc00"]);
    expect(deriveDarkAccent("#0b4f5c")).not.toBe("#ffcc00");
  });

  test("the theme can't be broken by a stored value", () => {
    expect(renderThemeCss({ accent: "red; } body { display: none", accentDark: null })).toBe("");
  });
});
