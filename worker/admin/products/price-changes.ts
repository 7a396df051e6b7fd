import { recordChange } from "../../audit/record-change.ts";
import type { NewPrice, ProductEdit } from "./schema.ts";
import {
  assertNotAtStripe,
  deletePrice,
  listPrices,
  setPrice,
} from "../../catalog/store-editing.ts";
import { insertPrice, type PriceRow, type ProductRow } from "../../catalog/store.ts";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { addPendingPush } from "../../sync/catalog/push-product.ts";
import type { ProductChanges } from "./benefit-changes.ts";

/**
 * Returns the writes that add prices to a product, and archive some or offer them again. Amounts never change: existing
 * subscribers keep paying their price. A price of a product that Stripe has never had is deleted instead of archived.
 * @throws `not_found` for a price that the product does not have
 */
export async function preparePriceChanges(
  ctx: Ctx,
  product: ProductRow,
  { prices = [], newPrices = [] }: Pick<ProductEdit, "prices" | "newPrices">,
): Promise<Pick<ProductChanges, "guards" | "statements">> {
  const existing = prices.length > 0 ? await listPrices(ctx.db, [product.id]) : [];
  const changed = prices.filter(({ id, active }) => {
    const price = existing.find((each) => each.id === id);
    if (price?.mode !== product.mode)
      throw fail("not_found", { reason: "no such price of this product" });
    return price.active !== active;
  });
  const wasNeverAtStripe = product.stripeProductId === null;
  return {
    guards: wasNeverAtStripe && changed.length > 0 ? [assertNotAtStripe(product.id)] : [],
    statements: [
      ...changed.flatMap((price) =>
        wasNeverAtStripe && !price.active
          ? removePrice(ctx, product.id, price.id)
          : changePriceOffer(ctx, product.id, price),
      ),
      ...newPrices.flatMap((price) => addPrice(ctx, product.id, price)),
    ],
  };
}

function changePriceOffer(
  ctx: Ctx,
  productId: string,
  { id, active }: { id: string; active: boolean },
): Statement[] {
  return [
    setPrice(ctx.db, id, { active }),
    addPendingPush(ctx, { productId, target: id }),
    recordChange(ctx, {
      action: active ? "price.offered" : "price.archived",
      targetId: productId,
      before: { id, active: !active },
      after: { id, active },
    }),
  ];
}

function removePrice(ctx: Ctx, productId: string, id: string): Statement[] {
  return [
    deletePrice(ctx.db, id),
    recordChange(ctx, { action: "price.removed", targetId: productId, before: { id } }),
  ];
}

function addPrice(ctx: Ctx, productId: string, price: NewPrice): Statement[] {
  const row = toPriceRow(ctx, { productId, price });
  return [
    insertPrice(ctx.db, row),
    addPendingPush(ctx, { productId, target: row.id }),
    recordChange(ctx, {
      action: "price.added",
      targetId: productId,
      after: { id: row.id, ...price },
    }),
  ];
}

/** Converts a new price to its row. For pay what you want, the amount is the minimum. */
export function toPriceRow(
  ctx: Ctx,
  { productId, price }: { productId: string; price: NewPrice },
): PriceRow {
  const base = {
    interval: null,
    intervalCount: null,
    minimumMinor: null,
    presetMinor: null,
    trialDays: 0,
    taxBehavior: null,
  };
  return {
    ...base,
    ...price,
    ...(price.model === "pay_what_you_want" && { presetMinor: price.presetMinor ?? null }),
    model: price.model ?? "fixed",
    amountMinor: price.model === "pay_what_you_want" ? price.minimumMinor : price.amountMinor,
    id: newId("prc", ctx.now),
    productId,
    active: true,
    mode: ctx.config.stripe.mode,
    stripePriceId: null,
    createdAt: ctx.now,
  };
}
