import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import {
  findPage,
  setPageArchived,
  setPagePublished,
  type PageRow,
} from "../../delivery/pages/store.ts";

/**
 * Publishes a page to users with one of its benefits, and its excerpt to everyone; a free page to everyone. Does
 * nothing if it is already published.
 * @throws `not_found`
 */
export async function publishPage(ctx: Ctx, input: { id: string }): Promise<void> {
  const page = await requirePage(ctx, input);
  if (page.status === "published") return;
  await commit(ctx.db, [
    setPagePublished(ctx.db, { id: page.id, now: ctx.now }),
    recordChange(ctx, { action: "page.published", targetId: page.id }),
  ]);
}

/**
 * Hides a page from all users. Its text stays, and it can be published again.
 * @throws `not_found`
 */
export async function archivePage(ctx: Ctx, input: { id: string }): Promise<void> {
  const page = await requirePage(ctx, input);
  if (page.status === "archived") return;
  await commit(ctx.db, [
    setPageArchived(ctx.db, { id: page.id }),
    recordChange(ctx, { action: "page.archived", targetId: page.id }),
  ]);
}

async function requirePage(ctx: Ctx, input: { id: string }): Promise<PageRow> {
  const page = await findPage(ctx.db, input.id);
  if (!page) throw fail("not_found", { reason: "no such page" });
  return page;
}
