import type { Messages } from "@lingui/core";
import { toConsoleLocale } from "../../worker/shared/locales.ts";
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
export type CatalogName = "shell" | "shop" | "account" | "plain" | "console";

type Catalog = { messages: Messages };

/** Without a build, as in development. */
const sources: Record<string, () => Promise<Catalog>> = import.meta.env.DEV
  ? import.meta.glob<Catalog>("../../locales/*/{shell,shop,account,console}.po")
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
