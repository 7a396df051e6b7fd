import { z } from "zod";
import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { showMarkdown, storeRendered } from "../markdown/show-markdown.ts";
import { readTranslations } from "../translations/edit-translations.ts";
import { translateRows, type Langs } from "../translations/translate.ts";
import { saveSetting } from "./define-setting.ts";
import { findVersion, keepReplacedTexts } from "./legal-versions.ts";
import {
  legalTextFields,
  settingTranslations,
  writeSettingTranslations,
} from "./setting-translations.ts";
import { findSetting, listNonEmptyLegalTexts } from "./store.ts";

/** In the footer's order. */
export const legalPages = ["terms", "privacy", "refunds", "imprint"] as const;
export type LegalPage = (typeof legalPages)[number];

/** The shop's legal texts in Markdown. An empty text means that there is no such page. */
export type LegalTexts = Record<LegalPage, string>;

/** The legal texts as they are saved, with all translations; those are unchanged if left out. */
const savedLegalTexts = z.strictObject({
  ...legalTextFields,
  translations: settingTranslations.legal.optional(),
});

const emptyLegalTexts: LegalTexts = { terms: "", privacy: "", refunds: "", imprint: "" };

export async function readLegalTexts(ctx: Ctx): Promise<LegalTexts> {
  const row = await findSetting(ctx.db, "legal");
  return {
    ...emptyLegalTexts,
    ...z.record(z.enum(legalPages), z.string()).optional().parse(row?.value),
  };
}

/**
 * Saves all four texts, and keeps those that they replace, because buyers agreed to them. The audit log records which
 * ones changed and their lengths, not their contents.
 */
export async function saveLegalTexts(
  ctx: Ctx,
  { translations, ...input }: z.output<typeof savedLegalTexts>,
  version?: number,
): Promise<LegalTexts> {
  const [before, allTranslations] = await Promise.all([
    readLegalTexts(ctx),
    readTranslations(ctx, ["legal"]),
  ]);
  const oldTranslations = allTranslations.get("legal");
  const changed = legalPages.filter((page) => before[page] !== input[page]);
  const lengths = (texts: LegalTexts) =>
    Object.fromEntries(changed.map((page) => [page, `${texts[page].length} characters`]));
  await saveSetting(
    ctx,
    { name: "legal", before: lengths(before), after: lengths(input), value: input, version },
    [
      ...storeRendered(ctx, Object.values(input)),
      ...keepReplacedTexts(
        ctx,
        { texts: before, translations: oldTranslations },
        { texts: input, translations: translations ?? oldTranslations },
      ),
      ...(await writeSettingTranslations(ctx, "legal", translations)),
    ],
  );
  return input;
}

/** The legal texts as a setting. */
export const legalTexts = {
  name: "legal",
  schema: savedLegalTexts,
  read: readLegalTexts,
  save: saveLegalTexts,
} as const;

/** Returns the existing legal pages in the footer's order. */
export async function listLegalPages(ctx: Ctx): Promise<LegalPage[]> {
  const writtenPages = new Set((await listNonEmptyLegalTexts(ctx.db)).map(({ page }) => page));
  return legalPages.filter((page) => writtenPages.has(page));
}

/** A legal page, as it is now or, with `version`, as it was in the text with this SHA-256. */
export type LegalPageName = { page: LegalPage; version: string | null };

/** Reads the last segment of a legal page's URL: `terms`, or `terms@<hash>` for a version that stays. */
export const legalPageName = z
  .string()
  .regex(new RegExp(`^(${legalPages.join("|")})(@[0-9a-f]{64})?$`))
  .transform((name): LegalPageName => {
    const [page, version = null] = name.split("@");
    return { page: page as LegalPage, version };
  });

/** Returns the text of a legal page in the language of `ctx.texts`; null if there is no such page. */
export async function findLegalText(ctx: Ctx, page: LegalPage): Promise<string | null> {
  const found = await findText(ctx, page);
  return found && found.text;
}

/** Returns a text that a legal page has or had, and its language if that is not the default one; null if there is none. */
export async function findLegalVersionText(ctx: Ctx, which: { page: LegalPage; hash: string }) {
  const kept = await findVersion(ctx, await readLegalTexts(ctx), which);
  return kept && { text: kept.text, lang: kept.locale ?? undefined };
}

/** Finds the text of a page. A translation alone makes no page. @property lang its language, if it isn't the reader's */
async function findText(
  ctx: Ctx,
  page: LegalPage,
): Promise<{ text: string; lang: string | undefined } | null> {
  const { [page]: text } = await readLegalTexts(ctx);
  if (text.trim() === "") return null;
  const [texts] = await translateRows(ctx, [{ id: "legal", [page]: text }], [page]);
  return { text: texts![page]!, lang: texts!.langs?.[page] };
}

/**
 * Returns a legal page as HTML in the language of `ctx.texts`, or an earlier version in its own language. Anyone may
 * read it. `name` is the last segment of its URL.
 * @throws `not_found` if its text is empty, or there is no such version
 */
export async function showLegalPage(
  ctx: Ctx,
  { page: { page, version } }: { page: LegalPageName },
): Promise<{ page: LegalPage; name: string; html: string } & Langs<LegalPage>> {
  const found =
    version === null
      ? await findText(ctx, page)
      : await findLegalVersionText(ctx, { page, hash: version });
  if (!found) throw fail("not_found", { reason: "no such legal page" });
  const { text, lang } = found;
  return {
    page,
    name: version === null ? page : `${page}@${version}`,
    html: await showMarkdown(ctx, text),
    ...(lang !== undefined && { langs: { [page]: lang } }),
  };
}
