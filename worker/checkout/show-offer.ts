import { hasUsedTrial } from "../purchases/subscriptions/trials.ts";
import type { Ctx } from "../context.ts";
import { requireProductSummary } from "../catalog/map-product-summaries.ts";
import { listLibraryItems } from "../delivery/library/list-library-items.ts";
import { isLive } from "../purchases/subscriptions/statuses.ts";
import { listSubscriptions } from "../purchases/subscriptions/list-subscriptions.ts";
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
};

/**
 * Returns the user's offer for a product.
 * @throws `not_found` if there is no such product
 */
export async function showOffer(
  ctx: Ctx,
  input: { userId: string; productId: string },
): Promise<Offer> {
  const [product, entries, subscriptions, hasHadTrial, currency] = await Promise.all([
    requireProductSummary(ctx, { id: input.productId }),
    listLibraryItems(ctx, input),
    listSubscriptions(ctx, input),
    hasUsedTrial(ctx, input),
    findBillingCurrency(ctx, input),
  ]);
  const blockingEntries = entries.filter(({ source, access, ...entry }) => {
    const isSame = entry.product.id === product.id;
    // A user can't end a gift, so it only prevents buying the same product, and only if it has no end.
    if (source === "gift") return isSame && access.until === null;
    return isSame || (product.planGroup !== null && entry.product.planGroup === product.planGroup);
  });
  const owned = blockingEntries.find((entry) => entry.access.active);
  const processing = blockingEntries.find((entry) => entry.access.reason === "order_processing");
  const liveIds = new Set(subscriptions.filter(isLive).map(({ id }) => id));
  const suspended = blockingEntries.find((entry) => liveIds.has(entry.sourceId));
  return {
    state: owned ? "owned" : processing ? "processing" : suspended ? "suspended" : "available",
    entryId: (owned ?? processing ?? suspended)?.id ?? null,
    trialAvailable: !hasHadTrial,
    currency,
  };
}
