import { z } from "zod";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { fail } from "../errors.ts";
import { renderMarkdown } from "../lib/markdown.ts";
import { recordChange } from "../audit/record-change.ts";
import { markdown } from "../lib/markdown-schema.ts";
import { findSetting, listWrittenPages, putSetting } from "./store.ts";

/** In the order of the footer. */
export const legalPages = ["terms", "privacy", "refunds", "imprint"] as const;
export type LegalPage = (typeof legalPages)[number];

/** The shop's legal texts in Markdown; an empty one is no page. */
export const legalTexts = z.strictObject({
  terms: markdown(50_000),
  privacy: markdown(50_000),
  refunds: markdown(50_000),
  imprint: markdown(50_000),
} satisfies Record<LegalPage, z.ZodType>);

export type LegalTexts = z.output<typeof legalTexts>;

const none: LegalTexts = { terms: "", privacy: "", refunds: "", imprint: "" };

export async function readLegal(ctx: Ctx): Promise<LegalTexts> {
  const row = await findSetting(ctx.db, "legal");
  return { ...none, ...z.record(z.enum(legalPages), z.string()).optional().parse(row?.value) };
}

/** Writes all four. The audit log says which were changed and how long they are, not what they say. */
export async function saveLegal(ctx: Ctx, input: LegalTexts): Promise<LegalTexts> {
  const before = await readLegal(ctx);
  const changed = legalPages.filter((page) => before[page] !== input[page]);
  const lengths = (texts: LegalTexts) =>
    Object.fromEntries(changed.map((page) => [page, `${texts[page].length} characters`]));
  await commit(ctx.db, [
    putSetting(ctx.db, { name: "legal", value: input, updatedAt: ctx.now }),
    recordChange(ctx, {
      action: "settings.updated",
      targetId: "legal",
      before: lengths(before),
      after: lengths(input),
    }),
  ]);
  return input;
}

/** Which legal pages there are, in the order of the footer. */
export async function listLegal(ctx: Ctx): Promise<LegalPage[]> {
  const written = new Set((await listWrittenPages(ctx.db)).map(({ page }) => page));
  return legalPages.filter((page) => written.has(page));
}

/**
 * A legal page as HTML, for everybody.
 * @throws `not_found` where the owner wrote none
 */
export async function showLegal(
  ctx: Ctx,
  input: { page: LegalPage },
): Promise<{ page: LegalPage; html: string }> {
  const { [input.page]: text } = await readLegal(ctx);
  if (text.trim() === "") throw fail("not_found", { reason: "no such legal page" });
  return { page: input.page, html: renderMarkdown(text) };
}
