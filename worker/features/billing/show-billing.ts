import type { Ctx } from "../../context.ts";
import { listNamedProducts, type NamedProduct } from "../catalog/list-products.ts";
import { listOrders } from "../orders/list-orders.ts";
import type { OrderRow } from "../orders/store.ts";
import {
  listSubscriptions,
  type SubscriptionWithItems,
} from "../subscriptions/list-subscriptions.ts";

/** A subscription as its holder sees it. `price.amountMinor` is for one; times in unix milliseconds. */
export type BilledSubscription = Pick<
  SubscriptionWithItems,
  "id" | "status" | "currentPeriodEnd" | "trialEnd" | "cancelAt" | "endedAt" | "createdAt"
> & {
  product: Pick<NamedProduct, "id" | "slug" | "name"> | null;
  price: {
    amountMinor: number;
    currency: string;
    interval: string;
    intervalCount: number;
    quantity: number;
  } | null;
};

/** A one-time purchase as its buyer sees it, amounts in minor units. */
export type BilledOrder = Pick<
  OrderRow,
  | "id"
  | "status"
  | "totalMinor"
  | "taxMinor"
  | "discountMinor"
  | "refundedMinor"
  | "currency"
  | "createdAt"
  | "paidAt"
> & { product: Pick<NamedProduct, "id" | "slug" | "name"> | null };

/** What the person pays and paid for, newest first. */
export async function showBilling(
  ctx: Ctx,
  input: { userId: string },
): Promise<{ subscriptions: BilledSubscription[]; orders: BilledOrder[] }> {
  const [orders, subscriptions] = await Promise.all([
    listOrders(ctx, input),
    listSubscriptions(ctx, input),
  ]);
  const products = await listNamedProducts(ctx, {
    ids: [
      ...orders.map((order) => order.productId),
      ...subscriptions.flatMap((subscription) =>
        subscription.items.flatMap((item) => item.productId ?? []),
      ),
    ],
  });
  return {
    subscriptions: subscriptions.map((subscription) =>
      toBilledSubscription(subscription, products),
    ),
    orders: orders.map((order) => ({
      id: order.id,
      status: order.status,
      totalMinor: order.totalMinor,
      taxMinor: order.taxMinor,
      discountMinor: order.discountMinor,
      refundedMinor: order.refundedMinor,
      currency: order.currency,
      createdAt: order.createdAt,
      paidAt: order.paidAt,
      product: nameOf(products, order.productId),
    })),
  };
}

function toBilledSubscription(
  subscription: SubscriptionWithItems,
  products: Map<string, NamedProduct>,
): BilledSubscription {
  const item = subscription.items.find(({ productId }) => productId !== null);
  return {
    id: subscription.id,
    status: subscription.status,
    currentPeriodEnd: subscription.currentPeriodEnd,
    trialEnd: subscription.trialEnd,
    cancelAt: subscription.cancelAt,
    endedAt: subscription.endedAt,
    createdAt: subscription.createdAt,
    product: nameOf(products, item?.productId),
    price: item
      ? {
          amountMinor: item.amountMinor,
          currency: item.currency,
          interval: item.interval,
          intervalCount: item.intervalCount,
          quantity: item.quantity,
        }
      : null,
  };
}

function nameOf(products: Map<string, NamedProduct>, id: string | null | undefined) {
  const product = id ? products.get(id) : undefined;
  return product ? { id: product.id, slug: product.slug, name: product.name } : null;
}
