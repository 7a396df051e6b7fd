import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { collectAll } from "../../stripe/references.ts";
import { listPrices } from "../../catalog/store-editing.ts";
import { computeStripeDiff, type StripeDiff } from "./stripe-diff.ts";
import { isResourceMissing } from "../../stripe/classify-error.ts";
import type { PriceRow, ProductRow } from "../../catalog/store.ts";

/**
 * Fetches a product and all of its prices from Stripe and returns what must change here. A price missing from Stripe's
 * list is retrieved by id before it counts as deleted.
 * @param input.isDeletion whether an event reported a deletion. Otherwise an unknown id means another Stripe account,
 *   and nothing is taken off sale because the API key changed.
 */
export async function fetchStripeDiff(
  ctx: Ctx,
  input: { product: ProductRow & { stripeProductId: string }; isDeletion: boolean },
): Promise<StripeDiff> {
  const { product, isDeletion } = input;
  const prices = await listPrices(ctx.db, [product.id]);
  const [fetched, stripePrices] = await Promise.all([
    retrieve(() => ctx.stripe.products.retrieve(product.stripeProductId)),
    listStripePrices(ctx, product.stripeProductId),
  ]);
  if (!fetched && !isDeletion) return { product: {}, prices: [], added: [] };
  const listed = new Set(stripePrices.map(({ id }) => id));
  const unlistedPrices = prices.filter(
    (price) =>
      isDeletion &&
      price.active &&
      price.stripePriceId !== null &&
      !listed.has(price.stripePriceId),
  );
  const deletedFlags = await Promise.all(
    unlistedPrices.map((price) => isDeletedAtStripe(ctx, price)),
  );
  return computeStripeDiff({
    product,
    prices,
    fetched: {
      product: fetched,
      prices: stripePrices,
      deletedPriceIds: new Set(
        unlistedPrices.flatMap((price, index) =>
          deletedFlags[index] ? (price.stripePriceId ?? []) : [],
        ),
      ),
    },
  });
}

/** Returns every price of a product. A list at Stripe has either the active prices or the inactive ones. */
export async function listStripePrices(ctx: Ctx, product: string): Promise<Stripe.Price[]> {
  const lists = [true, false].map((active) =>
    collectAll(ctx.stripe.prices.list({ product, active, limit: 100 })),
  );
  return (await Promise.all(lists)).flat();
}

async function isDeletedAtStripe(ctx: Ctx, { stripePriceId }: PriceRow): Promise<boolean> {
  const price = await retrieve(() => ctx.stripe.prices.retrieve(stripePriceId ?? ""));
  return price === null;
}

/** Returns null if the object was deleted or never existed. */
async function retrieve<Item extends object>(
  request: () => Promise<Item | { deleted: true }>,
): Promise<Exclude<Item, { deleted: true }> | null> {
  try {
    const item = await request();
    return "deleted" in item && item.deleted ? null : (item as Exclude<Item, { deleted: true }>);
  } catch (error) {
    if (isResourceMissing(error)) return null;
    throw error;
  }
}
