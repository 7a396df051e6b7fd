import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
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

/**
 * Lists a customer's mirrored rows. If one that is at Stripe is missing, the purchase is new or its row was lost: then
 * lost rows are restored from the history first, so that they keep their ids and what only we know about them.
 * @param input.stripeIds what Stripe has
 * @param input.adopt the write that assigns restored rows to the customer whose they are at Stripe
 */
export async function listWithLost<Row>(
  ctx: Ctx,
  input: {
    userId: string;
    stripeIds: string[];
    list: () => Promise<Row[]>;
    stripeIdOf: (row: Row) => string;
    adopt: Statement;
  },
): Promise<Row[]> {
  const rows = await input.list();
  const known = new Set(rows.map(input.stripeIdOf));
  if (input.stripeIds.every((id) => known.has(id))) return rows;
  await commit(ctx.db, [...restoreRows(ctx.config.stripe.mode, [input.userId]), input.adopt]);
  return input.list();
}
