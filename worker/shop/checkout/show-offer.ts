import type { Ctx } from "../../context.ts";
import { findNamedProduct } from "../../catalog/map-product-summaries.ts";
import { listOwned } from "../../delivery/library/list-library-items.ts";
import { goesOn } from "../../purchases/subscriptions/is-live.ts";
import {
  findBillingCurrency,
  hasTrialed,
  listSubscriptions,
} from "../../purchases/subscriptions/list-subscriptions.ts";

/**
 * What buying a product would mean to this person. Every state but `available` names the library entry that stands in
 * the way: the product itself, or another of its exclusive group. `suspended` is a subscription that gives nothing now
 * and is to be resumed, paid or ended, not bought a second time.
 */
export type Offer = {
  state: "available" | "owned" | "processing" | "suspended";
  entryId: string | null;
  /** A person gets one trial, ever. */
  trialAvailable: boolean;
  /** The one currency this person can subscribe in, since something in it is running; null where any will do. */
  currency: string | null;
};

/** @throws `not_found` for a product nobody has */
export async function showOffer(
  ctx: Ctx,
  input: { userId: string; productId: string },
): Promise<Offer> {
  const [product, entries, subscriptions, trialed, currency] = await Promise.all([
    findNamedProduct(ctx, { id: input.productId }),
    listOwned(ctx, input),
    listSubscriptions(ctx, input),
    hasTrialed(ctx, input),
    findBillingCurrency(ctx, input),
  ]);
  const inTheWay = entries.filter(({ source, access, ...entry }) => {
    const isSame = entry.product.id === product.id;
    // Its holder cannot end a gift: it bars nothing but itself, and not what is to follow it.
    if (source === "manual") return isSame && access.until === null;
    return (
      isSame ||
      (product.exclusiveGroup !== null && entry.product.exclusiveGroup === product.exclusiveGroup)
    );
  });
  const owned = inTheWay.find((entry) => entry.access.active);
  const processing = inTheWay.find((entry) => entry.access.reason === "order_processing");
  const running = new Set(subscriptions.filter(goesOn).map(({ id }) => id));
  const suspended = inTheWay.find((entry) => running.has(entry.id));
  return {
    state: owned ? "owned" : processing ? "processing" : suspended ? "suspended" : "available",
    entryId: (owned ?? processing ?? suspended)?.id ?? null,
    trialAvailable: !trialed,
    currency,
  };
}
