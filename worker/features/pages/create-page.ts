import type { Ctx } from "../../context.ts";
import { fail, type Failure } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import type { NewPage } from "./schema.ts";
import { insertPage } from "./store.ts";

/**
 * Writes a page, as a draft that nobody sees; `attachPage` and `publishPage` are next.
 * @param input parsed by `newPage`
 * @throws `invalid_input` naming the slug where another page has it
 */
export async function createPage(
  ctx: Ctx,
  input: NewPage,
): Promise<{ id: string; updatedAt: number }> {
  const id = newId("pag", ctx.now);
  const { meta } = await insertPage(ctx.db, {
    ...input,
    id,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  });
  if (meta.changes === 0) throw slugTaken();
  return { id, updatedAt: ctx.now };
}

export function slugTaken(): Failure {
  return fail("invalid_input", {
    reason: "another page has the slug",
    fields: [{ path: "slug", message: "another page has this address" }],
  });
}
