/** Linear sRGB with channels from 0 to 1. Values outside that range are out of gamut. */
type LinearRgb = [red: number, green: number, blue: number];

/** OKLCH: lightness 0 to 1, chroma, hue in degrees. */
export type Oklch = { lightness: number; chroma: number; hue: number };

const HEX = /^#?(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i;
const OKLCH = /^oklch\(\s*([\d.]+)(%?)\s+([\d.]+)\s+(-?[\d.]+)(?:deg)?\s*\)$/i;

/**
 * Parses a color: `#rgb`, `#rrggbb`, or `oklch(L C H)` with L as a number up to 1 or in percent. For a color outside
 * sRGB, the chroma is reduced until it fits.
 * @returns `#rrggbb` in lower case, or null if the text isn't such a color
 */
export function parseColor(text: string): string | null {
  const [, short, long] = HEX.exec(text.trim()) ?? [];
  if (short !== undefined)
    return `#${[...short].map((digit) => digit + digit).join("")}`.toLowerCase();
  if (long !== undefined) return `#${long}`.toLowerCase();
  const [, lightness, percent, chroma, hue] = OKLCH.exec(text.trim()) ?? [];
  if (lightness === undefined) return null;
  const color = {
    lightness: Number(lightness) / (percent === "%" ? 100 : 1),
    chroma: Number(chroma),
    hue: Number(hue),
  };
  const isColor = color.lightness <= 1 && color.chroma <= 0.5 && Number.isFinite(color.hue);
  return isColor ? toHex(color) : null;
}

/** Returns the WCAG 2 contrast ratio of two colors (`#rrggbb`), from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [dark, light] = [relativeLuminance(one), relativeLuminance(other)].toSorted(
    (a, b) => a - b,
  );
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** @param hex `#rrggbb` */
export function toOklch(hex: string): Oklch {
  const [l, m, s] = toConeResponse(parseHex(hex));
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { lightness, chroma: Math.hypot(a, b), hue: (Math.atan2(b, a) * 180) / Math.PI };
}

/** Returns the color as `#rrggbb`. Chroma is reduced to what sRGB can show at that lightness and hue. */
export function toHex({ lightness, chroma, hue }: Oklch): string {
  const at = (chroma: number) => toLinear({ lightness, chroma, hue });
  if (isInSrgbGamut(at(chroma))) return encodeHex(at(chroma));
  let [inGamut, outOfGamut] = [0, chroma];
  for (let step = 0; step < 20; step++) {
    const middle = (inGamut + outOfGamut) / 2;
    if (isInSrgbGamut(at(middle))) inGamut = middle;
    else outOfGamut = middle;
  }
  return encodeHex(at(inGamut));
}

// The matrices are from Björn Ottosson, "A perceptual color space for image processing".
function toConeResponse([red, green, blue]: LinearRgb): LinearRgb {
  return [
    Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue),
    Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue),
    Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue),
  ];
}

function toLinear({ lightness, chroma, hue }: Oklch): LinearRgb {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function isInSrgbGamut(color: LinearRgb): boolean {
  return color.every((channel) => channel >= -0.0005 && channel <= 1.0005);
}

function relativeLuminance(hex: string): number {
  const [red, green, blue] = parseHex(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Mixes two colors in sRGB. @param share of the second one, from 0 to 1 */
export function mixColors(from: string, to: string, share: number): string {
  const mixed = [1, 3, 5].map((at) => {
    const [a, b] = [from, to].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    const value = Math.round((a ?? 0) + ((b ?? 0) - (a ?? 0)) * share);
    return value.toString(16).padStart(2, "0");
  });
  return `#${mixed.join("")}`;
}

function parseHex(hex: string): LinearRgb {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function encodeHex(color: LinearRgb): string {
  const digits = color.map((channel) => {
    const linear = Math.min(Math.max(channel, 0), 1);
    const value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${digits.join("")}`;
}
