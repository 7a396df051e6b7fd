import { setupI18n, type I18n, type Messages } from "@lingui/core";

/**
 * Creates what translates messages into one language.
 * @param locale a language that has catalogs
 * @param messages those that are loaded already
 */
export function createI18n(locale: string, messages: Messages = {}): I18n {
  // Without an entry, a language that has no translations yet is reported as not loaded.
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  // Its page loads too few catalogs, or `npm run messages` was not run.
  i18n.on("missing", ({ id }) => console.error(`No message ${id} in ${locale}`));
  return i18n;
}
