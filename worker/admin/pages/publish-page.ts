import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { findPage, setArchived, setPublished, type PageRow } from "../../delivery/pages/store.ts";

/**
 * Opens a page to those who hold one of its benefits, and its excerpt to everybody. One that is published stays so.
 * @throws `not_found`
 */
export async function publishPage(ctx: Ctx, input: { id: string }): Promise<void> {
  const page = await findAnyPage(ctx, input);
  if (page.status === "published") return;
  await commit(ctx.db, [
    setPublished(ctx.db, { id: page.id, now: ctx.now }),
    recordChange(ctx, { action: "page.published", targetId: page.id }),
  ]);
}

/**
 * Takes a page out of everybody's sight. What it says stays, and it can be published again.
 * @throws `not_found`
 */
export async function archivePage(ctx: Ctx, input: { id: string }): Promise<void> {
  const page = await findAnyPage(ctx, input);
  if (page.status === "archived") return;
  await commit(ctx.db, [
    setArchived(ctx.db, { id: page.id }),
    recordChange(ctx, { action: "page.archived", targetId: page.id }),
  ]);
}

async function findAnyPage(ctx: Ctx, input: { id: string }): Promise<PageRow> {
  const page = await findPage(ctx.db, input.id);
  if (!page) throw fail("not_found", { reason: "no such page" });
  return page;
}
