import { isLive } from "./subscriptions/statuses.ts";
import type { MirroredSubscription } from "./subscriptions/mirrored-subscription.ts";
import type { OrderRow } from "./orders/store.ts";

/** A second payment for something the user already had, and the id of the first purchase. */
export type Duplicate = {
  type: "order" | "subscription";
  id: string;
  stripeId: string;
  duplicateOf: string;
};

/**
 * Finds duplicate purchases, e.g. when a user paid in two tabs: the oldest live purchase of a group is kept, the later
 * ones are duplicates. Counts only purchases made through our checkouts; subscriptions that the seller creates at
 * Stripe are intentional. An order whose Stripe customer was deleted gives no access, so it can be bought again.
 * @param input.groupOf maps a product id to its plan group, or to itself if it has none
 */
export function findDuplicatePurchases(input: {
  orders: OrderRow[];
  subscriptions: MirroredSubscription[];
  groupOf: (productId: string) => string;
}): Duplicate[] {
  const { groupOf } = input;
  const orders = input.orders
    .filter((row) => row.status === "paid" && row.totalMinor > 0 && row.customerDeletedAt === null)
    .map((row) => ({
      type: "order" as const,
      id: row.id,
      stripeId: row.stripePaymentIntentId ?? "",
      group: groupOf(row.productId),
      createdAt: row.createdAt,
    }));
  const subscriptions = input.subscriptions
    .filter(({ row }) => isLive(row) && row.checkoutId !== null)
    .flatMap(({ row, products }) =>
      products.slice(0, 1).map(({ id: productId }) => ({
        type: "subscription" as const,
        id: row.id,
        stripeId: row.stripeSubscriptionId,
        group: groupOf(productId),
        createdAt: row.createdAt,
      })),
    );
  return [...findLaterPurchases(orders), ...findLaterPurchases(subscriptions)];
}

type Purchase = Omit<Duplicate, "duplicateOf"> & { group: string; createdAt: number };

function findLaterPurchases(purchases: Purchase[]): Duplicate[] {
  const oldestFirst = purchases.toSorted(
    (a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  );
  const first = new Map<string, string>();
  const later: Duplicate[] = [];
  for (const { type, id, stripeId, group } of oldestFirst) {
    const duplicateOf = first.get(group);
    if (duplicateOf === undefined) first.set(group, id);
    else later.push({ type, id, stripeId, duplicateOf });
  }
  return later;
}
