import type { Ctx } from "../context.ts";
import type { OfferedPrice } from "./find-price.ts";
import { listProductsById, listRecurringPrices } from "./store.ts";

/** A recurring price with its product. */
export type Plan = OfferedPrice;

/** What is subscribed to: product of ours, and Stripe's price. */
export type HeldPlan = { productId: string | null; stripePriceId: string };

/**
 * The recurring prices that `held` can be or become: those for sale of the same product or of its exclusive group, and
 * what is held itself, though it may not be for sale any more.
 */
export async function listPlans(ctx: Ctx, input: { held: HeldPlan[] }): Promise<Plan[]> {
  const productIds = input.held.flatMap(({ productId }) => productId ?? []);
  if (productIds.length === 0) return [];
  const products = await listProductsById(ctx.db, productIds);
  const rows = await listRecurringPrices(ctx.db, {
    mode: ctx.config.stripe.mode,
    productIds,
    groups: products.flatMap(({ exclusiveGroup }) => exclusiveGroup ?? []),
    stripePriceIds: input.held.map(({ stripePriceId }) => stripePriceId),
  });
  return rows.flatMap(({ price, product }) =>
    price.stripePriceId === null
      ? []
      : [{ product, price: { ...price, stripePriceId: price.stripePriceId } }],
  );
}
