import { HOUR } from "../../lib/time.ts";
import type { OrderRow } from "../../purchases/orders/store.ts";
import type { PaymentRow } from "../../purchases/payments/store.ts";
import type { MirroredSubscription } from "../../purchases/subscriptions/store.ts";

/** The purchases of a Stripe customer. */
export type Purchases = { orders: OrderRow[]; subscriptions: MirroredSubscription[] };

/** What a payment is for. */
export type PaymentSource = Pick<PaymentRow, "sourceType" | "sourceId" | "productId">;

/** Until then, the purchase of a payment may not be complete yet. */
const MAX_COMPLETION_MS = HOUR;

/**
 * Returns a function that says what a payment is for. An order names its payment, and an invoice its subscription. A
 * known source of a payment stays, so that it keeps its product when the subscription changes to another plan.
 * @param existing our rows of the payments
 * @param now unix milliseconds
 */
export function createSourceFinder(
  { orders, subscriptions }: Purchases,
  existing: PaymentRow[],
  now: number,
) {
  const rowOf = new Map(existing.map((row) => [row.stripeChargeId, row]));
  const orderOf = new Map(orders.map((row) => [row.stripePaymentIntentId, row]));
  const subscriptionOf = new Map(
    subscriptions.map((each) => [each.row.stripeSubscriptionId, each]),
  );
  return (
    payment: Pick<
      PaymentRow,
      "stripeChargeId" | "stripePaymentIntentId" | "stripeSubscriptionId" | "status" | "createdAt"
    >,
  ): PaymentSource => {
    const known = rowOf.get(payment.stripeChargeId);
    if (known && known.sourceType !== null) {
      const { sourceType, sourceId, productId } = known;
      return { sourceType, sourceId, productId };
    }
    const { stripePaymentIntentId, stripeSubscriptionId } = payment;
    // First, since an order beside a subscription names the same payment.
    const subscription = subscriptionOf.get(stripeSubscriptionId ?? "");
    if (subscription) {
      const { row, products } = subscription;
      return { sourceType: "subscription", sourceId: row.id, productId: products[0]?.id ?? null };
    }
    const order = stripePaymentIntentId === null ? undefined : orderOf.get(stripePaymentIntentId);
    if (order) return { sourceType: "order", sourceId: order.id, productId: order.productId };
    const isOther = payment.status === "succeeded" && payment.createdAt < now - MAX_COMPLETION_MS;
    return { sourceType: isOther ? "other" : null, sourceId: null, productId: null };
  };
}
