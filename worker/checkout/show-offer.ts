import { hasUsedTrial } from "../purchases/subscriptions/trials.ts";
import type { Ctx } from "../context.ts";
import { requireProduct } from "../catalog/find-product.ts";
import {
  mapProductSummaries,
  mapProductSummariesOfUser,
} from "../catalog/map-product-summaries.ts";
import { toLibraryItems, type LibraryItem } from "../delivery/library/list-library-items.ts";
import { readPurchases } from "../delivery/library/read-purchases.ts";
import { listUpgrades, type Upgrade } from "../purchases/orders/list-upgrades.ts";
import { isLive } from "../purchases/subscriptions/statuses.ts";
import { listUnpaidCheckouts } from "./list-unpaid-checkouts.ts";
import { findBillingCurrency } from "../sync/customer/find-stripe-customers.ts";

/**
 * Whether a user can buy a product. In every state except `available`, `entryId` is the library entry that prevents it:
 * the product itself, or another one of its plan group. `suspended` is a subscription without access that has to be
 * resumed, paid or ended instead of bought again.
 */
export type Offer = {
  state: "available" | "owned" | "processing" | "suspended";
  entryId: string | null;
  /** Each user gets only one trial, also after deleting the account and coming back. */
  trialAvailable: boolean;
  /**
   * The only currency that the user can subscribe in, because of a live subscription, also to what another business
   * sells. Null if any works.
   */
  currency: string | null;
  /** The products offered beside it that the user has already, so that they are not offered again. */
  ownedAddOnIds: string[];
  /** The products that a bundle includes and the user has already. */
  ownedPartIds: string[];
  /** Where a purchase of it continues that the user began and has not paid; null if there is none. */
  resumeUrl: string | null;
  /** How the user can upgrade to it from a smaller product; null if they can't. */
  upgrade: Upgrade | null;
};

/**
 * Returns the user's offer for a product.
 * @throws `not_found` if there is no such product
 */
export async function showOffer(
  ctx: Ctx,
  input: { userId: string; productId: string },
): Promise<Offer> {
  const [product, offer, hasHadTrial, currency, unpaid, upgrades] = await Promise.all([
    requireProduct(ctx, input.productId),
    readPurchaseState(ctx, input),
    hasUsedTrial(ctx, input),
    findBillingCurrency(ctx, input),
    listUnpaidCheckouts(ctx, input),
    listUpgrades(ctx, input),
  ]);
  const resumeUrl = unpaid.find(({ productId }) => productId === product.id)?.url ?? null;
  const upgrade = upgrades.find(({ productId }) => productId === product.id) ?? null;
  const beside = await mapProductSummaries(
    { ...ctx, texts: null },
    { ids: [...(product.addOns ?? []), ...(product.parts ?? [])] },
  );
  const isOwned = (id: string) => {
    const other = beside.get(id);
    return other !== undefined && offer(other).state !== "available";
  };
  return {
    ...offer(product),
    trialAvailable: !hasHadTrial,
    currency,
    ownedAddOnIds: (product.addOns ?? []).filter(isOwned),
    ownedPartIds: (product.parts ?? []).filter(isOwned),
    resumeUrl,
    upgrade,
  };
}

/**
 * Reads what the user has, beside the product.
 * @returns a function that says whether this user can buy a product, and what prevents it
 */
export async function readPurchaseState(
  ctx: Ctx,
  input: { userId: string },
): Promise<
  (product: { id: string; planGroup: string | null }) => Pick<Offer, "state" | "entryId">
> {
  // Names are not shown, so no translations are read.
  const [purchases, products] = await Promise.all([
    readPurchases(ctx, input),
    mapProductSummariesOfUser({ ...ctx, texts: null }, input),
  ]);
  const entries = toLibraryItems(purchases, products);
  const liveIds = new Set(purchases.subscriptions.filter(isLive).map(({ id }) => id));
  return (product) => findPurchaseState(product, entries, liveIds);
}

function findPurchaseState(
  product: { id: string; planGroup: string | null },
  entries: LibraryItem[],
  liveIds: ReadonlySet<string>,
): Pick<Offer, "state" | "entryId"> {
  const blockingEntries = entries.filter(({ source, access, ...entry }) => {
    if (entry.isGiven) return false;
    // Of a bundle, the user has each product that it includes.
    const isSame =
      entry.product.id === product.id || (entry.product.parts?.includes(product.id) ?? false);
    // A user can't end a gift, so it only prevents buying the same product, and only if it has no end.
    if (source === "gift") return isSame && access.until === null;
    return isSame || (product.planGroup !== null && entry.product.planGroup === product.planGroup);
  });
  const owned = blockingEntries.find((entry) => entry.access.active);
  const processing = blockingEntries.find((entry) => entry.access.reason === "order_processing");
  const suspended = blockingEntries.find((entry) => liveIds.has(entry.sourceId));
  return {
    state: owned ? "owned" : processing ? "processing" : suspended ? "suspended" : "available",
    entryId: (owned ?? processing ?? suspended)?.id ?? null,
  };
}
