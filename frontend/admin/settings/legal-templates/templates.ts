import type { LegalPage } from "../../../../worker/shared/legal-pages.ts";
import type { Locale } from "../../../../worker/shared/locales.ts";
import type { ShopLanguages } from "../../translations/translation-values.ts";
import { collectFacts, type LegalFacts } from "./collect-facts.ts";
import { fillTemplate, versionOf } from "./fill-template.ts";

/** The templates by page and language: `./pages/imprint.de.md`. */
const sources = import.meta.glob<string>("./pages/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Returns the languages that a page has a template in. */
const localesOf = (page: LegalPage): Locale[] =>
  Object.keys(sources).flatMap((path) => {
    const [, name, locale] = /\/([a-z]+)\.([\w-]+)\.md$/.exec(path) ?? [];
    return name === page ? [locale as Locale] : [];
  });

const sourceOf = (page: LegalPage, locale: Locale): string =>
  sources[`./pages/${page}.${locale}.md`]!;

/** Returns the version of a page's templates, `YYYY-MM-DD`, the newest of all languages; null if it has none. */
export function findTemplateVersion(page: LegalPage): string | null {
  const versions = localesOf(page).map((locale) => versionOf(sourceOf(page, locale)));
  return versions.toSorted().at(-1) ?? null;
}

/** A page made from its templates. `text` is in the default language of the shop, or else in English. */
export type MadePage = { text: string; translations: { locale: Locale; text: string }[] };

/**
 * Makes a page in each language of the shop that it has a template in.
 * @param now Unix milliseconds; pages say from which day they are
 */
export function makePage(
  page: LegalPage,
  languages: ShopLanguages,
  facts: LegalFacts,
  now: number,
): MadePage {
  const locales = localesOf(page);
  const make = (locale: Locale) =>
    fillTemplate(sourceOf(page, locale), collectFacts(facts, locale, now));
  const inDefault = locales.includes(languages.default) ? languages.default : "en";
  return {
    text: make(inDefault),
    translations: languages.offered
      .filter((locale) => locale !== languages.default && locales.includes(locale))
      .map((locale) => ({ locale, text: make(locale) })),
  };
}
