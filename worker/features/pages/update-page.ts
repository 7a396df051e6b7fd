import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { slugTaken } from "./create-page.ts";
import type { EditedPage } from "./schema.ts";
import { findPage, replacePage } from "./store.ts";

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
  // Later than before in any case: two edits in one millisecond are two.
  const updatedAt = Math.max(ctx.now, editedFrom + 1);
  const { meta } = await replacePage(ctx.db, { ...page, updatedAt, editedFrom });
  if (meta.changes > 0) return { updatedAt };
  const found = await findPage(ctx.db, input.id);
  if (!found) throw fail("not_found", { reason: "no such page" });
  throw found.updatedAt === editedFrom ? slugTaken() : fail("edit_conflict");
}
