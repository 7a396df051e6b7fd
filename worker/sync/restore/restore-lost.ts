import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { returnEvents } from "../../feed/archive/read-archive.ts";
import { rewriteGiftGrants } from "../../delivery/grants/gift-sources.ts";
import { fulfillWaitingGrants } from "../../delivery/licenses/fulfill-waiting-grants.ts";
import {
  hasLostPurchase,
  listLostEvents,
  listImportedKeys,
  listUsersWithLostGiftGrants,
  listUsersWithLostKeys,
  restoreImportedKeys,
  restoreRows,
} from "./store.ts";

/**
 * Restores lost rows of these users: from the history; and what the history does not know, the grants of gifts from the
 * gifts, and license keys from their grants. What Stripe knows follows with the sync of the user's Stripe customer.
 */
export async function restoreUsers(ctx: Ctx, input: { userIds: string[] }): Promise<void> {
  const { mode } = ctx.config.stripe;
  const awaiting = (await commit(ctx.db, await restoreFromFeed(ctx, input))).at(-1)?.results ?? [];
  for (const userId of new Set(awaiting.map((row) => String(row["userId"]))))
    await fulfillWaitingGrants(ctx, { userId });
  for (const userId of await listUsersWithLostGiftGrants(ctx.db, mode, input.userIds))
    await rewriteGiftGrants(ctx, { userId });
}

/**
 * As `restoreRows`, also from archived events.
 * @throws `unavailable` if R2, which has them, does not answer
 */
async function restoreFromFeed(ctx: Ctx, { userIds }: { userIds: string[] }): Promise<Statement[]> {
  const { mode } = ctx.config.stripe;
  const lost = await listLostEvents(ctx.db, mode, userIds);
  return [...(await returnEvents(ctx, lost)), ...restoreRows(mode, userIds)];
}

/** Restores what `restoreUsers` does for those of these users who lost a license key. */
export async function restoreUsersWithLostKeys(
  ctx: Ctx,
  input: { userIds: string[] },
): Promise<void> {
  const userIds = await listUsersWithLostKeys(ctx.db, ctx.config.stripe.mode, input.userIds);
  if (userIds.length > 0) await restoreUsers(ctx, { userIds });
}

/** Where the imported keys begin that nobody has. */
export const FIRST_IMPORTED_KEY = "imported:";
const IMPORTED_KEYS_PER_PAGE = 500;

/** Restores a page of the imported keys that nobody has. @returns where the next page begins; null if there is none */
export async function restoreImportedPage(
  ctx: Ctx,
  input: { after: string },
): Promise<string | null> {
  const ids = await listImportedKeys(ctx.db, { ...input, limit: IMPORTED_KEYS_PER_PAGE });
  if (ids.length > 0) await commit(ctx.db, restoreImportedKeys(ctx.config.stripe.mode, ids));
  return ids.length < IMPORTED_KEYS_PER_PAGE ? null : ids.at(-1)!;
}

/**
 * Returns a customer's mirrored rows. If one that is at Stripe is missing, the purchase is new or its row was lost: then
 * lost rows are restored from the history first, so that they keep their ids and what only we know about them.
 * @param input.rows the rows as they are
 * @param input.possibleIds what Stripe has, maybe also of other products than ours
 * @param input.ourIds those of ours
 * @param input.adopt the write that assigns restored rows to the customer whose they are at Stripe
 * @returns `input.rows` itself if nothing was restored
 */
export async function listWithLost<Row>(
  ctx: Ctx,
  input: {
    userId: string;
    customerId: string;
    rows: Row[];
    possibleIds: string[];
    ourIds: Promise<string[]>;
    list: () => Promise<Row[]>;
    stripeIdOf: (row: Row) => string;
    adopt: (stripeIds: string[]) => Statement;
  },
): Promise<Row[]> {
  const { userId, customerId, rows } = input;
  const { mode } = ctx.config.stripe;
  const known = new Set(rows.map(input.stripeIdOf));
  const isMissing = (id: string) => !known.has(id);
  const [ourIds, hasLost] = await Promise.all([
    input.ourIds,
    input.possibleIds.some(isMissing) && hasLostPurchase(ctx.db, { mode, userId, customerId }),
  ]);
  if (!hasLost || !ourIds.some(isMissing)) return rows;
  await commit(ctx.db, [
    ...(await restoreFromFeed(ctx, { userIds: [userId] })),
    input.adopt(ourIds),
  ]);
  return input.list();
}
