import type { I18n, Messages } from "@lingui/core";
import { createI18n } from "../i18n/create-i18n.ts";
import { setTimeZone } from "../i18n/formats-of.ts";

const files = import.meta.glob<{ messages: Messages }>(
  "../../locales/*/{shell,shop,account,plain}.po",
);

const byLocale = new Map<string, I18n>();

/** Returns what translates the pages that the Worker draws. Shared by all requests of a language, and never changed. */
export async function loadI18n(locale: string): Promise<I18n> {
  const loaded = byLocale.get(locale) ?? (await load(locale));
  byLocale.set(locale, loaded);
  return loaded;
}

/** The same with dates in this time zone, for the pages of one user. Null if it is unknown, which is UTC. */
export async function loadI18nIn(locale: string, timeZone: string | null): Promise<I18n> {
  const shared = await loadI18n(locale);
  if (timeZone === null) return shared;
  const i18n = createI18n(locale, shared.messages);
  setTimeZone(i18n, timeZone);
  return i18n;
}

async function load(locale: string): Promise<I18n> {
  const i18n = createI18n(locale);
  const catalogs = Object.entries(files).filter(([path]) => path.includes(`/${locale}/`));
  for (const { messages } of await Promise.all(catalogs.map(([, open]) => open())))
    i18n.load(locale, messages);
  return i18n;
}
