import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { setArchived, setPublished } from "./store.ts";

/**
 * Opens a page to those who hold one of its benefits, and its excerpt to everybody.
 * @throws `not_found`
 */
export async function publishPage(ctx: Ctx, input: { id: string }): Promise<void> {
  const { meta } = await setPublished(ctx.db, { id: input.id, now: ctx.now });
  if (meta.changes === 0) throw fail("not_found", { reason: "no such page" });
}

/**
 * Takes a page out of everybody's sight. What it says stays, and it can be published again.
 * @throws `not_found`
 */
export async function archivePage(ctx: Ctx, input: { id: string }): Promise<void> {
  const { meta } = await setArchived(ctx.db, input);
  if (meta.changes === 0) throw fail("not_found", { reason: "no such page" });
}
