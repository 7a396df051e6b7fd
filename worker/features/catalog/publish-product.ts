import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { toMetadata } from "../../stripe/metadata.ts";
import {
  findProduct,
  listActivePrices,
  setProductStatus,
  setStripePrice,
  setStripeProduct,
  type PriceRow,
  type ProductRow,
} from "./store.ts";

/**
 * Makes the product and its prices exist at Stripe, then shows it in the storefront. Every step can be repeated: what
 * Stripe has already is left as it is.
 * @throws `not_found`
 */
export async function publishProduct(ctx: Ctx, input: { productId: string }): Promise<void> {
  const product = await findProduct(ctx.db, input.productId);
  if (!product) throw fail("not_found", { reason: "no such product" });
  const stripeProductId = product.stripeProductId ?? (await pushProduct(ctx, product));
  for (const price of await listActivePrices(ctx.db, [product.id])) {
    if (!price.stripePriceId) await pushPrice(ctx, price, stripeProductId);
  }
  await commit(ctx.db, [
    setProductStatus(ctx.db, { id: product.id, status: "published", now: ctx.now }),
  ]);
}

async function pushProduct(ctx: Ctx, product: ProductRow): Promise<string> {
  const params: Stripe.ProductCreateParams = {
    name: product.name,
    ...(product.tagline && { description: product.tagline }),
    metadata: toMetadata({ productId: product.id }),
  };
  const created = await ctx.stripe.products.create(
    params,
    await idempotencyKey("product", product.id, params),
  );
  await commit(ctx.db, [setStripeProduct(ctx.db, { id: product.id, stripeProductId: created.id })]);
  return created.id;
}

async function pushPrice(ctx: Ctx, price: PriceRow, stripeProductId: string): Promise<void> {
  const params: Stripe.PriceCreateParams = {
    product: stripeProductId,
    currency: price.currency,
    ...toAmount(price),
    ...(price.type === "recurring" &&
      price.interval && {
        recurring: { interval: price.interval, interval_count: price.intervalCount ?? 1 },
      }),
    metadata: toMetadata({ productId: price.productId, priceId: price.id }),
  };
  const created = await ctx.stripe.prices.create(
    params,
    await idempotencyKey("price", price.id, params),
  );
  await commit(ctx.db, [setStripePrice(ctx.db, { id: price.id, stripePriceId: created.id })]);
}

function toAmount(
  price: PriceRow,
): Pick<Stripe.PriceCreateParams, "unit_amount" | "custom_unit_amount"> {
  if (price.model !== "pay_what_you_want") return { unit_amount: price.amountMinor };
  return {
    custom_unit_amount: {
      enabled: true,
      minimum: price.minimumMinor ?? price.amountMinor,
      ...(price.presetMinor !== null && { preset: price.presetMinor }),
    },
  };
}
