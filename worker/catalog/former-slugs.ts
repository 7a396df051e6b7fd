import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import {
  assertSlugNotKept,
  deleteFormerSlug,
  findFormerSlug,
  insertFormerSlug,
  type SlugKind,
} from "./store-slugs.ts";

/**
 * Returns the writes for another slug of a product or a page, to be committed after its row: its URLs with the old slug
 * lead to the new one from then on. No other row can take the old slug.
 * @param input.wasPublic whether visitors could see it; a slug that was never public is given up
 */
export function changeSlug(
  ctx: Ctx,
  input: { kind: SlugKind; targetId: string; from: string; to: string; wasPublic: boolean },
): Statement[] {
  const { kind, targetId, from, to, wasPublic } = input;
  if (from === to) return [];
  return [
    assertSlugNotKept({ kind, slug: to, targetId }),
    deleteFormerSlug(ctx.db, { kind, slug: to, targetId }),
    ...(wasPublic
      ? [insertFormerSlug(ctx.db, { kind, slug: from, targetId, changedAt: ctx.now })]
      : []),
  ];
}

/** Returns the id of the product or page that had this slug before; null if none had. */
export async function findIdByFormerSlug(
  ctx: Ctx,
  input: { kind: SlugKind; slug: string },
): Promise<string | null> {
  return (await findFormerSlug(ctx.db, input))?.targetId ?? null;
}
