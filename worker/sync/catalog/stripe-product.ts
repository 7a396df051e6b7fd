import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { toMetadata } from "../../stripe/metadata.ts";
import { isResourceMissing } from "../../stripe/classify-error.ts";
import { writeWithRetry } from "../../stripe/write-with-retry.ts";
import { includesTaxByDefault } from "../../law/countries.ts";
import { lawSettings } from "../../settings/law-settings.ts";
import { taxSettings } from "../../settings/tax-settings.ts";
import { parseTaxBehavior } from "../../catalog/price-tax.ts";
import { clearStripePriceIds, setPrice, setProduct } from "../../catalog/store-editing.ts";
import type { PriceRow, ProductRow } from "../../catalog/store.ts";

/**
 * Updates our product at Stripe, or creates it there with our own id, so that a retry after a lost response finds it
 * instead of creating another.
 * @param changeId identifies this state of the product: the same change uses the same idempotency key
 * @returns the product's id at Stripe
 */
export async function upsertStripeProduct(
  ctx: Ctx,
  product: ProductRow,
  changeId: string,
): Promise<string> {
  const { stripeProductId } = product;
  if (stripeProductId) {
    try {
      return await updateStripeProduct(ctx, stripeProductId, product, changeId);
    } catch (error) {
      if (!isResourceMissing(error)) throw error;
    }
  }
  const created = await createStripeProduct(ctx, product, changeId);
  await commit(ctx.db, [
    // The old product was deleted at Stripe, and its prices with it.
    ...(stripeProductId ? [clearStripePriceIds(ctx.db, product.id)] : []),
    setProduct(ctx.db, product.id, { stripeProductId: created }),
    ...recordEvents(ctx, { productId: product.id }),
  ]);
  return created;
}

async function updateStripeProduct(ctx: Ctx, id: string, product: ProductRow, changeId: string) {
  const params: Stripe.ProductUpdateParams = {
    name: product.name,
    // An empty string unsets the field.
    description: product.tagline,
    images: product.image ? [absoluteUrl(ctx, product.image)] : "",
    ...toTaxCode(product),
    // Not changed for drafts: an imported product may be in use elsewhere.
    ...(product.status !== "draft" && { active: product.status === "published" }),
    metadata: toMetadata({ productId: product.id }),
  };
  const updated = await writeWithRetry(
    {
      action: "product-update",
      rowId: `${product.id}:${changeId}`,
      attempt: ctx.requestId,
      params,
    },
    (options) => ctx.stripe.products.update(id, params, options),
  );
  return updated.id;
}

async function createStripeProduct(ctx: Ctx, product: ProductRow, changeId: string) {
  const params: Stripe.ProductCreateParams = {
    // The id of a deleted product can't be reused.
    ...(!product.stripeProductId && { id: product.id }),
    name: product.name,
    ...(product.tagline && { description: product.tagline }),
    ...(product.image && { images: [absoluteUrl(ctx, product.image)] }),
    ...toTaxCode(product),
    metadata: toMetadata({ productId: product.id }),
  };
  try {
    const created = await writeWithRetry(
      { action: "product", rowId: product.id, attempt: ctx.requestId, params },
      (options) => ctx.stripe.products.create(params, options),
    );
    return created.id;
  } catch (error) {
    const alreadyExists =
      error instanceof Stripe.errors.StripeInvalidRequestError &&
      error.code === "resource_already_exists";
    if (!alreadyExists) throw error;
    return updateStripeProduct(ctx, product.id, product, changeId);
  }
}

/** Returns whether a new price includes tax; null leaves it to the default of the Stripe account. */
async function readTaxBehavior(ctx: Ctx): Promise<"exclusive" | "inclusive" | null> {
  const [{ behavior }, { seller }] = [await taxSettings.read(ctx), await lawSettings.read(ctx)];
  return behavior ?? (includesTaxByDefault(seller) ? "inclusive" : null);
}

/** Creates a price at Stripe once: our id is its lookup key, which is unique. */
export async function createStripePrice(
  ctx: Ctx,
  price: PriceRow,
  stripeProductId: string,
): Promise<void> {
  const behavior = await readTaxBehavior(ctx);
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
  const stripePrice = await findOrCreateStripePrice(ctx, price, params);
  await commit(ctx.db, [
    setPrice(ctx.db, price.id, {
      stripePriceId: stripePrice.id,
      taxBehavior: parseTaxBehavior(stripePrice.tax_behavior),
    }),
    ...recordEvents(ctx, { productId: price.productId }),
  ]);
}

async function findOrCreateStripePrice(
  ctx: Ctx,
  price: PriceRow,
  params: Stripe.PriceCreateParams,
): Promise<Stripe.Price> {
  try {
    return await writeWithRetry(
      { action: "price", rowId: price.id, attempt: ctx.requestId, params },
      (options) => ctx.stripe.prices.create(params, options),
    );
  } catch (error) {
    const alreadyExists =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.param === "lookup_key";
    const existing = alreadyExists ? await findPriceByLookupKey(ctx, price.id) : undefined;
    if (!existing) throw error;
    return existing;
  }
}

/** Finds an active or inactive price: one list at Stripe never has both. */
async function findPriceByLookupKey(ctx: Ctx, key: string): Promise<Stripe.Price | undefined> {
  for (const active of [true, false]) {
    const { data } = await ctx.stripe.prices.list({ lookup_keys: [key], active });
    if (data[0]) return data[0];
  }
  return undefined;
}

/** Activates or deactivates a price at Stripe. Nothing else about a price can be changed there. */
export async function setStripePriceActive(
  ctx: Ctx,
  price: PriceRow & { stripePriceId: string },
  changeId: string,
): Promise<void> {
  const params: Stripe.PriceUpdateParams = { active: price.active };
  try {
    await writeWithRetry(
      { action: "price-update", rowId: `${price.id}:${changeId}`, attempt: ctx.requestId, params },
      (options) => ctx.stripe.prices.update(price.stripePriceId, params, options),
    );
  } catch (error) {
    // A price that no longer exists can't be sold.
    if (!isResourceMissing(error)) throw error;
    await commit(ctx.db, [
      setPrice(ctx.db, price.id, { active: false }),
      ...recordEvents(ctx, { productId: price.productId }),
    ]);
  }
}

/** One that was chosen at Stripe stays as long as none is chosen here. */
const toTaxCode = ({ taxCode }: ProductRow) => (taxCode === null ? {} : { tax_code: taxCode });

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
