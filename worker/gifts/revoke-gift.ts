import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { fail } from "../errors.ts";
import { recordEvents } from "../feed/record-events.ts";
import { requireHigherRole } from "../identity/team/require-higher-role.ts";
import { recordChangeIfApplied } from "../audit/record-change.ts";
import { accessFromGift } from "../access/policy.ts";
import { prepareGiftEnd } from "../sync/customer/prepare-gift-end.ts";
import { sendQueuedEmails } from "../email/send-queued-emails.ts";
import { findGift, type GiftRow } from "../access/store.ts";
import { findClaim, markClaimRevoked } from "../claims/store.ts";

/**
 * Revokes a gift immediately, even in outage mode, and emails its user. A gift that has already ended is left as it is.
 * @throws `not_found`; as `requireHigherRole`
 */
export async function revokeGift(ctx: Ctx, input: { id: string }): Promise<GiftRow> {
  const gift = await findGift(ctx.db, input.id, ctx.config.stripe.mode);
  if (!gift) throw fail("not_found", { reason: "no such gift" });
  await requireHigherRole(ctx, { userId: gift.userId });
  if (!accessFromGift(gift, ctx.now).active) return gift;
  const { statements, emailIds } = await prepareGiftEnd(ctx, gift);
  // oxlint-disable-next-line gatehouse/record-change -- prepared with the rest
  await commit(ctx.db, statements);
  if (emailIds.length > 0) ctx.defer(sendQueuedEmails(ctx, { ids: emailIds }));
  return { ...gift, endedAt: ctx.now };
}

/**
 * Revokes a gift, whether a user has it or it still waits to be claimed. If it is claimed at the same time, the gift is
 * revoked. Doing it again changes nothing.
 * @returns when it ended, in unix milliseconds; null if it ends by itself and has
 * @throws as `revokeGift`
 */
export async function revokeGiftOrOffer(
  ctx: Ctx,
  input: { id: string },
): Promise<{ endedAt: number | null }> {
  const revokedAt = await revokeOffer(ctx, input);
  const { endedAt } = revokedAt === null ? await revokeGift(ctx, input) : { endedAt: revokedAt };
  return { endedAt };
}

/** @returns when it was revoked; null if there is no such offer, or it was claimed */
async function revokeOffer(ctx: Ctx, { id }: { id: string }): Promise<number | null> {
  const { mode } = ctx.config.stripe;
  const claim = await findClaim(ctx.db, id, mode);
  if (!claim || claim.claimedAt !== null) return null;
  if (claim.revokedAt !== null) return claim.revokedAt;
  await commit(ctx.db, [
    markClaimRevoked(ctx.db, id, ctx.now),
    recordChangeIfApplied(ctx, {
      action: "gift.ended",
      targetId: id,
      before: { productId: claim.productId, endsAt: claim.giftEndsAt },
    }),
    ...recordEvents(ctx, { claimId: id }),
  ]);
  const after = await findClaim(ctx.db, id, mode);
  return after?.claimedAt === null ? after.revokedAt : null;
}
