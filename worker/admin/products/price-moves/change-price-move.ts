import { recordChange } from "../../../audit/record-change.ts";
import type { Ctx } from "../../../context.ts";
import { commit } from "../../../db/client.ts";
import { fail } from "../../../errors.ts";
import {
  findPriceMove,
  requireOpenPriceMove,
  retryFailedSubscriptions,
  updatePriceMove,
  type PriceMoveRow,
} from "../../../purchases/price-moves/store.ts";

type MoveOfProduct = { productId: string; moveId: string };

/**
 * Returns a move of this product.
 * @throws `not_found`
 */
export async function requirePriceMove(
  ctx: Ctx,
  { productId, moveId }: MoveOfProduct,
): Promise<PriceMoveRow> {
  const move = await findPriceMove(ctx.db, moveId);
  if (move?.productId !== productId || move.mode !== ctx.config.stripe.mode)
    throw fail("not_found", { reason: "no such move of this product" });
  return move;
}

/**
 * Cancels what is left of a move: subscribers who have the new price keep it, all others keep the old one and get an
 * email about it. The queue does it in pages. Does nothing if it is being canceled already.
 * @throws `not_found`, `price_move_ended`
 */
export async function cancelPriceMove(ctx: Ctx, input: MoveOfProduct): Promise<void> {
  const move = await requireOpenMove(ctx, input);
  if (move.status !== "canceling")
    await commit(ctx.db, [
      requireOpenPriceMove(move.id),
      updatePriceMove(ctx.db, move.id, { status: "canceling" }),
      recordChange(ctx, {
        action: "price_move.canceled",
        targetId: move.productId,
        after: { id: move.id },
      }),
    ]);
  await ctx.syncQueue.send({ priceMoveId: move.id });
}

/**
 * Tries the failed ones again now, instead of later.
 * @throws `not_found`, `price_move_ended`
 */
export async function retryPriceMove(ctx: Ctx, input: MoveOfProduct): Promise<void> {
  const move = await requireOpenMove(ctx, input);
  await commit(ctx.db, [
    retryFailedSubscriptions(ctx.db, move.id, ctx.now),
    recordChange(ctx, {
      action: "price_move.retried",
      targetId: move.productId,
      after: { id: move.id },
    }),
  ]);
  await ctx.syncQueue.send({ priceMoveId: move.id });
}

async function requireOpenMove(ctx: Ctx, input: MoveOfProduct): Promise<PriceMoveRow> {
  const move = await requirePriceMove(ctx, input);
  if (move.endedAt !== null) throw fail("price_move_ended");
  return move;
}
