import type { Ctx } from "../../context.ts";
import { listPlans } from "../../catalog/list-plans.ts";
import { listNamedProducts } from "../../catalog/map-product-summaries.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import type { OrderRow } from "../../purchases/orders/store.ts";
import { readPolicy } from "../../access/policy-settings.ts";
import { isOver } from "../../purchases/subscriptions/is-live.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { askStripe } from "./fetch-billing-details.ts";
import {
  nameProduct,
  toBilledSubscription,
  type BilledProduct,
  type BilledSubscription,
} from "./to-billed-subscription.ts";

/** A one-time purchase as its buyer sees it, amounts in minor units. */
export type BilledOrder = Pick<
  OrderRow,
  | "id"
  | "status"
  | "quantity"
  | "totalMinor"
  | "taxMinor"
  | "discountMinor"
  | "refundedMinor"
  | "currency"
  | "createdAt"
  | "paidAt"
> & {
  product: BilledProduct | null;
  /** `refunded_duplicate`: it was a second payment for what they had, and was sent back. */
  notice: { code: "refunded_duplicate" } | null;
};

/** What the person pays and paid for, newest first; of what is running, what Stripe says of it now. */
export async function showBilling(
  ctx: Ctx,
  input: { userId: string },
): Promise<{ subscriptions: BilledSubscription[]; orders: BilledOrder[] }> {
  const [orders, subscriptions, policy] = await Promise.all([
    listOrders(ctx, input),
    listSubscriptions(ctx, input),
    readPolicy(ctx),
  ]);
  const items = subscriptions.flatMap((subscription) => subscription.items);
  const running = subscriptions.filter((subscription) => !isOver(subscription));
  const [products, plans, fresh] = await Promise.all([
    listNamedProducts(ctx, {
      ids: [
        ...orders.map((order) => order.productId),
        ...items.flatMap(({ productId }) => productId ?? []),
      ],
    }),
    listPlans(ctx, { held: running.flatMap((subscription) => subscription.items) }),
    Promise.all(subscriptions.map((subscription) => askStripe(ctx, subscription))),
  ]);
  return {
    subscriptions: subscriptions.flatMap((subscription, index) => {
      const facts = fresh[index];
      return facts
        ? [toBilledSubscription(subscription, { products, plans, policy, fresh: facts })]
        : [];
    }),
    orders: orders.map((order) => {
      const product = products.get(order.productId);
      return {
        id: order.id,
        status: order.status,
        quantity: order.quantity,
        totalMinor: order.totalMinor,
        taxMinor: order.taxMinor,
        discountMinor: order.discountMinor,
        refundedMinor: order.refundedMinor,
        currency: order.currency,
        createdAt: order.createdAt,
        paidAt: order.paidAt,
        product: product ? nameProduct(product) : null,
        notice: order.duplicateOf === null ? null : { code: "refunded_duplicate" },
      };
    }),
  };
}
