import { z } from "zod";
import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { showMarkdown, storeRendered } from "../markdown/show-markdown.ts";
import { translateRows, type Langs } from "../translations/translate.ts";
import { saveSetting } from "./define-setting.ts";
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

/** Saves all four texts. The audit log records which ones changed and their lengths, not their contents. */
export async function saveLegalTexts(
  ctx: Ctx,
  { translations, ...input }: z.output<typeof savedLegalTexts>,
  version?: number,
): Promise<LegalTexts> {
  const before = await readLegalTexts(ctx);
  const changed = legalPages.filter((page) => before[page] !== input[page]);
  const lengths = (texts: LegalTexts) =>
    Object.fromEntries(changed.map((page) => [page, `${texts[page].length} characters`]));
  await saveSetting(
    ctx,
    { name: "legal", before: lengths(before), after: lengths(input), value: input, version },
    [
      ...storeRendered(ctx, Object.values(input)),
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

/**
 * Returns a legal page as HTML in the language of `ctx.texts`. Anyone may read it. A translation alone makes no page.
 * @throws `not_found` if its text is empty
 */
export async function showLegalPage(
  ctx: Ctx,
  input: { page: LegalPage },
): Promise<{ page: LegalPage; html: string } & Langs<LegalPage>> {
  const { page } = input;
  const { [page]: text } = await readLegalTexts(ctx);
  if (text.trim() === "") throw fail("not_found", { reason: "no such legal page" });
  const [texts] = await translateRows(ctx, [{ id: "legal", [page]: text }], [page]);
  const { langs } = texts!;
  return { page, html: await showMarkdown(ctx, texts![page]!), ...(langs && { langs }) };
}
