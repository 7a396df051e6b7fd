import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { findPrice, type PriceRow, type ProductRow } from "./store.ts";

/** A price that can be bought, with its product. */
export type OfferedPrice = { price: PriceRow & { stripePriceId: string }; product: ProductRow };

/** @throws `price_unavailable` unless the price is active, of this mode, at Stripe, and its product is published */
export async function findPriceForSale(
  ctx: Ctx,
  input: { priceId: string },
): Promise<OfferedPrice> {
  const { price, product } = await findAnyPrice(ctx, input);
  const offered =
    price.active && product.status === "published" && price.mode === ctx.config.stripe.mode;
  if (!offered)
    throw fail("price_unavailable", { reason: "inactive, unpublished or of the other mode" });
  return { price, product };
}

/** @throws `price_unavailable` for a price nobody has, or one that Stripe does not know */
export async function findAnyPrice(ctx: Ctx, input: { priceId: string }): Promise<OfferedPrice> {
  const row = await findPrice(ctx.db, input.priceId);
  if (!row?.price.stripePriceId)
    throw fail("price_unavailable", { reason: "no such price at Stripe" });
  return { product: row.product, price: { ...row.price, stripePriceId: row.price.stripePriceId } };
}
