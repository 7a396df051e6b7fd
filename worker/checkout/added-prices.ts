import { listAddablePrices, listPricesById } from "../catalog/store.ts";
import { canBeTogether, findAddedPrices } from "../catalog/added-prices.ts";
import type { PriceWithProduct } from "../catalog/require-price.ts";
import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";

/** What a buyer takes beside a price: add-ons of its product, by their product ids, or what a permanent link names. */
export type WantedBeside = {
  addOnIds?: string[] | undefined;
  /** As in `checkouts`. */
  addedPrices?: string | null | undefined;
};

/**
 * Returns the prices that are bought beside a price, in one Checkout session with it (decision 123).
 * @throws `price_unavailable` for one that is not offered beside it, or not for sale
 */
export async function requireAddedPrices(
  ctx: Ctx,
  sold: PriceWithProduct,
  { addOnIds = [], addedPrices = null }: WantedBeside,
): Promise<PriceWithProduct[]> {
  const priceIds = readPriceIds(addedPrices);
  const productIds = [...new Set(addOnIds)];
  if (priceIds.length === 0 && productIds.length === 0) return [];
  const { mode } = ctx.config.stripe;
  const only = priceIds.length > 0 ? { priceIds } : { productIds };
  const found = await listAddablePrices(ctx.db, { mode, ...only });
  const added =
    priceIds.length > 0
      ? priceIds.map((id) => found.find(({ price }) => price.id === id))
      : productIds.map((id) =>
          sold.product.addOns?.includes(id)
            ? findAddedPrices(sold.price, found).find(({ product }) => product.id === id)
            : undefined,
        );
  return added.map((one) => {
    if (!one || !canBeBeside(sold, one))
      throw fail("price_unavailable", { reason: "it is not offered beside the price" });
    return one;
  });
}

/** Whether Stripe takes both prices in one session, and the shop both products in one purchase. */
const canBeBeside = (sold: PriceWithProduct, added: PriceWithProduct): boolean =>
  sold.price.model !== "pay_what_you_want" &&
  added.price.currency === sold.price.currency &&
  canBeTogether(sold.product, added.product);

/** Returns the prices beside that of a checkout, in any state: a retry must send the same ones. */
export async function listAddedPrices(
  ctx: Ctx,
  { addedPrices }: { addedPrices: string | null },
): Promise<PriceWithProduct[]> {
  const ids = readPriceIds(addedPrices);
  if (ids.length === 0) return [];
  const found = await listPricesById(ctx.db, ids);
  return ids.flatMap((id) => found.find(({ price }) => price.id === id) ?? []);
}

export const readPriceIds = (addedPrices: string | null): string[] =>
  addedPrices === null ? [] : (JSON.parse(addedPrices) as string[]);

/** Returns what is stored of the prices beside another one: null for none. */
export const writePriceIds = (added: PriceWithProduct[]): string | null =>
  added.length === 0 ? null : JSON.stringify(added.map(({ price }) => price.id));
