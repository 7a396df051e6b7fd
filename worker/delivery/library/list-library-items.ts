import type { Ctx } from "../../context.ts";
import {
  mapProductSummariesOfUser,
  type ProductSummary,
} from "../../catalog/map-product-summaries.ts";
import {
  accessFromGift,
  accessFromOrder,
  accessFromSubscription,
  type Access,
  type AccessPolicy,
} from "../../access/policy.ts";
import type { GiftRow } from "../../access/store.ts";
import { readLines } from "../../purchases/orders/lines.ts";
import type { OrderRow } from "../../purchases/orders/store.ts";
import type { SubscriptionWithItems } from "../../purchases/subscriptions/list-subscriptions.ts";
import { getExactTotal } from "../../purchases/subscriptions/exact-amount.ts";
import type { PriceTax } from "../../catalog/price-tax.ts";
import { findNotice, type Notice } from "../../purchases/subscriptions/find-notice.ts";
import { readPurchases, type Purchases } from "./read-purchases.ts";

/**
 * A product of a purchase or gift of the user, and the access it gives. A purchase of two products gives two items.
 * `renewsAt` is when the next payment is due, or null; `access.until` is later than that by the policy's grace period.
 */
export type LibraryItem = {
  /** The id of the purchase or gift; with the product's id, if it is not the first product of the purchase. */
  id: string;
  /** The id of the order, subscription or gift. */
  sourceId: string;
  source: "order" | "subscription" | "gift";
  product: ProductSummary;
  access: Access;
  /** What the user should know or do; `at` is the deadline. */
  notice: Notice | null;
  /** The number of seats for a per-seat price. */
  quantity: number;
  /** What the giver of a gift wrote to the user. */
  giftMessage?: string;
  /** Who paid for a gift, as the user is told. */
  giverName?: string;
  /** A seat of what another customer has bought. */
  isSeat?: true;
  /** The id of the purchase whose seats the user of this one manages. */
  managesSeatsOf?: string;
  /** An order that is a gift for somebody else. */
  isGiven?: true;
  renewsAt: number | null;
  /**
   * The total that the user pays or paid, not the current catalog price; null for a gift. What was paid for an order
   * includes tax.
   */
  price: {
    amountMinor: number;
    currency: string;
    interval: string | null;
    intervalCount: number | null;
    /** Whether tax comes on top of the amount or is in it; null where nothing is to be said. */
    tax: PriceTax;
  } | null;
};

type Products = ReadonlyMap<string, ProductSummary>;

/** Lists the user's purchases and gifts: active ones first, then newest first. */
export async function listLibraryItems(
  ctx: Ctx,
  input: { userId: string },
): Promise<LibraryItem[]> {
  const [purchases, products] = await Promise.all([
    readPurchases(ctx, input),
    mapProductSummariesOfUser(ctx, input),
  ]);
  return toLibraryItems(purchases, products);
}

/** Does the same for purchases and products that were already read. */
export function toLibraryItems(purchases: Purchases, products: Products): LibraryItem[] {
  const { orders, subscriptions, gifts, policy, now } = purchases;
  const libraryItems = [
    ...orders.flatMap((row) => fromOrder(row, products)),
    ...subscriptions.flatMap((row) => fromSubscription(row, products, policy, now)),
    ...gifts.flatMap((row) => fromGift(row, products, now) ?? []),
  ];
  return libraryItems.toSorted(
    (a, b) => Number(b.access.active) - Number(a.access.active) || b.access.since - a.access.since,
  );
}

function fromOrder(order: OrderRow, products: Products): LibraryItem[] {
  const access = accessFromOrder(order);
  const { productId, quantity, totalMinor } = order;
  const lines = readLines(order) ?? [{ productId, quantity, totalMinor, refundedAt: null }];
  return lines.flatMap((line, at): LibraryItem[] => {
    const product = products.get(line.productId);
    if (!product) return [];
    const isRefunded = access.active && line.refundedAt !== null;
    return [
      {
        id: at === 0 ? order.id : `${order.id}:${product.id}`,
        sourceId: order.id,
        source: "order",
        product,
        access: isRefunded ? { ...access, active: false, reason: "order_refunded" } : access,
        notice: order.duplicateOf === null ? null : { code: "refunded_duplicate", at: null },
        quantity: line.quantity,
        ...(order.giftId !== null && { isGiven: true }),
        renewsAt: null,
        price: {
          amountMinor: line.totalMinor,
          currency: order.currency,
          interval: null,
          intervalCount: null,
          tax: null,
        },
      },
    ];
  });
}

const renewingReasons = new Set<Access["reason"]>(["subscription_trialing", "subscription_active"]);

function fromSubscription(
  subscription: SubscriptionWithItems,
  products: Products,
  policy: AccessPolicy,
  now: number,
): LibraryItem[] {
  const access = accessFromSubscription(subscription, policy, now);
  const itemOf = new Map(subscription.items.toReversed().map((item) => [item.productId, item]));
  const items = subscription.items.filter((item) => itemOf.get(item.productId) === item);
  const owned = items.flatMap((item) => {
    const product = products.get(item.productId ?? "");
    // A quantity of 0 is no purchase.
    return product && item.quantity > 0 ? [{ item, product }] : [];
  });
  return owned.map(({ item, product }, at) => ({
    id: at === 0 ? subscription.id : `${subscription.id}:${product.id}`,
    sourceId: subscription.id,
    source: "subscription",
    product,
    access,
    notice: findNotice(subscription, policy),
    quantity: item.quantity,
    renewsAt: renewingReasons.has(access.reason) ? subscription.currentPeriodEnd : null,
    price: {
      amountMinor: getExactTotal(item),
      currency: item.currency,
      interval: item.interval,
      intervalCount: item.intervalCount,
      tax: item.taxBehavior,
    },
  }));
}

function fromGift(gift: GiftRow, products: Products, now: number): LibraryItem | null {
  const product = products.get(gift.productId);
  if (!product) return null;
  return {
    id: gift.id,
    sourceId: gift.id,
    source: "gift",
    product,
    access: accessFromGift(gift, now),
    notice: null,
    quantity: gift.quantity,
    ...(gift.message !== "" && { giftMessage: gift.message }),
    ...(gift.giverName !== null && { giverName: gift.giverName }),
    ...(gift.seatOf !== null && { isSeat: true }),
    ...(gift.seatOf !== null && gift.managesSeats && { managesSeatsOf: gift.seatOf }),
    renewsAt: null,
    price: null,
  };
}
