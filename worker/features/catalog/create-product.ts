import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { newId } from "../../lib/ids.ts";
import type { NewPrice, NewProduct } from "./schema.ts";
import { addBenefit, insertBenefit, insertPrice, insertProduct } from "./store.ts";

/**
 * Writes a product with its prices and benefits, as a draft that Stripe has not heard of; `publishProduct` is next.
 * @param input parsed by `newProduct`
 * @param input.position where it stands in the storefront, from 0
 * @returns the product's id, and its benefits' in their order
 */
export async function createProduct(
  ctx: Ctx,
  input: NewProduct & { position: number },
): Promise<{ id: string; benefitIds: string[] }> {
  const { mode } = ctx.config.stripe;
  const { prices, benefits, ...product } = input;
  const id = newId("prd", ctx.now);
  const benefitIds = benefits.map(() => newId("bnf", ctx.now));
  await commit(ctx.db, [
    insertProduct(ctx.db, {
      ...product,
      id,
      mode,
      status: "draft",
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }),
    ...prices.map((price) =>
      insertPrice(ctx.db, {
        ...price,
        amountMinor: leastAmount(price),
        id: newId("prc", ctx.now),
        productId: id,
        mode,
        createdAt: ctx.now,
      }),
    ),
    ...benefits.flatMap((benefit, position) => {
      const benefitId = benefitIds[position] ?? "";
      return [
        insertBenefit(ctx.db, { ...benefit, id: benefitId, createdAt: ctx.now }),
        addBenefit(ctx.db, { productId: id, benefitId, position }),
      ];
    }),
  ]);
  return { id, benefitIds };
}

/** What a price costs at least: what the seller set, or the least that the buyer may choose. */
function leastAmount(price: NewPrice): number {
  return price.model === "pay_what_you_want" ? price.minimumMinor : price.amountMinor;
}
