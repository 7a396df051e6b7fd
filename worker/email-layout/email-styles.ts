import type { ColorScheme } from "../settings/accent.ts";
import type { EmailColors, SchemeColors } from "./email-colors.ts";

/**
 * Fonts of the reader's machine: an email loads nothing from other sites. Japanese and Arabic fonts come with the
 * system.
 */
export const fonts = {
  sans: "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  mono: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
};

/**
 * Returns the stylesheet of an email: what inline styles cannot say.
 * @param scheme shows it in this scheme only, for a preview
 */
export function emailStyles(colors: EmailColors, scheme: ColorScheme | undefined): string {
  const dark = darkRules(colors.dark);
  const darkStyles = {
    light: "",
    dark: toRules(dark),
    // Outlook on the web and on phones marks what it has recolored instead of using the media query.
    either: `@media (prefers-color-scheme: dark) {\n${toRules(dark)}}\n${toRules(dark, "[data-ogsc] ")}${toRules(dark, "[data-ogsb] ")}`,
  };
  return `:root { color-scheme: ${scheme ?? "light dark"}; supported-color-schemes: ${scheme ?? "light dark"}; }
@media (max-width: 480px) {
.outer { padding: 24px 20px !important; }
}
${darkStyles[scheme ?? "either"]}`;
}

function darkRules(colors: SchemeColors): Record<string, string> {
  const { paper, sunk, ink, soft, line, accent, onAccent } = colors;
  return {
    ".page": `background-color: ${paper} !important;`,
    ".ink": `color: ${ink} !important;`,
    ".soft": `color: ${soft} !important;`,
    ".line": `border-color: ${line} !important;`,
    ".code": `background-color: ${sunk} !important; color: ${ink} !important;`,
    ".link": `color: ${accent} !important;`,
    ".button": `background-color: ${accent} !important; color: ${onAccent} !important;`,
  };
}

function toRules(rules: Record<string, string>, prefix = ""): string {
  return Object.entries(rules)
    .map(([selector, style]) => `${prefix}${selector} { ${style} }\n`)
    .join("");
}
