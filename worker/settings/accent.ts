import { contrastRatio, parseColor, toHex, toOklch } from "../shared/color.ts";

export type ColorScheme = "light" | "dark";

/** Minimum contrast for text in WCAG 2.2, level AA. */
export const MIN_CONTRAST = 4.5;

/**
 * Background colors behind the accent, and text colors on accent buttons: `--paper` and `--paper-sunk` of
 * `frontend/styles/tokens.css`. A test compares the two.
 */
export const surfaces: Record<ColorScheme, { paper: string; sunk: string }> = {
  light: {
    paper: toHex({ lightness: 0.987, chroma: 0.002, hue: 220 }),
    sunk: toHex({ lightness: 0.956, chroma: 0.006, hue: 215 }),
  },
  dark: {
    paper: toHex({ lightness: 0.175, chroma: 0.014, hue: 230 }),
    sunk: toHex({ lightness: 0.22, chroma: 0.016, hue: 230 }),
  },
};

/**
 * How readable a color is in a scheme. `contrast` is the lowest one, rounded down to a tenth. `nearest` is the nearest
 * readable color: the color itself if it passes.
 */
export type AccentCheck = { color: string; contrast: number; passes: boolean; nearest: string };

/**
 * Checks whether an accent is readable on a scheme's pages, and text in the page color is readable on the accent.
 * @param color `#rrggbb`
 */
export function checkAccent(color: string, scheme: ColorScheme): AccentCheck {
  const contrast = minContrast(color, scheme);
  const passes = contrast >= MIN_CONTRAST;
  return {
    color,
    contrast: Math.floor(contrast * 10) / 10,
    passes,
    nearest: passes ? color : findNearestReadable(color, scheme),
  };
}

/** Returns the default accent for dark pages: the same hue, lighter and less saturated. */
export function deriveDarkAccent(light: string): string {
  const { chroma, hue } = toOklch(light);
  return checkAccent(toHex({ lightness: 0.82, chroma: Math.min(chroma, 0.13), hue }), "dark")
    .nearest;
}

/**
 * Returns the stylesheet with the shop's accent, or an empty string if it has none. It is in no cascade layer, so it
 * overrides the default tokens.
 */
export function renderThemeCss(shop: { accent: string | null; accentDark: string | null }): string {
  const light = shop.accent && parseColor(shop.accent);
  if (!light) return "";
  const dark = (shop.accentDark && parseColor(shop.accentDark)) || deriveDarkAccent(light);
  const tokens = {
    accent: [light, dark],
    "accent-strong": [shiftLightness(light, -0.075), shiftLightness(dark, 0.07)],
    "on-accent": [surfaces.light.paper, surfaces.dark.paper],
  };
  const lines = Object.entries(tokens).map(
    ([name, [light, dark]]) => `  --${name}: light-dark(${light}, ${dark});\n`,
  );
  return `:root {\n${lines.join("")}}\n`;
}

function minContrast(color: string, scheme: ColorScheme): number {
  const { paper, sunk } = surfaces[scheme];
  return Math.min(contrastRatio(color, paper), contrastRatio(color, sunk));
}

/** Returns the readable color of the same hue with the smallest change in lightness. */
function findNearestReadable(color: string, scheme: ColorScheme): string {
  const { lightness, chroma, hue } = toOklch(color);
  const at = (lightness: number) => toHex({ lightness, chroma, hue });
  let [failing, passing] = [lightness, scheme === "light" ? 0 : 1];
  for (let step = 0; step < 20; step++) {
    const middle = (failing + passing) / 2;
    if (minContrast(at(middle), scheme) >= MIN_CONTRAST) passing = middle;
    else failing = middle;
  }
  return at(passing);
}

function shiftLightness(color: string, by: number): string {
  const { lightness, ...rest } = toOklch(color);
  return toHex({ ...rest, lightness: Math.min(Math.max(lightness + by, 0), 1) });
}
