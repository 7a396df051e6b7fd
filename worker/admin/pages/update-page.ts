import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { slugTaken } from "./create-page.ts";
import type { EditedPage } from "./schema.ts";
import { findPage, findPageBySlug, replacePage } from "../../delivery/pages/store.ts";

/**
 * Replaces what a page says, as long as it is still what was edited: of two who edit at once the second is told.
 * @param input parsed by `editedPage`
 * @returns the `updatedAt` to go on editing from
 * @throws `not_found`, `edit_conflict`, or `invalid_input` naming the slug where another page has it
 */
export async function updatePage(
  ctx: Ctx,
  input: EditedPage & { id: string },
): Promise<{ updatedAt: number }> {
  const { updatedAt: editedFrom, ...page } = input;
  const before = await findPage(ctx.db, page.id);
  if (!before) throw fail("not_found", { reason: "no such page" });
  // Later than before in any case: two edits in one millisecond are two.
  const updatedAt = Math.max(ctx.now, editedFrom + 1);
  try {
    await commit(ctx.db, [
      replacePage(ctx.db, { ...page, updatedAt, editedFrom }),
      recordChange(ctx, {
        action: "page.updated",
        targetId: page.id,
        before: describe(before),
        after: describe(page),
      }),
    ]);
  } catch (cause) {
    const found = await findPage(ctx.db, page.id);
    if (found?.updatedAt !== editedFrom) throw fail("edit_conflict", { cause });
    const namesake = await findPageBySlug(ctx.db, page.slug);
    throw namesake && namesake.id !== page.id ? slugTaken() : cause;
  }
  return { updatedAt };
}

/** For the record: what a text said is not kept twice. */
function describe({ slug, title, excerpt, body }: Omit<EditedPage, "updatedAt">) {
  return { slug, title, excerptLength: excerpt.length, bodyLength: body.length };
}
