import type { GiftRow } from "../access/store.ts";
import {
  alignNewSeat,
  alignOwnGrants,
  assertSeats,
  insertSeat,
  isOutOfSeats,
  isPool,
} from "../access/store-seats.ts";
import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { toGrantSource } from "../delivery/grants/gift-sources.ts";
import { rewriteGrants } from "../delivery/grants/rewrite-grants.ts";
import { queueGiftEmails } from "../email/queue-emails.ts";
import { sendQueuedEmails } from "../email/send-queued-emails.ts";
import { fail, type AppError } from "../errors.ts";
import { markCustomerStale } from "../purchases/customer-figures/store.ts";
import { keepPool, type OpenedPool } from "./open-pool.ts";

/**
 * Prepares that a user takes a seat: the seat, its grants, the email about it, and one seat less for the buyer. The
 * statements abort their batch unless the seat is free and the purchase gives access when it runs. If the seat was an
 * invitation, the batch has marked it as claimed before.
 * @throws `seat_own` if the user has bought the seats; `seats_unavailable` if the purchase gives no access now
 */
export async function prepareSeat(
  ctx: Ctx,
  opened: OpenedPool,
  seat: Omit<
    GiftRow,
    "productId" | "endsAt" | "endedAt" | "seatOf" | "seatFreeAt" | "seatTakenBack"
  >,
): Promise<{ statements: Statement[]; sendEmail: () => void }> {
  const { pool, source } = opened;
  if (seat.userId === pool.userId) throw fail("seat_own", { reason: "the buyer took a seat" });
  if (!source.access.active)
    throw fail("seats_unavailable", { reason: `the purchase is ${source.access.reason}` });
  const { id: seatOf, productId, endsAt } = pool;
  const unended = { endedAt: null, seatFreeAt: null, seatTakenBack: false };
  const gift = { ...seat, ...unended, productId, endsAt, seatOf };
  const [grants, emails] = await Promise.all([
    rewriteGrants(ctx, { userId: seat.userId, sources: [toGrantSource(gift, ctx.now)] }),
    queueGiftEmails(ctx, gift),
  ]);
  return {
    statements: [
      keepPool(ctx, opened),
      insertSeat(ctx.db, gift),
      markCustomerStale(seat.userId),
      ...grants,
      alignNewSeat(ctx.db, seatOf, seat.id),
      alignOwnGrants(isPool(seatOf)),
      assertSeats(seatOf, ctx.now),
      ...emails.statements,
    ],
    sendEmail: () => {
      if (emails.emailIds.length > 0) ctx.defer(sendQueuedEmails(ctx, { ids: emails.emailIds }));
    },
  };
}

/** Returns what to answer after `assertSeats` aborted a batch; null if something else did. */
export function toSeatRefusal(error: unknown): AppError | null {
  return isOutOfSeats(error) ? fail("seats_taken", { cause: error }) : null;
}
