import { findPoolByLink, findSeatOfUser, isLinkUsedUp, useLink } from "../access/store-seats.ts";
import { recordChange } from "../audit/record-change.ts";
import type { UserCtx } from "../context.ts";
import { commit } from "../db/client.ts";
import { fail } from "../errors.ts";
import { GIFT_KINDS, recordEvents } from "../feed/record-events.ts";
import { findNameAndEmail } from "../identity/store-profile.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { newId } from "../lib/ids.ts";
import { openPool } from "./open-pool.ts";
import { prepareSeat, toSeatRefusal } from "./prepare-seat.ts";

/**
 * Takes one of the seats that a link gives to whoever opens it. Doing it again returns the same seat. Of any number of
 * users at the same time, as many get one as there are.
 * @returns the seat's id, which is also its library entry's id
 * @throws `not_found` for an unknown link; `gift_expired`; `seats_taken` if none is free, or if the link gave all that it
 *   may; as `prepareSeat`
 */
export async function takeSeat(ctx: UserCtx, input: { secret: string }): Promise<{ id: string }> {
  const linkHash = sha256Hex(input.secret);
  const { mode } = ctx.config.stripe;
  const found = await findPoolByLink(ctx.db, linkHash, mode);
  if (!found) throw fail("not_found", { reason: "no such link" });
  const { userId } = ctx.actor;
  const own = await findSeatOfUser(ctx.db, found.id, userId);
  if (own) return { id: own.id };
  if ((found.linkExpiresAt ?? 0) <= ctx.now) throw fail("gift_expired");
  const [opened, buyer] = await Promise.all([
    openPool(ctx, { id: found.id }),
    findNameAndEmail(ctx.db, found.userId),
  ]);
  const id = newId("cmp", ctx.now);
  const prepared = await prepareSeat(ctx, opened, {
    id,
    userId,
    mode,
    quantity: 1,
    givenBy: found.userId,
    note: "",
    message: "",
    giverName: buyer?.name ?? "",
    createdAt: ctx.now,
    endedAt: null,
    seatFreeAt: null,
    managesSeats: false,
  });
  try {
    await commit(ctx.db, [
      useLink(found.id, linkHash, ctx.now),
      ...prepared.statements,
      recordChange(ctx, { action: "seat.claimed", targetId: id, after: { userId, of: found.id } }),
      ...recordEvents(ctx, {
        userId: [userId, found.userId],
        kinds: GIFT_KINDS,
      }),
    ]);
  } catch (error) {
    // Two tabs of one user take one seat.
    const taken = await findSeatOfUser(ctx.db, found.id, userId);
    if (taken) return { id: taken.id };
    if (isLinkUsedUp(error)) throw fail("seats_taken", { cause: error });
    throw toSeatRefusal(error) ?? error;
  }
  prepared.sendEmail();
  return { id };
}
