import type { Ctx } from "../../context.ts";
import { showBenefits, type OwnedBenefit } from "../benefits/strategies.ts";
import { listNamedProducts, type NamedProduct } from "../catalog/list-products.ts";
import { accessTime } from "../grants/access-time.ts";
import { listGrantedBenefits } from "../grants/list-grants.ts";
import {
  accessFromOrder,
  accessFromSubscription,
  defaultPolicy,
  type Access,
} from "../grants/policy.ts";
import { listOrders } from "../orders/list-orders.ts";
import { listSubscriptions } from "../subscriptions/list-subscriptions.ts";
import { noticeOf, type Notice } from "../subscriptions/notice.ts";

/**
 * One thing a person owns or owned, and why. `price` is what they pay or paid, not the catalog's. `renewsAt` is when
 * the next payment is due, null where none is; `access.until` is later by the policy's grace.
 */
export type LibraryEntry = {
  id: string;
  source: "order" | "subscription";
  product: NamedProduct;
  access: Access;
  /** What the holder should know or do; `at` is the deadline. */
  notice: Notice | null;
  /** How many were bought: seats, where the price is per seat. */
  quantity: number;
  renewsAt: number | null;
  benefits: OwnedBenefit[];
  price: {
    amountMinor: number;
    currency: string;
    interval: string | null;
    intervalCount: number | null;
  };
};

const renewing = new Set<Access["reason"]>(["subscription_trialing", "subscription_active"]);

/** Everything the person bought, what is in force first, then newest first. */
export async function showLibrary(ctx: Ctx, input: { userId: string }): Promise<LibraryEntry[]> {
  const [orders, subscriptions, grants, now] = await Promise.all([
    listOrders(ctx, input),
    listSubscriptions(ctx, input),
    listGrantedBenefits(ctx, input),
    accessTime(ctx),
  ]);
  const productIds = [
    ...orders.map((order) => order.productId),
    ...subscriptions.flatMap((subscription) =>
      subscription.items.flatMap((item) => item.productId ?? []),
    ),
  ];
  const products = await listNamedProducts(ctx, { ids: productIds });
  const owned = await showBenefits(ctx, grants);
  const benefitsOf = (type: "order" | "subscription", id: string): OwnedBenefit[] =>
    owned.filter(
      (_, at) => grants[at]?.grant.sourceType === type && grants[at].grant.sourceId === id,
    );

  const entries: LibraryEntry[] = [];
  for (const order of orders) {
    const product = products.get(order.productId);
    if (!product) continue;
    entries.push({
      id: order.id,
      source: "order",
      product,
      access: accessFromOrder(order),
      notice: order.duplicateOf === null ? null : { code: "refunded_duplicate", at: null },
      quantity: order.quantity,
      renewsAt: null,
      benefits: benefitsOf("order", order.id),
      price: {
        amountMinor: order.totalMinor,
        currency: order.currency,
        interval: null,
        intervalCount: null,
      },
    });
  }
  for (const subscription of subscriptions) {
    const item = subscription.items.find(({ productId }) => productId && products.has(productId));
    const product = item?.productId ? products.get(item.productId) : undefined;
    if (!item || !product) continue;
    const access = accessFromSubscription(subscription, defaultPolicy, now);
    entries.push({
      id: subscription.id,
      source: "subscription",
      product,
      access,
      notice: noticeOf(subscription, defaultPolicy),
      quantity: item.quantity,
      renewsAt: renewing.has(access.reason) ? subscription.currentPeriodEnd : null,
      benefits: benefitsOf("subscription", subscription.id),
      price: {
        amountMinor: item.amountMinor * item.quantity,
        currency: item.currency,
        interval: item.interval,
        intervalCount: item.intervalCount,
      },
    });
  }
  return entries.toSorted(
    (a, b) => Number(b.access.active) - Number(a.access.active) || b.access.since - a.access.since,
  );
}
