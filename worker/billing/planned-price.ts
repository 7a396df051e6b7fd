import type Stripe from "stripe";
import type { Ctx } from "../context.ts";
import { isLastPeriod } from "../purchases/price-moves/rules.ts";
import { listPlannedPrices } from "../purchases/price-moves/store.ts";
import type { SubscriptionWithItems } from "../purchases/subscriptions/list-subscriptions.ts";
import { idsOf } from "../lib/rows.ts";

/**
 * The price that a subscription gets at a renewal. `amountMinor` is for one unit. `from` is the renewal, or null if it
 * is the first one after `notBefore`. Times in unix milliseconds.
 */
export type PlannedPrice = { amountMinor: number; from: number | null; notBefore: number };

type Planned = {
  plannedPrice: PlannedPrice;
  /** What the next renewal charges, if it is the first with the new price. */
  renewalItems?: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails.Item[];
};

/** Returns the planned price of each subscription that the team moves to another price. A canceled one isn't moved. */
export async function mapPlannedPrices(
  ctx: Ctx,
  subscriptions: SubscriptionWithItems[],
): Promise<Map<string, Planned>> {
  const continuing = subscriptions.filter(({ cancelAt }) => cancelAt === null);
  if (continuing.length === 0) return new Map();
  const rows = await listPlannedPrices(ctx.db, idsOf(continuing));
  return new Map(
    rows.flatMap(({ subscriptionId, notBefore, price, fromStripePriceId }) => {
      const sub = continuing.find(({ id }) => id === subscriptionId);
      const item = sub?.items.find(({ stripePriceId }) => stripePriceId === fromStripePriceId);
      if (!sub || !item || price.stripePriceId === null) return [];
      const isNext = isLastPeriod(sub, notBefore);
      const { stripeItemId: id, quantity } = item;
      const planned: Planned = {
        plannedPrice: {
          amountMinor: price.amountMinor,
          from: isNext ? sub.currentPeriodEnd : null,
          notBefore: Math.max(notBefore, sub.currentPeriodEnd ?? 0),
        },
        ...(isNext && { renewalItems: [{ id, price: price.stripePriceId, quantity }] }),
      };
      return [[subscriptionId, planned]];
    }),
  );
}
