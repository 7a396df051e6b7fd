import type { Ctx } from "../../context.ts";
import { listNamedProducts, type NamedProduct } from "../../catalog/map-product-summaries.ts";
import {
  accessFromComp,
  accessFromOrder,
  accessFromSubscription,
  type Access,
  type AccessPolicy,
} from "../../access/policy.ts";
import type { CompRow } from "../../access/store.ts";
import type { OrderRow } from "../../purchases/orders/store.ts";
import type { SubscriptionWithItems } from "../../purchases/subscriptions/list-subscriptions.ts";
import { noticeOf, type Notice } from "../../purchases/subscriptions/find-notice.ts";
import { readPurchases, type Purchases } from "./read-purchases.ts";

/**
 * One thing a person owns or owned, and why. `renewsAt` is when the next payment is due, null where none is;
 * `access.until` is later by the policy's grace.
 */
export type Owned = {
  id: string;
  /** `manual` is a gift by the seller. */
  source: "order" | "subscription" | "manual";
  product: NamedProduct;
  access: Access;
  /** What the holder should know or do; `at` is the deadline. */
  notice: Notice | null;
  /** How many: seats, where the price is per seat. */
  quantity: number;
  renewsAt: number | null;
  /** What the person pays or paid for all of it, not what the catalog says now; null for a gift. */
  price: {
    amountMinor: number;
    currency: string;
    interval: string | null;
    intervalCount: number | null;
  } | null;
};

type Products = Map<string, NamedProduct>;

/** Everything the person bought or was given, what is in force first, then newest first. */
export async function listOwned(ctx: Ctx, input: { userId: string }): Promise<Owned[]> {
  return nameOwned(ctx, await readPurchases(ctx, input));
}

/** The same, of what was read before. */
export async function nameOwned(ctx: Ctx, purchases: Purchases): Promise<Owned[]> {
  const { orders, subscriptions, comps, policy, now } = purchases;
  const products = await listNamedProducts(ctx, {
    ids: [
      ...[...orders, ...comps].map(({ productId }) => productId),
      ...subscriptions.flatMap(({ items }) => items.flatMap((item) => item.productId ?? [])),
    ],
  });
  const owned = [
    ...orders.flatMap((row) => fromOrder(row, products) ?? []),
    ...subscriptions.flatMap((row) => fromSubscription(row, products, policy, now) ?? []),
    ...comps.flatMap((row) => fromComp(row, products, now) ?? []),
  ];
  return owned.toSorted(
    (a, b) => Number(b.access.active) - Number(a.access.active) || b.access.since - a.access.since,
  );
}

function fromOrder(order: OrderRow, products: Products): Owned | null {
  const product = products.get(order.productId);
  if (!product) return null;
  return {
    id: order.id,
    source: "order",
    product,
    access: accessFromOrder(order),
    notice: order.duplicateOf === null ? null : { code: "refunded_duplicate", at: null },
    quantity: order.quantity,
    renewsAt: null,
    price: {
      amountMinor: order.totalMinor,
      currency: order.currency,
      interval: null,
      intervalCount: null,
    },
  };
}

const renewing = new Set<Access["reason"]>(["subscription_trialing", "subscription_active"]);

function fromSubscription(
  subscription: SubscriptionWithItems,
  products: Products,
  policy: AccessPolicy,
  now: number,
): Owned | null {
  const item = subscription.items.find(({ productId }) => products.has(productId ?? ""));
  const product = products.get(item?.productId ?? "");
  if (!item || !product) return null;
  const access = accessFromSubscription(subscription, policy, now);
  return {
    id: subscription.id,
    source: "subscription",
    product,
    access,
    notice: noticeOf(subscription, policy),
    quantity: item.quantity,
    renewsAt: renewing.has(access.reason) ? subscription.currentPeriodEnd : null,
    price: {
      amountMinor: item.amountMinor * item.quantity,
      currency: item.currency,
      interval: item.interval,
      intervalCount: item.intervalCount,
    },
  };
}

function fromComp(comp: CompRow, products: Products, now: number): Owned | null {
  const product = products.get(comp.productId);
  if (!product) return null;
  return {
    id: comp.id,
    source: "manual",
    product,
    access: accessFromComp(comp, now),
    notice: null,
    quantity: comp.quantity,
    renewsAt: null,
    price: null,
  };
}
