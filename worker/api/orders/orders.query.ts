import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { newestFirst, type NewestFirst } from "../../db/newest-first.ts";
import { orderJson, type Order } from "../../feed/order.ts";

/** Filters of the list of orders. Without `customer`, at most one of `product` and `status`. */
export type OrderFilter = {
  customer?: string | undefined;
  product?: string | undefined;
  status?: Order["status"] | undefined;
};

/** An object of a list: its JSON, and its place in the list. */
type ListRow = { data: string; value: number; id: string };

/** Returns a page of orders of this mode, newest first, with one more row. Each filter has an index. */
export function listOrders(ctx: Ctx, input: OrderFilter & NewestFirst): Promise<ListRow[]> {
  const { customer, product, status } = input;
  const { conditions, orderAndLimit } = newestFirst("orders", input);
  const where = [
    sql`orders.mode = ${ctx.config.stripe.mode}`,
    ...(customer === undefined ? [] : [sql`orders.user_id = ${customer}`]),
    ...(product === undefined ? [] : [sql`orders.product_id = ${product}`]),
    ...(status === undefined ? [] : [sql`orders.status = ${status}`]),
    ...conditions,
  ];
  // Named, because SQLite would read the orders of everybody to save sorting those of one customer.
  const index = sql.raw(chooseIndex(input));
  return ctx.db.all<ListRow>(sql`
    SELECT ${orderJson(ctx)} AS data, orders.created_at AS value, orders.id AS id
    FROM orders INDEXED BY ${index} WHERE ${sql.join(where, sql` AND `)} ${orderAndLimit}`);
}

/** Returns the JSON of an order of this mode; undefined if there is none. */
export async function findOrder(ctx: Ctx, id: string): Promise<string | undefined> {
  const row = await ctx.db.get<{ data: string }>(sql`
    SELECT ${orderJson(ctx)} AS data FROM orders
    WHERE orders.id = ${id} AND orders.mode = ${ctx.config.stripe.mode}`);
  return row?.data;
}

function chooseIndex({ customer, product, status }: OrderFilter): string {
  if (customer !== undefined) return "orders_user";
  if (product !== undefined) return "orders_product";
  return status === undefined ? "orders_time" : "orders_status";
}
