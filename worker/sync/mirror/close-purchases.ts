import type { Ctx } from "../../context.ts";
import { idsOf } from "../../lib/rows.ts";
import { closeOrdersOfCustomer, listOrdersOfCustomer } from "../../purchases/orders/store.ts";
import {
  endSubscriptionsOfCustomer,
  listSubscriptionItems,
  listSubscriptionsOfCustomer,
} from "../../purchases/subscriptions/store.ts";
import type { MirroredOrders } from "./mirror-orders.ts";
import { productsOf, type MirroredSubscriptions } from "./mirror-subscriptions.ts";

/** Returns the orders of a deleted customer as they will be, and the write that ends their access. */
export async function closeOrders(
  ctx: Ctx,
  customer: { id: string; userId: string },
): Promise<MirroredOrders> {
  const rows = await listOrdersOfCustomer(ctx.db, customer);
  return {
    before: rows,
    rows: rows.map((row) => ({ ...row, customerDeletedAt: row.customerDeletedAt ?? ctx.now })),
    statements: [closeOrdersOfCustomer(ctx.db, customer, ctx.now)],
  };
}

/**
 * Returns the subscriptions of a deleted customer as they will be, and the write that ends them. Stripe ends them too.
 */
export async function closeSubscriptions(
  ctx: Ctx,
  input: { customerId: string },
): Promise<MirroredSubscriptions> {
  const rows = await listSubscriptionsOfCustomer(ctx.db, input.customerId);
  const items = await listSubscriptionItems(ctx.db, idsOf(rows));
  return {
    before: rows,
    rows: rows.map((row) => ({
      row: row.endedAt === null ? { ...row, status: "canceled", endedAt: ctx.now } : row,
      products: productsOf(items, row.id),
    })),
    itemsBefore: items,
    items,
    statements: [endSubscriptionsOfCustomer(ctx.db, input.customerId, ctx.now)],
  };
}
