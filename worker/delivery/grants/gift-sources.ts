import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { GIFT_KINDS, recordEvents } from "../../feed/record-events.ts";
import { accessFromGift } from "../../access/policy.ts";
import { rewriteGrants, type GrantSource } from "./rewrite-grants.ts";
import { assertGiftNotRevoked, listGiftsOfUser, type GiftRow } from "../../access/store.ts";

/** Converts a gift to a source of grants. */
export function toGrantSource(gift: GiftRow, now: number): GrantSource {
  return {
    type: "gift",
    id: gift.id,
    products: [{ id: gift.productId, quantity: gift.quantity }],
    access: accessFromGift(gift, now),
  };
}

/**
 * Returns the user's gifts as sources of grants, and assertions that must come first in the batch that writes those
 * grants: no lease serializes gifts, so the whole batch must fail if a gift was revoked meanwhile.
 */
export async function listGiftSources(
  ctx: Ctx,
  input: { userId: string },
): Promise<{ sources: GrantSource[]; assertions: Statement[] }> {
  const gifts = await listGiftsOfUser(ctx.db, input.userId, ctx.config.stripe.mode);
  return {
    sources: gifts.map((gift) => toGrantSource(gift, ctx.now)),
    assertions: gifts
      .filter((gift) => gift.endedAt === null)
      .map((gift) => assertGiftNotRevoked(gift.id)),
  };
}

/**
 * Rewrites the grants of the user's gifts from the gifts and the catalog, after a product was edited. A sync does this
 * too, but users who never paid are never synced.
 */
export async function rewriteGiftGrants(ctx: Ctx, input: { userId: string }): Promise<void> {
  const { sources, assertions } = await listGiftSources(ctx, input);
  const grants = await rewriteGrants(ctx, { userId: input.userId, sources });
  if (grants.length === 0) return;
  // oxlint-disable-next-line gatehouse/record-change -- follows an edit of the product, which is recorded
  await commit(ctx.db, [
    ...assertions,
    ...grants,
    ...recordEvents(ctx, {
      userId: input.userId,
      kinds: GIFT_KINDS,
    }),
  ]);
}
