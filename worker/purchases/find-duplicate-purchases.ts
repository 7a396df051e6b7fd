import { byTime } from "../lib/rows.ts";
import { isLive } from "./subscriptions/statuses.ts";
import type { MirroredSubscription } from "./subscriptions/store.ts";
import { productsOfOrder } from "./orders/lines.ts";
import { paidStatuses } from "./orders/paid-statuses.ts";
import type { OrderRow } from "./orders/store.ts";

/** A successful payment. Amounts in minor units; failed and canceled refunds don't count as refunded. */
export type PaidCharge = {
  paymentIntentId: string;
  amountMinor: number;
  refundedMinor: number;
  currency: string;
  failedRefunds: number;
  isDisputed: boolean;
};

/** A second payment for something the user already had, and the id of the first purchase. */
export type Duplicate = {
  type: "order" | "subscription";
  id: string;
  stripeId: string;
  duplicateOf: string;
  /** Null if nothing was paid: a second trial. */
  payment: PaidCharge | null;
};

/**
 * How often the refund of a second payment is tried. It fails days later, when the bank cannot take the money; after
 * that many failures, the seller must find another way.
 */
export const MAX_REFUND_ATTEMPTS = 3;

/**
 * Finds duplicate purchases, e.g. when a user paid in two tabs: the oldest live purchase of a group is kept, the later
 * ones are duplicates. Includes duplicates whose refund failed, until it was tried often enough. Counts only purchases
 * made through our checkouts; subscriptions that the seller creates at Stripe are intentional. An order whose Stripe
 * customer was deleted gives no access, so it can be bought again. Gifts to others can be bought as often as one likes.
 * What a guest bought and an account has already is marked when the account takes it (decision 121), and is a duplicate
 * of a purchase that is not among these.
 * An order of several products is a duplicate if all of them were bought before: a part of one is left to the team. What
 * was bought beside a subscription is paid with it, and goes back with it.
 * @param input.groupOf maps a product id to its plan group, or to itself if it has none
 * @param input.paymentOf the payment of a payment intent, or null
 * @param input.refusedIds orders and subscriptions whose refund Stripe refused to make again
 */
export function findDuplicatePurchases(input: {
  orders: OrderRow[];
  subscriptions: MirroredSubscription[];
  groupOf: (productId: string) => string;
  paymentOf: (paymentIntentId: string | null) => PaidCharge | null;
  refusedIds: ReadonlySet<string>;
}): Duplicate[] {
  const { groupOf, paymentOf } = input;
  const ownIds = new Set([
    ...input.orders.map(({ id }) => id),
    ...input.subscriptions.map(({ row }) => row.id),
  ]);
  const findMark = ({ duplicateOf }: { duplicateOf: string | null }) =>
    duplicateOf === null || ownIds.has(duplicateOf) ? null : duplicateOf;
  const paidWithSubscription = new Set<string | null>(
    input.subscriptions.flatMap(({ row }) => row.latestPaymentIntentId ?? []),
  );
  const orders = input.orders
    .filter(
      ({ status, totalMinor, customerDeletedAt, giftId }) =>
        paidStatuses.has(status) && totalMinor > 0 && customerDeletedAt === null && giftId === null,
    )
    .map((row) => ({
      type: "order" as const,
      id: row.id,
      stripeId: row.stripePaymentIntentId ?? "",
      groups: productsOfOrder(row).map(({ id }) => groupOf(id)),
      createdAt: row.createdAt,
      payment: paymentOf(row.stripePaymentIntentId),
      isUpgrade: row.upgradeOf !== null,
      // A later order that the team has refunded in part is a decision of the team.
      // An upgrade within a plan group is bought beside what it upgrades.
      canBeDuplicate:
        (row.status === "paid" || row.duplicateOf !== null) &&
        !isUpgradeOfKept(row, input.orders) &&
        !paidWithSubscription.has(row.stripePaymentIntentId),
      markedOf: findMark(row),
    }));
  const subscriptions = input.subscriptions
    .filter(({ row }) => isLive(row) && row.checkoutId !== null)
    .flatMap(({ row, products }) =>
      products.slice(0, 1).map(({ id: productId }) => ({
        type: "subscription" as const,
        id: row.id,
        stripeId: row.stripeSubscriptionId,
        groups: [groupOf(productId)],
        createdAt: row.createdAt,
        payment: paymentOf(row.latestPaymentIntentId),
        isUpgrade: false,
        canBeDuplicate: true,
        markedOf: findMark(row),
      })),
    );
  return [
    ...findLaterPurchases(orders),
    ...findLaterPurchases(subscriptions),
    ...findUnrefunded(input.subscriptions, paymentOf),
  ].filter(
    ({ id, payment }) =>
      !input.refusedIds.has(id) && (payment?.failedRefunds ?? 0) < MAX_REFUND_ATTEMPTS,
  );
}

/** Whether an order is the first one that upgrades another one. */
function isUpgradeOfKept(row: OrderRow, orders: OrderRow[]): boolean {
  if (row.upgradeOf === null) return false;
  const upgrades = orders.filter(
    ({ upgradeOf, status }) => upgradeOf === row.upgradeOf && paidStatuses.has(status),
  );
  return upgrades.toSorted(byTime)[0]?.id === row.id;
}

type Purchase = Omit<Duplicate, "duplicateOf"> & {
  groups: string[];
  createdAt: number;
  /** An upgrade comes after what it upgrades, also within the same second. */
  isUpgrade: boolean;
  canBeDuplicate: boolean;
  /** The purchase of another Stripe customer that it was marked as a duplicate of. */
  markedOf: string | null;
};

function findLaterPurchases(purchases: Purchase[]): Duplicate[] {
  const oldestFirst = purchases.toSorted(
    (a, b) =>
      (a.createdAt === b.createdAt && Number(a.isUpgrade) - Number(b.isUpgrade)) || byTime(a, b),
  );
  const first = new Map<string, string>();
  const later: Duplicate[] = [];
  for (const { type, id, stripeId, groups, payment, canBeDuplicate, markedOf } of oldestFirst) {
    const isKnown = groups.every((group) => first.has(group));
    const duplicateOf = markedOf ?? (isKnown ? first.get(groups[0]!) : undefined);
    if (duplicateOf !== undefined) {
      if (canBeDuplicate) later.push({ type, id, stripeId, duplicateOf, payment });
      continue;
    }
    for (const group of groups) if (!first.has(group)) first.set(group, id);
  }
  return later;
}

/** Finds duplicate subscriptions that have been canceled, and whose payment was not refunded: the refund failed. */
function findUnrefunded(
  subscriptions: MirroredSubscription[],
  paymentOf: (paymentIntentId: string | null) => PaidCharge | null,
): Duplicate[] {
  return subscriptions.flatMap(({ row }) => {
    if (row.duplicateOf === null || isLive(row)) return [];
    const payment = paymentOf(row.latestPaymentIntentId);
    const isUnrefunded =
      payment !== null && !payment.isDisputed && payment.refundedMinor < payment.amountMinor;
    if (!isUnrefunded) return [];
    const { id, stripeSubscriptionId: stripeId, duplicateOf } = row;
    return [{ type: "subscription" as const, id, stripeId, duplicateOf, payment }];
  });
}
