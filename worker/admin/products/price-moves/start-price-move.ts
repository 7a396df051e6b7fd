import { recordChange } from "../../../audit/record-change.ts";
import type { Ctx } from "../../../context.ts";
import { commit } from "../../../db/client.ts";
import { fail, failAt } from "../../../errors.ts";
import { newId } from "../../../lib/ids.ts";
import { DAY } from "../../../lib/time.ts";
import { findOpenPriceMove, insertPriceMove } from "../../../purchases/price-moves/store.ts";
import { requirePricesOfMove } from "./preview-price-move.ts";
import type { NewPriceMove } from "./schema.ts";

/**
 * Starts moving a price's subscribers to another price. The queue lists and emails them, and sets the new price on each
 * shortly before the first renewal after the notice.
 * @throws `not_found`; `invalid_input` for a price they can't move to, or for emails that the shop can't send;
 *   `price_move_open` if they are being moved already
 */
export async function startPriceMove(
  ctx: Ctx,
  input: NewPriceMove & { productId: string },
): Promise<{ id: string }> {
  const { productId, fromPriceId, toPriceId, noticeDays, sendsEmails } = input;
  await requirePricesOfMove(ctx, input);
  if (sendsEmails && !ctx.config.auth.emailSender)
    throw failAt("sendsEmails", "This shop can’t send email yet.");
  if (await findOpenPriceMove(ctx.db, fromPriceId)) throw fail("price_move_open");
  const id = newId("pmv", ctx.now);
  const writes = [
    insertPriceMove(ctx.db, {
      id,
      mode: ctx.config.stripe.mode,
      productId,
      fromPriceId,
      toPriceId,
      notBefore: ctx.now + noticeDays * DAY,
      sendsEmails,
      status: "planning",
      plannedAfter: "",
      createdAt: ctx.now,
      endedAt: null,
    }),
    recordChange(ctx, {
      action: "price_move.started",
      targetId: productId,
      after: { id, fromPriceId, toPriceId, noticeDays, sendsEmails },
    }),
  ];
  try {
    await commit(ctx.db, writes);
  } catch (cause) {
    // The unique index decides between two requests at the same time.
    if (await findOpenPriceMove(ctx.db, fromPriceId)) throw fail("price_move_open", { cause });
    throw cause;
  }
  await ctx.syncQueue.send({ priceMoveId: id });
  return { id };
}
