import { describe, expect, test } from "vitest";
// oxlint-disable-next-line no-restricted-imports -- what is compared with it is ours
import tokens from "../../frontend/styles/tokens.css?raw";
import { contrastOf, parseColor, toOklch } from "../lib/color.ts";
import { darkAccentOf, judgeAccent, LEAST_CONTRAST, surfaces, writeTheme } from "./accent.ts";

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
  test("is judged on the pages' own colors", () => {
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

  test("that is dark enough passes on light pages, and not on dark ones", () => {
    expect(judgeAccent("#0b4f5c", "light")).toMatchObject({ passes: true, nearest: "#0b4f5c" });
    expect(judgeAccent("#0b4f5c", "dark").passes).toBe(false);
  });

  test("just below what text needs is refused, and not rounded up to it", () => {
    const gray = judgeAccent("#757575", "light");
    expect(gray.passes).toBe(false);
    expect(gray.contrast).toBeLessThan(LEAST_CONTRAST);
  });

  test.each(colors.flatMap((color) => schemes.map((scheme) => [color, scheme] as const)))(
    "near %s passes on %s pages, with the same hue and hardly more than needed",
    (color, scheme) => {
      const { nearest, passes } = judgeAccent(color, scheme);
      const { paper, sunk } = surfaces[scheme];
      const contrast = Math.min(contrastOf(nearest, paper), contrastOf(nearest, sunk));
      expect(contrast).toBeGreaterThanOrEqual(LEAST_CONTRAST);
      const [before, after] = [toOklch(color), toOklch(nearest)];
      // What has next to no chroma has no hue either.
      const turned = after.chroma < 0.03 ? 0 : ((before.hue - after.hue + 540) % 360) - 180;
      expect(Math.abs(turned)).toBeLessThan(4);
      expect(passes || contrast < LEAST_CONTRAST + 0.15).toBe(true);
    },
  );
});

describe("the theme of a shop", () => {
  const tokenOf = (css: string, name: string) =>
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\);`).exec(css)!.slice(1, 3) as [
      string,
      string,
    ];

  test("is nothing where no accent was chosen", () => {
    expect(writeTheme({ accent: null, accentDark: "#ffffff" })).toBe("");
  });

  test.each(["#0b7285", "#a60000", "#3b3b3b", "#000000"])(
    "with %s is readable in both schemes: as text, on buttons, and on buttons that are pointed at",
    (accent) => {
      const css = writeTheme({ accent, accentDark: null });
      const on = tokenOf(css, "on-accent");
      expect(tokenOf(css, "accent")[0]).toBe(accent);
      for (const [at, scheme] of schemes.entries()) {
        expect(judgeAccent(tokenOf(css, "accent")[at]!, scheme).passes).toBe(true);
        for (const name of ["accent", "accent-strong"])
          expect(contrastOf(tokenOf(css, name)[at]!, on[at]!)).toBeGreaterThanOrEqual(
            LEAST_CONTRAST,
          );
      }
    },
  );

  test("uses the seller's own color for dark pages where there is one", () => {
    const css = writeTheme({ accent: "#0b4f5c", accentDark: "#ffcc00" });
    expect(tokenOf(css, "accent")).toEqual(["#0b4f5c", "#ffcc00"]);
    expect(darkAccentOf("#0b4f5c")).not.toBe("#ffcc00");
  });

  test("cannot be broken out of by what is stored", () => {
    expect(writeTheme({ accent: "red; } body { display: none", accentDark: null })).toBe("");
  });
});
