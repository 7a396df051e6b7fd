import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { failAt, type AppError } from "../../errors.ts";
import { storeRendered } from "../../markdown/show-markdown.ts";
import { newId } from "../../lib/ids.ts";
import { prepareTranslations } from "../../translations/edit-translations.ts";
import { recordChange } from "../../audit/record-change.ts";
import { findIdByFormerSlug } from "../../catalog/former-slugs.ts";
import { assertSlugNotKept } from "../../catalog/store-slugs.ts";
import type { NewPage } from "./schema.ts";
import { findPageBySlug, insertPage } from "../../delivery/pages/store.ts";

/**
 * Creates a page as a draft, which no user sees; `attachPage` and `publishPage` come next.
 * @param input parsed by `newPage`
 * @throws `invalid_input` at `slug` if another page has it
 */
export async function createPage(
  ctx: Ctx,
  input: NewPage,
): Promise<{ id: string; updatedAt: number }> {
  const id = newId("pag", ctx.now);
  const { translations, ...page } = input;
  const { slug, title, isFree = false } = page;
  const texts = prepareTranslations(ctx, { targetId: id, before: {}, after: translations });
  const times = { createdAt: ctx.now, updatedAt: ctx.now };
  try {
    await commit(ctx.db, [
      insertPage(ctx.db, { ...page, ...times, id }),
      assertSlugNotKept({ kind: "page", slug, targetId: id }),
      ...storeRendered(ctx, [page.excerpt, page.body]),
      ...(texts?.statements ?? []),
      recordChange(ctx, {
        action: "page.created",
        targetId: id,
        after: { slug, title, isFree, ...texts?.after },
      }),
    ]);
  } catch (cause) {
    throw (await isSlugTaken(ctx, { slug, id })) ? slugTaken() : cause;
  }
  return { id, updatedAt: ctx.now };
}

/** Whether another page has this slug, or had it before. */
export async function isSlugTaken(
  ctx: Ctx,
  { slug, id }: { slug: string; id: string },
): Promise<boolean> {
  const pageId =
    (await findPageBySlug(ctx.db, slug))?.id ??
    (await findIdByFormerSlug(ctx, { kind: "page", slug })) ??
    id;
  return pageId !== id;
}

export function slugTaken(): AppError {
  return failAt("slug", "Another page uses this URL, or used it before.");
}
