/** The typefaces that a shop can choose. `system`: those of the reader's machine, as `frontend/styles/tokens.css` has. */
export const typefaceNames = ["system", "lora", "bitter", "figtree"] as const;
export type Typeface = (typeof typefaceNames)[number];

/** What each replaces: the headings, or all text. */
const families: Record<Exclude<Typeface, "system">, { family: string; tokens: string[] }> = {
  lora: { family: "Lora", tokens: ["serif"] },
  bitter: { family: "Bitter", tokens: ["serif"] },
  figtree: { family: "Figtree", tokens: ["serif", "sans"] },
};

/** The version of the packages @fontsource-variable/…, from which the files in `frontend/public/fonts` are. */
const VERSION = "5.3.0";

/** The letters in each file, as the packages divide them. The second one is loaded for a text that needs it. */
const ranges = {
  latin:
    "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
  "latin-ext":
    "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
};

const urlOf = (typeface: Typeface, range: string) => `/fonts/${typeface}-${VERSION}-${range}.woff2`;

/**
 * Returns the file that each page needs at once; null for the system's. What a typeface cannot write, such as Japanese
 * and Arabic, is in the system's, so pages in those languages don't wait for it.
 */
export function findFirstFont(typeface: Typeface, locale: string): string | null {
  return typeface === "system" || ["ja", "ar"].includes(locale) ? null : urlOf(typeface, "latin");
}

/** Returns the rules that load a typeface, and the tokens that use it before the system's. */
export function renderTypefaceCss(typeface: Typeface): string {
  if (typeface === "system") return "";
  const { family, tokens } = families[typeface];
  const faces = Object.entries(ranges).map(
    ([range, letters]) =>
      `@font-face {\n  font-family: "${family}";\n  font-weight: 400 700;\n  font-display: swap;\n  src: url("${urlOf(typeface, range)}") format("woff2");\n  unicode-range: ${letters};\n}\n`,
  );
  const fallback = tokens.includes("sans") ? "system-ui, sans-serif" : "Georgia, serif";
  const lines = tokens.map((token) => `  --${token}: "${family}", ${fallback};\n`);
  return `${faces.join("")}:root {\n${lines.join("")}}\n`;
}
