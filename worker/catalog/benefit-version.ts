import { sha256Hex } from "../lib/crypto.ts";
import { listTexts } from "../translations/edit-translations.ts";
import type { Translations } from "../translations/schema.ts";
import type { Benefit } from "./benefit.ts";

/**
 * Returns a hash of a benefit's state, which edits refer to.
 * @param translations of its texts, if it has any
 */
export function versionOf(
  { name, settings }: Pick<Benefit, "name" | "settings">,
  translations: Translations = {},
): string {
  const texts = listTexts(translations).map(({ locale, field, text }) => [locale, field, text]);
  const state = texts.length > 0 ? [name, settings, texts] : [name, settings];
  return sha256Hex(JSON.stringify(state)).slice(0, 16);
}
