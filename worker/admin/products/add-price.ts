import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { toPriceRow } from "./create-product.ts";
import { findProductOfMode } from "../../catalog/find-product.ts";
import { setPrice } from "../../catalog/store-editing.ts";
import { owePush, tryPush } from "../../sync/catalog/push-product.ts";
import type { NewPrice } from "../../catalog/schema.ts";
import { findPrice, insertPrice } from "../../catalog/store.ts";

/**
 * Adds a price. Of a product that is at Stripe it is made there too, and is for sale from then on.
 * @param input.price parsed by `newPrice`
 * @throws `not_found`
 */
export async function addPrice(
  ctx: Ctx,
  input: { productId: string; price: NewPrice },
): Promise<{ id: string }> {
  const { productId, price } = input;
  await findProductOfMode(ctx, productId);
  const row = toPriceRow(ctx, input);
  await commit(ctx.db, [
    insertPrice(ctx.db, row),
    owePush(ctx, { productId, what: row.id }),
    recordChange(ctx, {
      action: "price.added",
      targetId: productId,
      after: { id: row.id, ...price },
    }),
  ]);
  await tryPush(ctx, { productId });
  return { id: row.id };
}

/**
 * Takes a price off sale, or offers it again. Amounts never change: who subscribed to it goes on paying it.
 * @throws `not_found`
 */
export async function offerPrice(
  ctx: Ctx,
  input: { productId: string; priceId: string; active: boolean },
): Promise<void> {
  const { productId, priceId, active } = input;
  const found = await findPrice(ctx.db, priceId);
  if (found?.product.id !== productId || found.price.mode !== ctx.config.stripe.mode)
    throw fail("not_found", { reason: "no such price of this product" });
  if (found.price.active === active) return;
  await commit(ctx.db, [
    setPrice(ctx.db, priceId, { active }),
    owePush(ctx, { productId, what: priceId }),
    recordChange(ctx, {
      action: active ? "price.offered" : "price.archived",
      targetId: productId,
      before: { id: priceId, active: !active },
      after: { id: priceId, active },
    }),
  ]);
  await tryPush(ctx, { productId });
}
