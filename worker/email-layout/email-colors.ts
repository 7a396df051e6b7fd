import { parseColor, toHex } from "../shared/color.ts";
import { deriveDarkAccent, surfaces, type ColorScheme } from "../settings/accent.ts";

/** The colors of an email in one scheme, `#rrggbb`, because email programs know no other notation. */
export type SchemeColors = {
  paper: string;
  sunk: string;
  ink: string;
  soft: string;
  line: string;
  accent: string;
  onAccent: string;
};

export type EmailColors = Record<ColorScheme, SchemeColors>;

/** As `frontend/styles/tokens.css`, but with a white page: programs turn it dark most reliably. */
const base: Record<ColorScheme, Omit<SchemeColors, "onAccent">> = {
  light: {
    paper: "#ffffff",
    sunk: surfaces.light.sunk,
    ink: toHex({ lightness: 0.24, chroma: 0.022, hue: 235 }),
    soft: toHex({ lightness: 0.46, chroma: 0.02, hue: 230 }),
    line: toHex({ lightness: 0.885, chroma: 0.008, hue: 215 }),
    accent: toHex({ lightness: 0.395, chroma: 0.075, hue: 222 }),
  },
  dark: {
    paper: surfaces.dark.paper,
    sunk: surfaces.dark.sunk,
    ink: toHex({ lightness: 0.935, chroma: 0.008, hue: 210 }),
    soft: toHex({ lightness: 0.74, chroma: 0.016, hue: 215 }),
    line: toHex({ lightness: 0.31, chroma: 0.016, hue: 228 }),
    accent: toHex({ lightness: 0.82, chroma: 0.062, hue: 207 }),
  },
};

/**
 * Returns the colors of the shop's emails. Accents are readable as text and under text on these surfaces, because that
 * is checked when they are saved.
 */
export function chooseEmailColors(shop: {
  accent: string | null;
  accentDark: string | null;
}): EmailColors {
  const light = shop.accent && parseColor(shop.accent);
  const dark =
    light && ((shop.accentDark && parseColor(shop.accentDark)) || deriveDarkAccent(light));
  return {
    light: { ...base.light, accent: light || base.light.accent, onAccent: base.light.paper },
    dark: { ...base.dark, accent: dark || base.dark.accent, onAccent: base.dark.paper },
  };
}
