import { setManager } from "../access/store-seats.ts";
import { findGift } from "../access/store.ts";
import { recordChange } from "../audit/record-change.ts";
import { findClaim, setInvitedManager } from "../claims/store.ts";
import type { UserCtx } from "../context.ts";
import { commit } from "../db/client.ts";
import { queueManagerEmail } from "../email/queue-emails.ts";
import { sendQueuedEmails } from "../email/send-queued-emails.ts";
import { fail } from "../errors.ts";
import { openPool } from "../gifts/open-pool.ts";

/**
 * Says whether the user of a seat manages the others: gives them and takes them back. Of an invitation, whether whoever
 * accepts it does. Only the buyer says so (decision 131).
 * @param input.id of the purchase
 * @throws as `openPool`; `not_found` for a seat of another purchase, and one that has ended
 */
export async function changeManager(
  ctx: UserCtx,
  input: { id: string; seatId: string; managesSeats: boolean },
): Promise<void> {
  const { seatId, managesSeats } = input;
  const { mode } = ctx.config.stripe;
  const [{ pool }, seat, claim] = await Promise.all([
    openPool(ctx, { id: input.id, userId: ctx.actor.userId }),
    findGift(ctx.db, seatId, mode),
    findClaim(ctx.db, seatId, mode),
  ]);
  const isSeat = seat?.seatOf === pool.id && seat.endedAt === null;
  const isInvitation =
    claim?.seatOf === pool.id && claim.claimedAt === null && claim.revokedAt === null;
  if (!isSeat && !isInvitation) throw fail("not_found", { reason: "no such seat" });
  const isNew = isSeat && managesSeats && !seat.managesSeats;
  const emails = isNew ? await queueManagerEmail(ctx, seat) : null;
  await commit(ctx.db, [
    // An invitation may be accepted at the same moment.
    setInvitedManager(ctx.db, seatId, managesSeats),
    setManager(ctx.db, seatId, managesSeats),
    recordChange(ctx, {
      action: "seat.manager_changed",
      targetId: seatId,
      after: { of: pool.id, managesSeats, ...(seat && { userId: seat.userId }) },
    }),
    ...(emails?.statements ?? []),
  ]);
  if (emails && emails.emailIds.length > 0)
    ctx.defer(sendQueuedEmails(ctx, { ids: emails.emailIds }));
}
