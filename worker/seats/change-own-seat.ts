import {
  alignOwnGrants,
  assertSeats,
  countOwnSeats,
  isPool,
  setOwnSeat,
} from "../access/store-seats.ts";
import { recordChange } from "../audit/record-change.ts";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { rewriteGrants } from "../delivery/grants/rewrite-grants.ts";
import { recordEvents } from "../feed/record-events.ts";
import { keepPool, openPool } from "../gifts/open-pool.ts";
import { toSeatRefusal } from "../gifts/prepare-seat.ts";

/**
 * Gives up the seat that the buyer has of their own, so that others can have it, or takes one back. Without it, the
 * purchase gives the buyer no access.
 * @param input.userId whose purchase it has to be; left out for anybody's
 * @throws as `openPool`; `seats_taken` if no seat is free to take back
 */
export async function changeOwnSeat(
  ctx: Ctx,
  input: { id: string; userId?: string | undefined; keepsOwn: boolean },
): Promise<void> {
  const opened = await openPool(ctx, input);
  const { pool, source } = opened;
  const { keepsOwn } = input;
  if (pool.keepsOwn === keepsOwn) return;
  const quantity = countOwnSeats({ ...pool, keepsOwn }, pool.quantity);
  const products = source.products.map((product) =>
    product.id === pool.productId ? { ...product, quantity } : product,
  );
  const own = { ...source, products: products.filter((product) => product.quantity > 0) };
  const grants = await rewriteGrants(ctx, { userId: pool.userId, sources: [own] });
  try {
    await commit(ctx.db, [
      keepPool(ctx, opened),
      setOwnSeat(ctx.db, pool.id, keepsOwn),
      ...grants,
      ...(keepsOwn ? [alignOwnGrants(isPool(pool.id)), assertSeats(pool.id, ctx.now)] : []),
      recordChange(ctx, {
        action: "seat.own_changed",
        targetId: pool.id,
        before: { keepsOwn: pool.keepsOwn },
        after: { keepsOwn },
      }),
      ...recordEvents(ctx, { userId: pool.userId, kinds: ["grant", "license", "entitlement"] }),
    ]);
  } catch (error) {
    throw toSeatRefusal(error) ?? error;
  }
}
