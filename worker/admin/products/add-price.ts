import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { recordChange } from "../../audit/record-change.ts";
import { toPriceRow } from "./create-product.ts";
import { requireProduct } from "../../catalog/find-product.ts";
import { setPrice } from "../../catalog/store-editing.ts";
import { addPendingPush, tryPushProduct } from "../../sync/catalog/push-product.ts";
import type { NewPrice } from "../../catalog/schema.ts";
import { findPrice, insertPrice } from "../../catalog/store.ts";

/**
 * Adds a price. If the product is at Stripe, the price is created there too and can be bought.
 * @param input.price parsed by `newPrice`
 * @throws `not_found`
 */
export async function addPrice(
  ctx: Ctx,
  input: { productId: string; price: NewPrice },
): Promise<{ id: string }> {
  const { productId, price } = input;
  await requireProduct(ctx, productId);
  const row = toPriceRow(ctx, input);
  await commit(ctx.db, [
    insertPrice(ctx.db, row),
    addPendingPush(ctx, { productId, target: row.id }),
    recordChange(ctx, {
      action: "price.added",
      targetId: productId,
      after: { id: row.id, ...price },
    }),
    ...recordEvents(ctx, { productId }),
  ]);
  await tryPushProduct(ctx, { productId });
  return { id: row.id };
}

/**
 * Archives a price, or offers it again. Amounts never change: existing subscribers keep paying their price.
 * @throws `not_found`
 */
export async function setPriceActive(
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
    addPendingPush(ctx, { productId, target: priceId }),
    recordChange(ctx, {
      action: active ? "price.offered" : "price.archived",
      targetId: productId,
      before: { id: priceId, active: !active },
      after: { id: priceId, active },
    }),
    ...recordEvents(ctx, { productId }),
  ]);
  await tryPushProduct(ctx, { productId });
}
