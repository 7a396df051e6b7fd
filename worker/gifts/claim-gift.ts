import type { Ctx, UserCtx } from "../context.ts";
import { commit } from "../db/client.ts";
import { AppError, fail } from "../errors.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { parseDuration } from "../lib/duration.ts";
import { addPeriods } from "../purchases/subscriptions/find-later-end.ts";
import { logEvent, summarizeError } from "../lib/log.ts";
import { GIFT_KINDS, recordEvents } from "../feed/record-events.ts";
import { recordChange } from "../audit/record-change.ts";
import type { GiftRow } from "../access/store.ts";
import {
  assertClaimable,
  findClaim,
  findClaimBySecretHash,
  listClaimsForUser,
  markClaimed,
  type ClaimRow,
} from "../claims/store.ts";
import { findSeatOfUser } from "../access/store-seats.ts";
import { pick } from "../lib/pick.ts";
import { openPool } from "./open-pool.ts";
import { prepareGift } from "./prepare-gift.ts";
import { takeSeat } from "./take-seat.ts";
import { prepareSeat, toSeatRefusal } from "./prepare-seat.ts";

/** Gifts that one sign-in claims. The next sign-in claims the rest. */
const MAX_PER_SIGN_IN = 50;

/**
 * Claims every gift that waits for this user's identities or verified email. A gift that cannot be claimed now is
 * logged and keeps waiting, because it must not prevent the sign-in.
 * @param input.email an email that the identity provider vouches for now, in lower case; null if there is none
 */
export async function claimWaitingGifts(
  ctx: Ctx,
  input: { userId: string; email: string | null },
): Promise<void> {
  const waiting = await listClaimsForUser(ctx.db, {
    ...input,
    mode: ctx.config.stripe.mode,
    now: ctx.now,
    limit: MAX_PER_SIGN_IN,
  });
  for (const claim of waiting)
    await claimOnce(ctx, claim, input.userId).catch((error: unknown) => {
      // An AppError says that it was claimed or revoked meanwhile.
      if (!(error instanceof AppError))
        logEvent(
          "error",
          "gift.not_claimed",
          { gift: claim.id, error: summarizeError(error) },
          ctx,
        );
    });
}

/**
 * Claims the gift of a secret link for the signed-in user, or a seat. Doing it again returns the same gift.
 * @returns the gift's id, which is also its library entry's id
 * @throws `not_found` for an unknown link; `gift_claimed` if another user has claimed it; `gift_expired`,
 *   `gift_revoked`; as `takeSeat`
 */
export async function claimGift(ctx: UserCtx, input: { secret: string }): Promise<{ id: string }> {
  const claim = await findClaimBySecretHash(
    ctx.db,
    sha256Hex(input.secret),
    ctx.config.stripe.mode,
  );
  if (!claim) return takeSeat(ctx, input);
  if (claim.guestId !== null) throw fail("not_found", { reason: "not a gift but a purchase" });
  const { userId } = ctx.actor;
  if (claim.claimedBy === userId) return { id: claim.id };
  assertOpen(claim, ctx.now);
  await claimOnce(ctx, claim, userId);
  return { id: claim.id };
}

/** Turns a claim into the user's gift, with the same id. Of several requests at the same time, one succeeds. */
async function claimOnce(ctx: Ctx, claim: ClaimRow, userId: string): Promise<void> {
  const { id, productId, quantity, givenBy, note, message, giverName, seatOf } = claim;
  if (seatOf !== null) return claimSeat(ctx, { ...claim, seatOf }, userId);
  const gift: GiftRow = {
    id,
    userId,
    productId,
    mode: claim.mode,
    quantity,
    givenBy,
    note,
    message,
    giverName,
    createdAt: ctx.now,
    endsAt: findEnd(claim, ctx.now),
    endedAt: null,
    seatOf: null,
    seatFreeAt: null,
    managesSeats: false,
    seatDomain: null,
    seatTakenBack: false,
  };
  const prepared = await prepareGift(ctx, gift);
  try {
    await commit(ctx.db, [
      assertClaimable(id, ctx.now),
      markClaimed(ctx.db, { id, userId, now: ctx.now }),
      ...prepared.statements,
      recordChange(ctx, {
        action: "gift.claimed",
        targetId: id,
        after: { userId, productId, quantity, endsAt: gift.endsAt },
      }),
      ...recordEvents(ctx, { userId, kinds: GIFT_KINDS }),
    ]);
  } catch (error) {
    const current = await findClaim(ctx.db, id, claim.mode);
    if (current?.claimedBy === userId) return;
    if (current) assertOpen(current, ctx.now);
    throw error;
  }
  prepared.sendEmail();
}

/** When the access ends of a gift that is claimed now; null if never. */
function findEnd({ giftEndsAt, giftDuration }: ClaimRow, now: number): number | null {
  const duration = giftDuration === null ? null : parseDuration(giftDuration);
  if (!duration) return giftEndsAt;
  const { interval, count: intervalCount } = duration;
  return addPeriods(now, now, { interval, intervalCount }, 1);
}

/** Turns an invitation into the user's seat, with the same id. A user who has a seat of this purchase needs no other. */
async function claimSeat(
  ctx: Ctx,
  claim: ClaimRow & { seatOf: string },
  userId: string,
): Promise<void> {
  const { id, seatOf } = claim;
  const [opened, own] = await Promise.all([
    openPool(ctx, { id: seatOf }),
    findSeatOfUser(ctx.db, seatOf, userId),
  ]);
  if (own) throw fail("seat_held", { reason: "the user has another seat of the purchase" });
  const prepared = await prepareSeat(ctx, opened, {
    ...pick(claim, ["id", "mode", "quantity", "givenBy", "note", "message", "giverName"]),
    managesSeats: claim.managesSeats,
    seatDomain: null,
    userId,
    createdAt: ctx.now,
  });
  try {
    await commit(ctx.db, [
      assertClaimable(id, ctx.now),
      markClaimed(ctx.db, { id, userId, now: ctx.now }),
      ...prepared.statements,
      recordChange(ctx, { action: "seat.claimed", targetId: id, after: { userId, of: seatOf } }),
      ...recordEvents(ctx, {
        userId: [userId, opened.pool.userId],
        kinds: GIFT_KINDS,
      }),
    ]);
  } catch (error) {
    const current = await findClaim(ctx.db, id, claim.mode);
    if (current?.claimedBy === userId) return;
    if (current) assertOpen(current, ctx.now);
    throw toSeatRefusal(error) ?? error;
  }
  prepared.sendEmail();
}

/** @throws `gift_claimed`, `gift_revoked`, `gift_expired` */
export function assertOpen(claim: ClaimRow, now: number): void {
  if (claim.claimedAt !== null) throw fail("gift_claimed");
  if (claim.revokedAt !== null) throw fail("gift_revoked");
  if (claim.expiresAt <= now) throw fail("gift_expired");
}
