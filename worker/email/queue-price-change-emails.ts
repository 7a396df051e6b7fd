import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { newId } from "../lib/ids.ts";
import type { PriceMoveRow } from "../purchases/price-moves/store.ts";
import { insertEmail } from "./store.ts";

/**
 * Returns the writes that email subscribers about a new price, or that it was called off: once per move. None if the
 * shop sends no email, or if the team informs them itself.
 */
export function queuePriceChangeEmails(
  ctx: Ctx,
  input: {
    kind: "price_change" | "price_change_canceled";
    move: Pick<PriceMoveRow, "id" | "sendsEmails">;
    recipients: { subscriptionId: string; userId: string }[];
  },
): Statement[] {
  const { kind, move, recipients } = input;
  if (!ctx.config.auth.emailSender || !move.sendsEmails) return [];
  return recipients.map(({ subscriptionId, userId }) =>
    insertEmail(ctx.db, {
      id: newId("mal", ctx.now),
      kind,
      dedupeKey: `${move.id}:${subscriptionId}`,
      sourceId: subscriptionId,
      facts: { of: "price_move", moveId: move.id },
      userId,
      status: "queued",
      nextAttemptAt: ctx.now,
      createdAt: ctx.now,
    }),
  );
}
