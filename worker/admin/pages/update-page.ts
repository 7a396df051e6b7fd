import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { storeRendered } from "../../markdown/show-markdown.ts";
import { prepareTranslations, readTranslations } from "../../translations/edit-translations.ts";
import { editConflict } from "../../audit/edit-conflict.ts";
import { recordChange } from "../../audit/record-change.ts";
import { isSlugTaken, slugTaken } from "./create-page.ts";
import { changeSlug } from "../../catalog/former-slugs.ts";
import type { PageEdit } from "./schema.ts";
import { assertPageUnchanged, findPage, replacePage } from "../../delivery/pages/store.ts";

/**
 * Replaces a page's texts and whether anyone can read it, unless it was changed since the edit began: of two concurrent
 * edits, the second is refused. The former slug of a page that was published leads to the new one.
 * @param input parsed by `pageEdit`
 * @returns the `updatedAt` for the next edit
 * @throws `not_found`, `edit_conflict`, or `invalid_input` at `slug` if another page has it
 */
export async function updatePage(
  ctx: Ctx,
  input: PageEdit & { id: string },
): Promise<{ updatedAt: number }> {
  const { updatedAt: expectedUpdatedAt, translations, ...page } = input;
  const before = await findPage(ctx.db, page.id);
  if (!before) throw fail("not_found", { reason: "no such page" });
  const texts = translations
    ? prepareTranslations(ctx, {
        targetId: page.id,
        before: (await readTranslations(ctx, [page.id])).get(page.id),
        after: translations,
      })
    : null;
  // Always later than before, so that two edits in one millisecond differ.
  const updatedAt = Math.max(ctx.now, expectedUpdatedAt + 1);
  try {
    await commit(ctx.db, [
      assertPageUnchanged({ id: page.id, expectedUpdatedAt }),
      replacePage(ctx.db, { ...page, updatedAt }),
      ...changeSlug(ctx, {
        kind: "page",
        targetId: page.id,
        from: before.slug,
        to: page.slug,
        wasPublic: before.publishedAt !== null,
      }),
      ...storeRendered(ctx, [page.excerpt, page.body]),
      ...(texts?.statements ?? []),
      recordChange(ctx, {
        action: "page.updated",
        targetId: page.id,
        before: { ...summarizeForAudit(before), ...texts?.before },
        after: { ...summarizeForAudit({ isFree: before.isFree, ...page }), ...texts?.after },
      }),
    ]);
  } catch (cause) {
    const found = await findPage(ctx.db, page.id);
    if (found?.updatedAt !== expectedUpdatedAt)
      throw await editConflict(ctx, { targetId: page.id, cause });
    throw (await isSlugTaken(ctx, page)) ? slugTaken() : cause;
  }
  return { updatedAt };
}

/** Returns what the audit log stores of a page: the lengths of its texts, not the texts. */
function summarizeForAudit({ slug, title, excerpt, body, isFree }: Omit<PageEdit, "updatedAt">) {
  return { slug, title, isFree, excerptLength: excerpt.length, bodyLength: body.length };
}
