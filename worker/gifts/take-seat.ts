import {
  findPoolByLink,
  findSeatOfUser,
  isLinkUsedUp,
  useLink,
  type SeatPoolRow,
} from "../access/store-seats.ts";
import { recordChange } from "../audit/record-change.ts";
import type { UserCtx } from "../context.ts";
import { commit, type Statement } from "../db/client.ts";
import { fail, type AppError } from "../errors.ts";
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
  const found = await findPoolByLink(ctx.db, linkHash, ctx.config.stripe.mode);
  if (!found) throw fail("not_found", { reason: "no such link" });
  const own = await findSeatOfUser(ctx.db, found.id, ctx.actor.userId);
  if (own) return { id: own.id };
  if ((found.linkExpiresAt ?? 0) <= ctx.now) throw fail("gift_expired");
  return takeFreeSeat(ctx, {
    pool: found,
    seatDomain: null,
    permission: useLink(found.id, linkHash, ctx.now),
    toRefusal: (error) => (isLinkUsedUp(error) ? fail("seats_taken", { cause: error }) : null),
  });
}

/**
 * Takes a free seat for the user, who has none of this pool.
 * @param input.permission aborts the batch unless the user may have one
 * @param input.toRefusal returns what to answer then; null if something else aborted it
 * @param input.seatDomain the email domain by which the user takes it
 * @throws `seats_taken`; as `prepareSeat`
 */
export async function takeFreeSeat(
  ctx: UserCtx,
  input: {
    pool: Pick<SeatPoolRow, "id" | "userId">;
    seatDomain: string | null;
    permission: Statement;
    toRefusal: (error: unknown) => AppError | null;
  },
): Promise<{ id: string }> {
  const { userId } = ctx.actor;
  const { id: seatOf, userId: buyerId } = input.pool;
  const [opened, buyer] = await Promise.all([
    openPool(ctx, { id: seatOf }),
    findNameAndEmail(ctx.db, buyerId),
  ]);
  const id = newId("cmp", ctx.now);
  const prepared = await prepareSeat(ctx, opened, {
    id,
    userId,
    mode: ctx.config.stripe.mode,
    quantity: 1,
    givenBy: buyerId,
    note: "",
    message: "",
    giverName: buyer?.name ?? "",
    createdAt: ctx.now,
    managesSeats: false,
    seatDomain: input.seatDomain,
  });
  try {
    await commit(ctx.db, [
      input.permission,
      ...prepared.statements,
      recordChange(ctx, {
        action: "seat.claimed",
        targetId: id,
        after: { userId, of: seatOf, ...(input.seatDomain && { domain: input.seatDomain }) },
      }),
      ...recordEvents(ctx, { userId: [userId, buyerId], kinds: GIFT_KINDS }),
    ]);
  } catch (error) {
    // Two tabs of one user take one seat.
    const taken = await findSeatOfUser(ctx.db, seatOf, userId);
    if (taken) return { id: taken.id };
    throw input.toRefusal(error) ?? toSeatRefusal(error) ?? error;
  }
  prepared.sendEmail();
  return { id };
}
