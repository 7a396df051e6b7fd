import { setupI18n, type I18n, type Messages } from "@lingui/core";
import { logEvent } from "../lib/log.ts";

const files = import.meta.glob<{ messages: Messages }>("../../locales/*/emails.po");

const byLocale = new Map<string, I18n>();

/**
 * Returns what translates emails into a language. Shared by all emails in it, and never changed.
 * @throws if there is no catalog in this language
 */
export async function loadEmailI18n(locale: string): Promise<I18n> {
  const loaded = byLocale.get(locale) ?? (await load(locale));
  byLocale.set(locale, loaded);
  return loaded;
}

async function load(locale: string): Promise<I18n> {
  const open = files[`../../locales/${locale}/emails.po`];
  if (!open) throw new Error(`No emails in ${locale}`);
  const { messages } = await open();
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  i18n.on("missing", ({ id }) => logEvent("error", "email.message_missing", { id, locale }));
  return i18n;
}
