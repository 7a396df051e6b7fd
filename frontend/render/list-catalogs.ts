import files from "virtual:client-files";
import { sourceLocale } from "../../worker/lib/locales.ts";

/** Returns the files of a language's message catalogs by name, for `data-messages` of the document. */
export function listCatalogs(locale: string): Record<string, string> {
  // The console is in English, whatever the language of the shop around it.
  const { console } = files.catalogs[sourceLocale] ?? {};
  return { ...(console && { console }), ...files.catalogs[locale] };
}
