import type { Ctx } from "../context.ts";
import { toPublicPrice, type PublicPrice } from "./public-price.ts";
import { listSellingPrices, type ProductRow } from "./store.ts";

/** A product for sale, as it is offered where something of it was asked for. */
export type GivingProduct = Pick<ProductRow, "id" | "slug" | "name" | "tagline" | "image"> & {
  prices: PublicPrice[];
};

/** Published products with a price that give one of these benefits, in the seller's order. */
export async function listProductsThatGive(
  ctx: Ctx,
  input: { benefitIds: string[] },
): Promise<GivingProduct[]> {
  const rows = await listSellingPrices(ctx.db, ctx.config.stripe.mode, input.benefitIds);
  const byId = new Map<string, GivingProduct>();
  for (const { product, price } of rows) {
    const { id, slug, name, tagline, image } = product;
    const giving = byId.get(id) ?? { id, slug, name, tagline, image, prices: [] };
    giving.prices.push(toPublicPrice(price));
    byId.set(id, giving);
  }
  return [...byId.values()];
}
