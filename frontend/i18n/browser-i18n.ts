import type { I18n, Messages } from "@lingui/core";
import { LOCALE_PARAM, toConsoleLocale, type Locale } from "../../worker/shared/locales.ts";
import { createI18n } from "./create-i18n.ts";

/** Translates into the language of this document, which the Worker has chosen. Another language is another document. */
export const browserI18n = createI18n(document.documentElement.lang);

const loading = new Map<CatalogName, Promise<void>>();

/**
 * Loads a part of the catalog, once.
 * @throws if it cannot be loaded; the next call tries again
 */
export function loadCatalog(name: CatalogName): Promise<void> {
  const known = loading.get(name);
  if (known) return known;
  const load = importCatalog(name).then(
    (messages) => browserI18n.load(browserI18n.locale, messages),
    (error: unknown) => {
      loading.delete(name);
      throw error;
    },
  );
  loading.set(name, load);
  return load;
}

/** The parts of the message catalog (locales/lingui.config.ts). A page loads those it uses, in one language. */
export type CatalogName = "shell" | "shop" | "account" | "seats" | "plain" | "console";

type Catalog = { messages: Messages };

/** Without a build, as in development. */
const sources: Record<string, () => Promise<Catalog>> = import.meta.env.DEV
  ? import.meta.glob<Catalog>("../../locales/*/{shell,shop,account,seats,console}.po")
  : {};

/**
 * Loads a part of the catalog in the language of this document. The Worker has named the file on the document: a list
 * of all languages' files would be part of the first load.
 * @throws if it cannot be loaded
 */
async function importCatalog(name: CatalogName): Promise<Messages> {
  const { lang, dataset } = document.documentElement;
  const files = JSON.parse(dataset["messages"] ?? "{}") as Partial<Record<CatalogName, string>>;
  const catalog = import.meta.env.DEV
    ? await sources[
        `../../locales/${name === "console" ? toConsoleLocale(lang) : lang}/${name}.po`
      ]!()
    : ((await import(/* @vite-ignore */ files[name] ?? "")) as Catalog);
  return catalog.messages;
}

const others = new Map<Locale, Promise<I18n>>();

/**
 * Loads what translates the shop's messages into any language of buyers, once: for words in a picture. The files of
 * another language are named by a page of the shop in it.
 * @throws if they cannot be loaded; the next call tries again
 */
export function loadI18nOf(locale: Locale): Promise<I18n> {
  if (locale === browserI18n.locale) return loadCatalog("shop").then(() => browserI18n);
  const known = others.get(locale);
  if (known) return known;
  const load = importShopCatalog(locale).then((messages) => createI18n(locale, messages));
  others.set(locale, load);
  load.catch(() => others.delete(locale));
  return load;
}

async function importShopCatalog(locale: Locale): Promise<Messages> {
  if (import.meta.env.DEV) return (await sources[`../../locales/${locale}/shop.po`]!()).messages;
  const response = await fetch(`/?${LOCALE_PARAM}=${locale}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const { lang, dataset } = page.documentElement;
  const files = JSON.parse(dataset["messages"] ?? "{}") as Partial<Record<CatalogName, string>>;
  if (lang !== locale || !files.shop) throw new Error(`No messages in ${locale}`);
  return ((await import(/* @vite-ignore */ files.shop)) as Catalog).messages;
}
