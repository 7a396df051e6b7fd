import { z } from "zod";
import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { legalPages, mapLegalPages, type LegalPage } from "../shared/legal-pages.ts";
import { renderMarkdown } from "../shared/markdown.ts";
import { countSiteChanges } from "../db/site-version.ts";
import { shorten, toPlainText } from "../markdown/plain-text.ts";
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
import { listLegalRows, listNonEmptyLegalTexts, upsertSetting } from "./store.ts";

/** The shop's legal texts in Markdown. An empty text means that there is no such page. */
export type LegalTexts = Record<LegalPage, string>;

/** For pages that began as a template: its version, the day on which it was written. */
const templateVersions = z.partialRecord(z.enum(legalPages), z.iso.date());

/** The legal texts as they are saved, with all translations. Those and later pages are unchanged if left out. */
const savedLegalTexts = z
  .strictObject(legalTextFields)
  .partial({ withdrawal: true, accessibility: true, japan: true, brazil: true })
  .extend({
    templates: templateVersions.optional(),
    translations: settingTranslations.legal.optional(),
  });

type SavedLegalTexts = LegalTexts & { templates: z.output<typeof templateVersions> };

/** Reads the legal texts, and which of them began as a template. */
async function readSavedTexts(ctx: Ctx): Promise<SavedLegalTexts> {
  const rows = await listLegalRows(ctx.db);
  const stored = Object.assign({}, ...rows.map(({ value }) => value)) as Record<string, unknown>;
  return {
    ...mapLegalPages((page) => z.string().default("").parse(stored[page])),
    templates: templateVersions.catch({}).parse(stored["templates"]),
  };
}

/** Reads the legal texts, in the default language of the shop. */
export const readLegalTexts = (ctx: Ctx): Promise<LegalTexts> => readSavedTexts(ctx);

/**
 * Saves all texts, and keeps those that they replace, because buyers agreed to them. The audit log records which ones
 * changed and their lengths, not their contents.
 */
export async function saveLegalTexts(
  ctx: Ctx,
  { translations, templates, ...input }: z.output<typeof savedLegalTexts>,
  version?: number,
): Promise<SavedLegalTexts> {
  const [before, allTranslations] = await Promise.all([
    readSavedTexts(ctx),
    readTranslations(ctx, ["legal"]),
  ]);
  const oldTranslations = allTranslations.get("legal");
  const after = mapLegalPages((page) => input[page] ?? before[page]);
  const changed = legalPages.filter((page) => before[page] !== after[page]);
  const lengths = (texts: LegalTexts) =>
    Object.fromEntries(changed.map((page) => [page, `${texts[page].length} characters`]));
  const { terms, privacy, refunds, imprint, ...others } = after;
  const more = { ...others, templates: templates ?? before.templates };
  await saveSetting(
    ctx,
    {
      name: "legal",
      before: lengths(before),
      after: lengths(after),
      value: { terms, privacy, refunds, imprint },
      version,
    },
    [
      upsertSetting(ctx.db, { name: "legal_more", value: more, updatedAt: ctx.now }),
      ...storeRendered(ctx, Object.values(after)),
      ...keepReplacedTexts(
        ctx,
        { texts: before, translations: oldTranslations },
        { texts: after, translations: translations ?? oldTranslations },
      ),
      ...(await writeSettingTranslations(ctx, "legal", translations)),
    ],
  );
  return { ...after, templates: more.templates };
}

/** The legal texts as a setting. */
export const legalTexts = {
  name: "legal",
  schema: savedLegalTexts,
  read: readSavedTexts,
  save: saveLegalTexts,
} as const;

/** Returns the existing legal pages in the footer's order. */
export async function listLegalPages(ctx: Ctx): Promise<LegalPage[]> {
  const writtenPages = new Set((await readWrittenPages(ctx)).map(({ page }) => page));
  return legalPages.filter((page) => writtenPages.has(page));
}

/** A page needs them for its footer and a product for what it says of refunds: a request reads them once. */
function readWrittenPages({ db, settings }: Ctx) {
  if (settings === null) return listNonEmptyLegalTexts(db);
  const changes = countSiteChanges();
  if (settings.legalPages?.changes !== changes)
    // A query runs each time it is awaited, a promise once.
    settings.legalPages = { changes, rows: Promise.resolve(listNonEmptyLegalTexts(db)) };
  return settings.legalPages.rows;
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

/** In characters. */
const MAX_PROMISE_LENGTH = 220;

/**
 * Returns the first sentences of the page about refunds, and their language if it isn't the reader's; null if there is
 * no such page.
 */
export async function showRefundPromise(ctx: Ctx): Promise<{ text: string; lang?: string } | null> {
  const start = (await readWrittenPages(ctx)).find(({ page }) => page === "refunds")?.start;
  if (!start) return null;
  const [translated] = await translateRows(ctx, [{ id: "legal", refunds: start }], ["refunds"]);
  const { refunds, langs } = translated!;
  // Only its beginning: rendering a long text takes a second.
  const text = shorten(toPlainText(renderMarkdown(refunds.slice(0, 600))), MAX_PROMISE_LENGTH);
  return text === "" ? null : { text, ...(langs?.refunds && { lang: langs.refunds }) };
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
