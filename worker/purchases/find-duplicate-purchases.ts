import type { MirroredSubscription } from "./subscriptions/mirrored-subscription.ts";
import type { OrderRow } from "./orders/store.ts";

/** A second payment for what the person had: which purchase it is, and which came first. */
export type Duplicate = {
  type: "order" | "subscription";
  id: string;
  stripeId: string;
  duplicateOf: string;
};

const living = new Set(["trialing", "active", "past_due", "paused"]);

/**
 * Two tabs that both paid: of the living purchases of one group the oldest stays, the others are duplicates. Only what
 * came from our own checkouts counts; what the seller made at Stripe is the seller's will.
 * @param groupOf product id → its exclusive group, else itself
 */
export function findDuplicates(input: {
  orders: OrderRow[];
  subscriptions: MirroredSubscription[];
  groupOf: (productId: string) => string;
}): Duplicate[] {
  const { groupOf } = input;
  const orders = input.orders
    .filter((row) => row.status === "paid" && row.totalMinor > 0)
    .map((row) => ({
      type: "order" as const,
      id: row.id,
      stripeId: row.stripePaymentIntentId ?? "",
      group: groupOf(row.productId),
      createdAt: row.createdAt,
    }));
  const subscriptions = input.subscriptions
    .filter(({ row }) => row.endedAt === null && living.has(row.status) && row.checkoutId !== null)
    .flatMap(({ row, products }) =>
      products.slice(0, 1).map(({ id: productId }) => ({
        type: "subscription" as const,
        id: row.id,
        stripeId: row.stripeSubscriptionId,
        group: groupOf(productId),
        createdAt: row.createdAt,
      })),
    );
  return [...laterOnes(orders), ...laterOnes(subscriptions)];
}

type Purchase = Omit<Duplicate, "duplicateOf"> & { group: string; createdAt: number };

function laterOnes(purchases: Purchase[]): Duplicate[] {
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
