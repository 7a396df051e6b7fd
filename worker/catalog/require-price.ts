import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { findPrice, type PriceRow, type ProductRow } from "./store.ts";

/** A price that can be bought, with its product. */
export type PriceWithProduct = { price: PriceRow & { stripePriceId: string }; product: ProductRow };

/** Returns a price for sale. @throws `price_unavailable` unless it is active, in this mode, at Stripe and published */
export async function requirePriceForSale(
  ctx: Ctx,
  input: { priceId: string },
): Promise<PriceWithProduct> {
  const { price, product } = await requirePrice(ctx, input);
  const isForSale =
    price.active && product.status === "published" && price.mode === ctx.config.stripe.mode;
  if (!isForSale)
    throw fail("price_unavailable", { reason: "inactive, unpublished or of the other mode" });
  return { price, product };
}

/** Returns a price in any state. @throws `price_unavailable` for an unknown price, or one that is not at Stripe */
export async function requirePrice(
  ctx: Ctx,
  input: { priceId: string },
): Promise<PriceWithProduct> {
  const row = await findPrice(ctx.db, input.priceId);
  if (!row?.price.stripePriceId)
    throw fail("price_unavailable", { reason: "no such price at Stripe" });
  return { product: row.product, price: { ...row.price, stripePriceId: row.price.stripePriceId } };
}
