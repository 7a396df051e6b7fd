import { importCatalog, type CatalogName } from "./catalogs.ts";
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
