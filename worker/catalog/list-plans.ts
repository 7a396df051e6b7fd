import type { Ctx } from "../context.ts";
import { mapTranslations } from "../translations/translate.ts";
import type { PriceWithProduct } from "./require-price.ts";
import { listProductsById, listRecurringPrices } from "./store.ts";

/** A recurring price with its product. */
export type Plan = PriceWithProduct;

/** The plan of a current subscription: our product (null if unknown) and Stripe's price. */
export type CurrentPlan = { productId: string | null; stripePriceId: string };

/**
 * Lists the recurring prices that a user on `current` can have: those for sale of the same product or its plan group,
 * and the current ones, even if they are no longer for sale. Products are named in the language of `ctx.texts`.
 */
export async function listPlans(ctx: Ctx, input: { current: CurrentPlan[] }): Promise<Plan[]> {
  const productIds = input.current.flatMap(({ productId }) => productId ?? []);
  if (productIds.length === 0) return [];
  const products = await listProductsById(ctx.db, productIds);
  const rows = await listRecurringPrices(ctx.db, {
    mode: ctx.config.stripe.mode,
    productIds,
    groups: products.flatMap(({ planGroup }) => planGroup ?? []),
    stripePriceIds: input.current.map(({ stripePriceId }) => stripePriceId),
  });
  const translate = await mapTranslations(ctx, {
    ids: rows.map(({ product }) => product.id),
    fields: ["name"],
  });
  return rows.flatMap(({ price, product }) =>
    price.stripePriceId === null
      ? []
      : [
          {
            product: translate(product, ["name"]),
            price: { ...price, stripePriceId: price.stripePriceId },
          },
        ],
  );
}
