import { contrastOf, parseColor, toHex, toOklch } from "../lib/color.ts";

export type Scheme = "light" | "dark";

/** What text needs by WCAG 2.2, level AA. */
export const LEAST_CONTRAST = 4.5;

/**
 * What the accent is seen on, and seen through as text on buttons: `--paper` and `--paper-sunk` of
 * `frontend/styles/tokens.css`; a test keeps the two alike.
 */
export const surfaces: Record<Scheme, { paper: string; sunk: string }> = {
  light: {
    paper: toHex({ lightness: 0.987, chroma: 0.002, hue: 220 }),
    sunk: toHex({ lightness: 0.956, chroma: 0.006, hue: 215 }),
  },
  dark: {
    paper: toHex({ lightness: 0.175, chroma: 0.014, hue: 230 }),
    sunk: toHex({ lightness: 0.22, chroma: 0.016, hue: 230 }),
  },
};

/** A color on a scheme's pages: `contrast` is the least, cut to a tenth; `nearest` is itself where that is enough. */
export type Verdict = { color: string; contrast: number; passes: boolean; nearest: string };

/**
 * Whether an accent can be read on the pages of a scheme, and text of the paper's color on it.
 * @param color `#rrggbb`
 */
export function judgeAccent(color: string, scheme: Scheme): Verdict {
  const contrast = leastContrast(color, scheme);
  const passes = contrast >= LEAST_CONTRAST;
  return {
    color,
    contrast: Math.floor(contrast * 10) / 10,
    passes,
    nearest: passes ? color : findNearest(color, scheme),
  };
}

/** The accent of dark pages where the seller names none: the same hue, light and calm. */
export function darkAccentOf(light: string): string {
  const { chroma, hue } = toOklch(light);
  return judgeAccent(toHex({ lightness: 0.82, chroma: Math.min(chroma, 0.13), hue }), "dark")
    .nearest;
}

/**
 * The stylesheet of a shop's accent; empty where it has none of its own. It stands outside of the layers, and so over
 * the tokens.
 */
export function writeTheme(shop: { accent: string | null; accentDark: string | null }): string {
  const light = shop.accent && parseColor(shop.accent);
  if (!light) return "";
  const dark = (shop.accentDark && parseColor(shop.accentDark)) || darkAccentOf(light);
  const tokens = {
    accent: [light, dark],
    "accent-strong": [shift(light, -0.075), shift(dark, 0.07)],
    "on-accent": [surfaces.light.paper, surfaces.dark.paper],
  };
  const lines = Object.entries(tokens).map(
    ([name, [light, dark]]) => `  --${name}: light-dark(${light}, ${dark});\n`,
  );
  return `:root {\n${lines.join("")}}\n`;
}

function leastContrast(color: string, scheme: Scheme): number {
  const { paper, sunk } = surfaces[scheme];
  return Math.min(contrastOf(color, paper), contrastOf(color, sunk));
}

/** The same hue, no darker or lighter than it has to be. */
function findNearest(color: string, scheme: Scheme): string {
  const { lightness, chroma, hue } = toOklch(color);
  const at = (lightness: number) => toHex({ lightness, chroma, hue });
  let [failing, passing] = [lightness, scheme === "light" ? 0 : 1];
  for (let step = 0; step < 20; step++) {
    const middle = (failing + passing) / 2;
    if (leastContrast(at(middle), scheme) >= LEAST_CONTRAST) passing = middle;
    else failing = middle;
  }
  return at(passing);
}

function shift(color: string, by: number): string {
  const { lightness, ...rest } = toOklch(color);
  return toHex({ ...rest, lightness: Math.min(Math.max(lightness + by, 0), 1) });
}
