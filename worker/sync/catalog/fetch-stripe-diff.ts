import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { listPrices } from "../../catalog/store-editing.ts";
import { findNews, type News } from "./stripe-diff.ts";
import { isMissing } from "./stripe-product.ts";
import type { PriceRow, ProductRow } from "../../catalog/store.ts";

/**
 * Asks Stripe for a product and all of its prices, by id, and says what must change here. A price that a list lacked is
 * asked for by its own id before it counts as gone.
 * @param input.isDeletion whether an event said that something was deleted. Without one, an id that Stripe does not know
 *   is another account's: nothing is taken off sale for having changed the key.
 */
export async function fetchNews(
  ctx: Ctx,
  input: { product: ProductRow & { stripeProductId: string }; isDeletion: boolean },
): Promise<News> {
  const { product, isDeletion } = input;
  const prices = await listPrices(ctx.db, [product.id]);
  const [fetched, atStripe] = await Promise.all([
    retrieve(() => ctx.stripe.products.retrieve(product.stripeProductId)),
    listStripePrices(ctx, product.stripeProductId),
  ]);
  if (!fetched && !isDeletion) return { product: {}, prices: [], added: [] };
  const listed = new Set(atStripe.map(({ id }) => id));
  const lacking = prices.filter(
    (price) =>
      isDeletion &&
      price.active &&
      price.stripePriceId !== null &&
      !listed.has(price.stripePriceId),
  );
  const gone = await Promise.all(lacking.map((price) => isGone(ctx, price)));
  return findNews({
    product,
    prices,
    fetched: {
      product: fetched,
      prices: atStripe,
      gone: new Set(lacking.flatMap((price, at) => (gone[at] ? (price.stripePriceId ?? []) : []))),
    },
  });
}

/** Every price of a product, those that are not active too. */
export async function listStripePrices(ctx: Ctx, product: string): Promise<Stripe.Price[]> {
  const prices: Stripe.Price[] = [];
  for await (const price of ctx.stripe.prices.list({ product, limit: 100 })) prices.push(price);
  return prices;
}

async function isGone(ctx: Ctx, { stripePriceId }: PriceRow): Promise<boolean> {
  const price = await retrieve(() => ctx.stripe.prices.retrieve(stripePriceId ?? ""));
  return price === null;
}

/** Null for what was deleted, or never was. */
async function retrieve<Item extends object>(
  ask: () => Promise<Item | { deleted: true }>,
): Promise<Exclude<Item, { deleted: true }> | null> {
  try {
    const item = await ask();
    return "deleted" in item && item.deleted ? null : (item as Exclude<Item, { deleted: true }>);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
