import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { toMetadata } from "../../stripe/metadata.ts";
import { writeAgain } from "../../stripe/write-with-retry.ts";
import { readTax } from "../../settings/tax-settings.ts";
import { forgetStripePrices, setPrice, setProduct } from "../../catalog/store-editing.ts";
import type { PriceRow, ProductRow } from "../../catalog/store.ts";

/**
 * Makes Stripe's product what ours is; it is created where there is none. Created with our own id, so that a creation
 * whose answer was lost is found instead of repeated.
 * @param change names this state of the product: the same change has the same idempotency key
 * @returns Stripe's id
 */
export async function putStripeProduct(
  ctx: Ctx,
  product: ProductRow,
  change: string,
): Promise<string> {
  const { stripeProductId } = product;
  if (stripeProductId) {
    try {
      return await updateProduct(ctx, stripeProductId, product, change);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  const created = await createProductAtStripe(ctx, product, change);
  await commit(ctx.db, [
    // It was deleted at Stripe, and its prices with it.
    ...(stripeProductId ? [forgetStripePrices(ctx.db, product.id)] : []),
    setProduct(ctx.db, product.id, { stripeProductId: created }),
  ]);
  return created;
}

async function updateProduct(ctx: Ctx, id: string, product: ProductRow, change: string) {
  const params: Stripe.ProductUpdateParams = {
    name: product.name,
    // Stripe unsets by an empty text.
    description: product.tagline,
    images: product.image ? [absoluteUrl(ctx, product.image)] : "",
    // A draft's is left as it is: what was imported may be in use elsewhere.
    ...(product.status !== "draft" && { active: product.status === "published" }),
    metadata: toMetadata({ productId: product.id }),
  };
  const updated = await writeAgain(
    { action: "product-update", rowId: `${product.id}:${change}`, attempt: ctx.requestId, params },
    (options) => ctx.stripe.products.update(id, params, options),
  );
  return updated.id;
}

async function createProductAtStripe(ctx: Ctx, product: ProductRow, change: string) {
  const params: Stripe.ProductCreateParams = {
    // An id of a product that was deleted is not used again.
    ...(!product.stripeProductId && { id: product.id }),
    name: product.name,
    ...(product.tagline && { description: product.tagline }),
    ...(product.image && { images: [absoluteUrl(ctx, product.image)] }),
    metadata: toMetadata({ productId: product.id }),
  };
  try {
    const created = await writeAgain(
      { action: "product", rowId: product.id, attempt: ctx.requestId, params },
      (options) => ctx.stripe.products.create(params, options),
    );
    return created.id;
  } catch (error) {
    const isThere =
      error instanceof Stripe.errors.StripeInvalidRequestError &&
      error.code === "resource_already_exists";
    if (!isThere) throw error;
    return updateProduct(ctx, product.id, product, change);
  }
}

/** Creates a price at Stripe, once: our id is its lookup key, which no two prices have. */
export async function createStripePrice(
  ctx: Ctx,
  price: PriceRow,
  stripeProductId: string,
): Promise<void> {
  const { behavior } = await readTax(ctx);
  const params: Stripe.PriceCreateParams = {
    product: stripeProductId,
    currency: price.currency,
    ...(behavior && { tax_behavior: behavior }),
    ...toAmount(price),
    ...(price.type === "recurring" &&
      price.interval && {
        recurring: { interval: price.interval, interval_count: price.intervalCount ?? 1 },
      }),
    lookup_key: price.id,
    metadata: toMetadata({ productId: price.productId, priceId: price.id }),
  };
  const stripePriceId = await createOrFind(ctx, price, params);
  await commit(ctx.db, [setPrice(ctx.db, price.id, { stripePriceId })]);
}

async function createOrFind(
  ctx: Ctx,
  price: PriceRow,
  params: Stripe.PriceCreateParams,
): Promise<string> {
  try {
    const created = await writeAgain(
      { action: "price", rowId: price.id, attempt: ctx.requestId, params },
      (options) => ctx.stripe.prices.create(params, options),
    );
    return created.id;
  } catch (error) {
    const isThere =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.param === "lookup_key";
    const { data } = isThere
      ? await ctx.stripe.prices.list({ lookup_keys: [price.id] })
      : { data: [] };
    if (!data[0]) throw error;
    return data[0].id;
  }
}

/** Says at Stripe whether a price is for sale. Nothing else of a price can be changed there. */
export async function setStripePriceActive(
  ctx: Ctx,
  price: PriceRow & { stripePriceId: string },
  change: string,
): Promise<void> {
  const params: Stripe.PriceUpdateParams = { active: price.active };
  try {
    await writeAgain(
      { action: "price-update", rowId: `${price.id}:${change}`, attempt: ctx.requestId, params },
      (options) => ctx.stripe.prices.update(price.stripePriceId, params, options),
    );
  } catch (error) {
    // One that is gone is for sale nowhere.
    if (!isMissing(error)) throw error;
    await commit(ctx.db, [setPrice(ctx.db, price.id, { active: false })]);
  }
}

/** Whether Stripe says that there is no such object. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing"
  );
}

function absoluteUrl(ctx: Ctx, image: string): string {
  return new URL(image, ctx.config.origin).href;
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
