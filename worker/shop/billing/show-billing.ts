import type { Ctx, UserCtx } from "../../context.ts";
import { listPlans } from "../../catalog/list-plans.ts";
import { mapProductSummaries } from "../../catalog/map-product-summaries.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { productsOfOrder, readLines } from "../../purchases/orders/lines.ts";
import type { OrderRow } from "../../purchases/orders/store.ts";
import { readTaxDisplay } from "../../settings/tax-settings.ts";
import { readAccessPolicy } from "../../access/policy-settings.ts";
import { mapResubscriptions } from "../../purchases/subscriptions/map-resubscriptions.ts";
import { hasEnded } from "../../purchases/subscriptions/statuses.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import type { WinBackTerms } from "../../db/schema/billing.ts";
import { mapWinBackOffers } from "../../billing/win-back.ts";
import { mapPlannedPrices } from "../../billing/planned-price.ts";
import { fetchBillingDetails } from "../../billing/fetch-billing-details.ts";
import {
  toBilledProduct,
  toBilledSubscription,
  type BilledProduct,
  type BilledSubscription,
} from "../../billing/to-billed-subscription.ts";
import { countUsed, listPoolsOfUser } from "../../access/store-seats.ts";
import { pick } from "../../lib/pick.ts";
import { mapBoughtGifts, type BoughtGift } from "./bought-gifts.ts";
import { fail } from "../../errors.ts";
import { findLinkedStripeCustomer } from "../../sync/customer/find-stripe-customers.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";

/** What a one-time purchase says on the user's billing page. Amounts are in minor units. */
const orderFields = [
  "id",
  "status",
  "quantity",
  "totalMinor",
  "taxMinor",
  "discountMinor",
  "refundedMinor",
  "currency",
  "createdAt",
  "paidAt",
] as const;

/** A one-time purchase for the user's billing page. */
export type BilledOrder = Pick<OrderRow, (typeof orderFields)[number]> & {
  product: BilledProduct | null;
  /** What was bought, if it is several products or beside a subscription; empty for a single one. */
  lines: { id: string; name: string; quantity: number; totalMinor: number; isRefunded: boolean }[];
  /** `refunded_duplicate`: a second payment for something already bought, which was refunded. */
  notice: { code: "refunded_duplicate" } | null;
  /** Whether it is for somebody else, and the gift; null before it is paid, and a month after nobody accepted it. */
  isGift: boolean;
  gift: BoughtGift | null;
} & WithSeats;

/** How many of its seats are used, by the buyer and by others; null if it is of one seat. */
type WithSeats = { usedSeats: number | null };

/** The win-back offer that is shown when the user cancels; null for none, and for one that was shown before. */
type WithOffer = { offer: WinBackTerms | null };

/**
 * Returns the user's subscriptions and orders, newest first. Live subscriptions include current details from Stripe.
 */
export async function showBilling(
  ctx: Ctx,
  input: { userId: string },
): Promise<{
  subscriptions: (BilledSubscription & WithSeats & WithOffer)[];
  orders: BilledOrder[];
}> {
  const [orders, subscriptions, policy, pools] = await Promise.all([
    listOrders(ctx, input),
    listSubscriptions(ctx, input),
    readAccessPolicy(ctx),
    listPoolsOfUser(ctx.db, { ...input, mode: ctx.config.stripe.mode, now: ctx.now }),
  ]);
  const poolOf = new Map(pools.map((pool) => [pool.id, pool]));
  const usedSeatsOf = (id: string, quantity: number) => {
    const pool = poolOf.get(id);
    if (pool) return countUsed(pool);
    return quantity > 1 ? 1 : null;
  };
  const items = subscriptions.flatMap((subscription) => subscription.items);
  const running = subscriptions.filter((subscription) => !hasEnded(subscription));
  const plannedPrices = await mapPlannedPrices(ctx, running);
  const [products, plans, taxDisplay, resubscriptions, gifts, offers, detailsList] =
    await Promise.all([
      mapProductSummaries(ctx, {
        ids: [
          ...orders.flatMap((order) => productsOfOrder(order).map(({ id }) => id)),
          ...items.flatMap(({ productId }) => productId ?? []),
        ],
      }),
      listPlans(ctx, { current: running.flatMap((subscription) => subscription.items) }),
      readTaxDisplay(ctx),
      mapResubscriptions(ctx, { subscriptions, orders }),
      mapBoughtGifts(ctx, { ...input, orders }),
      mapWinBackOffers(ctx, running, policy),
      Promise.all(
        subscriptions.map((subscription) =>
          fetchBillingDetails(ctx, subscription, plannedPrices.get(subscription.id)?.renewalItems),
        ),
      ),
    ]);
  return {
    subscriptions: subscriptions.flatMap((subscription, index) => {
      const details = detailsList[index];
      const plannedPrice = plannedPrices.get(subscription.id)?.plannedPrice ?? null;
      return details
        ? [
            {
              ...toBilledSubscription(subscription, {
                products,
                plans,
                policy,
                details,
                taxDisplay,
                plannedPrice,
                again: resubscriptions.get(subscription.id),
              }),
              offer: offers.get(subscription.id) ?? null,
              usedSeats: usedSeatsOf(
                subscription.id,
                Math.max(...subscription.items.map(({ quantity }) => quantity)),
              ),
            },
          ]
        : [];
    }),
    orders: orders.map((order) => {
      const product = products.get(order.productId);
      return {
        ...pick(order, orderFields),
        product: product ? toBilledProduct(product) : null,
        lines: (readLines(order) ?? []).map((line) => ({
          ...pick(line, ["id", "quantity", "totalMinor"]),
          name: products.get(line.productId)?.name ?? "",
          isRefunded: line.refundedAt !== null,
        })),
        notice: order.duplicateOf === null ? null : { code: "refunded_duplicate" },
        isGift: order.giftId !== null,
        gift: gifts.get(order.giftId ?? "") ?? null,
        usedSeats: order.giftId === null ? usedSeatsOf(order.id, order.quantity) : null,
      };
    }),
  };
}

/**
 * Syncs the user's Stripe customer and returns their billing. For users who return from Stripe's portal: what they have
 * changed there counts at once, also while no events arrive.
 * @throws `stripe_unavailable`
 */
export async function refreshBilling(ctx: UserCtx): ReturnType<typeof showBilling> {
  const { userId } = ctx.actor;
  const customer = await findLinkedStripeCustomer(ctx, { userId });
  if (customer) {
    try {
      await syncStripeCustomer(ctx, { customerId: customer.id, force: true });
    } catch (cause) {
      throw fail("stripe_unavailable", { reason: "billing was not refreshed", cause });
    }
  }
  return showBilling(ctx, { userId });
}
