import { requireProduct } from "../../../catalog/find-product.ts";
import type { Ctx } from "../../../context.ts";
import { readPageById, type PageInput } from "../../../db/page-cursor.ts";
import {
  countMovedSubscriptions,
  listPriceMovesOfProduct,
} from "../../../purchases/price-moves/store.ts";
import { requirePriceMove } from "./change-price-move.ts";
import { listMovedSubscribers, type MovedSubscriber } from "./price-moves.query.ts";
import { idsOf } from "../../../lib/rows.ts";

/** The latest moves of a product that are shown. */
const MAX_MOVES = 20;

/**
 * Lists the latest moves of a product, newest first, and how far each is. `failed` are among the `planned`: they are
 * tried again.
 * @throws `not_found`
 */
export async function listPriceMoves(ctx: Ctx, input: { productId: string }) {
  const { id } = await requireProduct(ctx, input.productId);
  const moves = await listPriceMovesOfProduct(ctx.db, id, MAX_MOVES);
  const counts = await countMovedSubscriptions(ctx.db, idsOf(moves));
  return moves.map(({ mode: _, plannedAfter: __, ...move }) => {
    const ours = counts.filter(({ moveId }) => moveId === move.id);
    const countOf = (state: string) => ours.find((group) => group.state === state)?.count ?? 0;
    return {
      ...move,
      planned: countOf("planned"),
      failed: ours.find(({ state }) => state === "planned")?.failed ?? 0,
      moved: countOf("moved"),
      canceled: countOf("canceled"),
      leftOut: ours.flatMap(({ reason, count }) =>
        reason ? [{ reason, subscribers: count }] : [],
      ),
    };
  });
}

/**
 * Lists the subscriptions of a move that are in one state; `failed` are the planned ones whose latest attempt failed.
 * @throws `not_found`
 */
export async function listPriceMoveSubscribers(
  ctx: Ctx,
  input: PageInput & {
    productId: string;
    moveId: string;
    state: MovedSubscriber["state"] | "failed";
  },
) {
  await requirePriceMove(ctx, input);
  const { moveId, state } = input;
  return readPageById(input, (window) =>
    listMovedSubscribers(ctx.db, { moveId, state, ...window }),
  );
}
