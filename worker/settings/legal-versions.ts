import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { listTexts, readTranslations } from "../translations/edit-translations.ts";
import type { Translations } from "../translations/schema.ts";
import { legalPages, type LegalPage } from "../shared/legal-pages.ts";
import type { LegalTexts } from "./legal-pages.ts";
import { findLegalVersion, insertLegalVersion } from "./store.ts";

/** The texts of the legal pages in one version of the setting, in all languages. */
type AllTexts = { texts: LegalTexts; translations: Translations | undefined };

/** Returns the path of a legal page as it is in this text. It stays when the seller changes the page. */
export function legalVersionPath(page: LegalPage, text: string): string {
  return `/legal/${page}@${sha256Hex(text)}`;
}

/** Returns the writes that keep the texts that are replaced or removed. A text that was kept before is kept once. */
export function keepReplacedTexts(ctx: Ctx, before: AllTexts, after: AllTexts): Statement[] {
  const keyOf = ({ page, locale, text }: LegalText) => JSON.stringify([page, locale, text]);
  const stays = new Set(listLegalTexts(after).map(keyOf));
  return listLegalTexts(before)
    .filter((each) => !stays.has(keyOf(each)))
    .map(({ page, locale, text }) =>
      insertLegalVersion(ctx.db, {
        page,
        hash: sha256Hex(text),
        text,
        locale,
        replacedAt: ctx.now,
      }),
    );
}

/**
 * Finds a text of a legal page by its hash, among the current ones and those that were replaced.
 * @param texts the current ones
 * @returns the text, and the language it was translated into; null if the page never had such a text
 */
export async function findVersion(
  ctx: Ctx,
  texts: LegalTexts,
  { page, hash }: { page: LegalPage; hash: string },
): Promise<{ text: string; locale: string | null } | null> {
  const [kept, translations] = await Promise.all([
    findLegalVersion(ctx.db, { page, hash }),
    readTranslations(ctx, ["legal"]),
  ]);
  const current = listLegalTexts({ texts, translations: translations.get("legal") }).find(
    (each) => each.page === page && sha256Hex(each.text) === hash,
  );
  return current ?? kept ?? null;
}

type LegalText = { page: LegalPage; locale: string | null; text: string };

function listLegalTexts({ texts, translations }: AllTexts): LegalText[] {
  const original = legalPages.map((page) => ({ page, locale: null, text: texts[page] }));
  const translated = listTexts(translations ?? {}).flatMap(({ field, locale, text }) => {
    const page = legalPages.find((name) => name === field);
    return page ? [{ page, locale, text }] : [];
  });
  return [...original.filter(({ text }) => text.trim() !== ""), ...translated];
}
