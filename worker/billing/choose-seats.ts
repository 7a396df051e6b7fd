import { listSeats, setTakeFirst } from "../access/store-seats.ts";
import { recordChange } from "../audit/record-change.ts";
import { listOpenInvitations } from "../claims/store.ts";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { AppError, fail } from "../errors.ts";
import { idsOf } from "../lib/rows.ts";

/**
 * Runs a change to fewer seats at Stripe, and says before it whose seats end then: the sync that sees the new quantity
 * ends them in its batch, whichever it is. Until then, and if Stripe refuses, everybody keeps their seat.
 * @param input.id of the subscription
 * @param input.seatsToTake how many seats or invitations have to end
 * @param input.chosen their ids
 * @throws `seats_in_use` if fewer are chosen than have to end; as `change`
 */
export async function changeWithSeats<Answer>(
  ctx: Ctx,
  input: { id: string; seatsToTake: number; chosen: string[] },
  change: () => Promise<Answer>,
): Promise<Answer> {
  const { id, seatsToTake } = input;
  if (seatsToTake === 0) return change();
  const [seats, invitations] = await Promise.all([
    listSeats(ctx.db, id),
    listOpenInvitations(ctx.db, id, ctx.now),
  ]);
  const known = new Set([...idsOf(seats), ...idsOf(invitations)]);
  const chosen = [...new Set(input.chosen)].filter((seatId) => known.has(seatId));
  if (chosen.length < seatsToTake)
    throw fail("seats_in_use", { reason: `${chosen.length} of ${seatsToTake} seats are chosen` });
  await choose(ctx, id, chosen);
  try {
    return await change();
  } catch (error) {
    // Where nobody knows whether Stripe made the change, the choice stays for the sync that finds out.
    if (error instanceof AppError && error.code !== "stripe_unavailable")
      await choose(ctx, id, null);
    throw error;
  }
}

const choose = (ctx: Ctx, id: string, chosen: string[] | null) =>
  commit(ctx.db, [
    setTakeFirst(ctx.db, id, chosen),
    recordChange(ctx, {
      action: "seats.fewer_chosen",
      targetId: id,
      after: { seats: chosen ?? [] },
    }),
  ]);
