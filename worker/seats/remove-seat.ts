import { findGift, type GiftRow } from "../access/store.ts";
import { alignOwnGrants, endSeats, isPool } from "../access/store-seats.ts";
import { recordChange, recordChangeIfApplied } from "../audit/record-change.ts";
import { findClaim, markClaimRevoked } from "../claims/store.ts";
import type { Ctx, UserCtx } from "../context.ts";
import { commit } from "../db/client.ts";
import { queueGiftEndedEmails } from "../email/queue-emails.ts";
import { sendQueuedEmails } from "../email/send-queued-emails.ts";
import { fail } from "../errors.ts";
import { GIFT_KINDS, recordEvents } from "../feed/record-events.ts";
import { HOUR } from "../lib/time.ts";
import { checkoutSettings } from "../settings/checkout-settings.ts";
import { openPool, type PoolInput } from "../gifts/open-pool.ts";
import { markCustomerStale } from "../purchases/customer-figures/store.ts";

/**
 * Takes a seat away, or an invitation to one. Its user loses access and gets an email. If the buyer does it, nobody else
 * can have the seat for as long as the seller says. Doing it again changes nothing.
 * @param input.id of the purchase
 * @throws as `openPool`; `not_found` for a seat of another purchase; `forbidden` for a manager's if another manager does it
 */
export async function removeSeat(ctx: Ctx, input: PoolInput & { seatId: string }): Promise<void> {
  const { pool, isManager } = await openPool(ctx, input);
  const assertAllowed = (row: { managesSeats: boolean }) => {
    if (isManager && row.managesSeats)
      throw fail("forbidden", { reason: "only the buyer removes managers" });
  };
  const { mode } = ctx.config.stripe;
  const { seatId } = input;
  const claim = await findClaim(ctx.db, seatId, mode);
  if (claim?.seatOf === pool.id && claim.claimedAt === null) {
    assertAllowed(claim);
    await commit(ctx.db, [
      markClaimRevoked(ctx.db, seatId, ctx.now),
      recordChangeIfApplied(ctx, {
        action: "seat.ended",
        targetId: seatId,
        before: { of: pool.id },
      }),
      ...recordEvents(ctx, { claimId: seatId }),
    ]);
  }
  // It may have been accepted at the same moment.
  const seat = await findGift(ctx.db, seatId, mode);
  if (seat?.seatOf === pool.id) {
    assertAllowed(seat);
    // The team has its own reasons.
    await endSeat(ctx, seat, { isTold: true, isPaused: input.userId !== undefined });
  } else if (claim?.seatOf !== pool.id) throw fail("not_found", { reason: "no such seat" });
}

/**
 * Gives the user's own seat back: somebody else can have it, after the seller's pause. Doing it again changes nothing.
 * @throws `not_found` if it is no seat of theirs
 */
export async function leaveSeat(ctx: UserCtx, input: { id: string }): Promise<void> {
  const seat = await findGift(ctx.db, input.id, ctx.config.stripe.mode);
  if (!seat || seat.seatOf === null || seat.userId !== ctx.actor.userId)
    throw fail("not_found", { reason: "no seat of this user" });
  await endSeat(ctx, seat, { isTold: false, isPaused: true });
}

async function endSeat(
  ctx: Ctx,
  { id, userId, seatOf, endedAt }: GiftRow,
  { isTold, isPaused }: { isTold: boolean; isPaused: boolean },
): Promise<void> {
  if (endedAt !== null || seatOf === null) return;
  const [{ pool }, { seatPauseHours }] = await Promise.all([
    openPool(ctx, { id: seatOf }),
    checkoutSettings.read(ctx),
  ]);
  const freeAt = isPaused && seatPauseHours > 0 ? ctx.now + seatPauseHours * HOUR : null;
  const emails = await queueGiftEndedEmails(ctx, isTold ? [{ id, userId }] : []);
  await commit(ctx.db, [
    // Who is told did not do it themselves.
    ...endSeats(ctx.db, { ids: [id], now: ctx.now, freeAt, isTakenBack: isTold }),
    alignOwnGrants(isPool(seatOf)),
    markCustomerStale(userId),
    ...emails.statements,
    recordChange(ctx, { action: "seat.ended", targetId: id, before: { userId, of: seatOf } }),
    ...recordEvents(ctx, {
      userId: [userId, pool.userId],
      kinds: GIFT_KINDS,
    }),
  ]);
  if (emails.emailIds.length > 0) ctx.defer(sendQueuedEmails(ctx, { ids: emails.emailIds }));
}
