import { expect, test } from "vitest";
import { locales } from "../../worker/shared/locales.ts";
import {
  readLegalText,
  readDescription,
  readPages,
  readTranslatedLegalText,
  readTranslatedPage,
  readTranslatedProduct,
  readTranslatedTexts,
} from "./content.ts";
import { seedProducts } from "./products.ts";
import { seedSections } from "./storefront.ts";

/** The headings, list entries and paragraphs of a Markdown text: the same in each language. */
const shapeOf = (text: string) =>
  text
    .trim()
    .split(/\n+/)
    .map((line) => /^(#+|-|\d+\.)? ?/.exec(line)?.[1] ?? "")
    .join("|");

test.each(locales.filter((locale) => locale !== "en"))(
  "every text of the demo shop that visitors see is there in %s",
  (locale) => {
    const { line, sections, benefits, files } = readTranslatedTexts(locale);
    expect(line).not.toBe("");
    for (const { name } of seedSections)
      expect([name, sections[name]]).toEqual([name, expect.any(String)]);
    for (const { slug, benefits: own } of seedProducts) {
      const texts = readTranslatedProduct(locale, slug);
      expect([slug, shapeOf(texts.description)]).toEqual([slug, shapeOf(readDescription(slug))]);
      for (const { name } of own.flatMap((benefit) => benefit.files ?? []))
        expect([name, files[name]]).toEqual([name, expect.any(String)]);
      for (const { name, settings } of own)
        expect([name, Object.keys(benefits[name] ?? {})]).toEqual([
          name,
          "note" in settings && settings.note !== undefined ? ["name", "note"] : ["name"],
        ]);
    }
    for (const page of ["terms", "privacy", "refunds"])
      expect([page, shapeOf(readTranslatedLegalText(locale, page)).length]).toEqual([
        page,
        shapeOf(readLegalText(page).replaceAll(/(?<!\n)\n(?!\n)/g, " ")).length,
      ]);
    for (const { slug } of readPages())
      expect([slug, readTranslatedPage(locale, slug)]).toMatchObject([
        slug,
        { title: expect.any(String), excerpt: expect.any(String) },
      ]);
    const free = "one-page-of-advice";
    const { body = "" } = readPages().find(({ slug }) => slug === free)!;
    expect(shapeOf(readTranslatedPage(locale, free)?.body ?? "")).toBe(shapeOf(body));
  },
);
