import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { recordChangeIfApplied } from "../../audit/record-change.ts";
import { findClaim, markClaimRevoked } from "../../access/store-claims.ts";
import { revokeGift } from "./revoke-gift.ts";

/**
 * Revokes a gift, whether somebody has it or it still waits to be claimed. If it is claimed at the same time, the gift
 * is revoked. Doing it again changes nothing.
 * @throws `not_found`
 */
export async function revokeGiftOrOffer(ctx: Ctx, input: { id: string }): Promise<void> {
  if (!(await revokeOffer(ctx, input))) await revokeGift(ctx, input);
}

/** @returns false if there is no such offer, or it was claimed */
async function revokeOffer(ctx: Ctx, { id }: { id: string }): Promise<boolean> {
  const { mode } = ctx.config.stripe;
  const claim = await findClaim(ctx.db, id, mode);
  if (!claim || claim.claimedAt !== null) return false;
  if (claim.revokedAt !== null) return true;
  await commit(ctx.db, [
    markClaimRevoked(ctx.db, id, ctx.now),
    recordChangeIfApplied(ctx, {
      action: "comp.ended",
      targetId: id,
      before: { productId: claim.productId, endsAt: claim.giftEndsAt },
    }),
    ...recordEvents(ctx, { claimId: id }),
  ]);
  return (await findClaim(ctx.db, id, mode))?.claimedAt === null;
}
