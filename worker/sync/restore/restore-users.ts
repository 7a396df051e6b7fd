import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { rewriteGiftGrants } from "../../delivery/grants/gift-sources.ts";
import { listUsersWithLostGiftGrants, restoreRows } from "./store.ts";

/**
 * Restores lost rows of these users: from the history, and the grants of gifts that the history does not know from the
 * gifts. What Stripe knows follows with the sync of the user's Stripe customer.
 */
export async function restoreUsers(ctx: Ctx, input: { userIds: string[] }): Promise<void> {
  const { mode } = ctx.config.stripe;
  await commit(ctx.db, restoreRows(mode, input.userIds));
  for (const userId of await listUsersWithLostGiftGrants(ctx.db, mode, input.userIds))
    await rewriteGiftGrants(ctx, { userId });
}
