import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { NewestFirst } from "../../db/sort-by.ts";
import { orderJson, type Order } from "../../feed/order.ts";
import { hasLine } from "../../db/has-line.ts";
import { hasNumber } from "../../db/has-number.ts";
import {
  findObject,
  hasOneOf,
  hasValue,
  isOfMode,
  joinPages,
  listNewest,
  type ListRow,
  type PurchaseFilter,
} from "../protocol/objects.query.ts";

const kind = { table: "orders", json: orderJson, isShown: isOfMode("orders") };

/** Filters of the list of orders. */
export type OrderFilter = PurchaseFilter<Order["status"]> & { number?: string | undefined };

/** Returns a page of orders of this mode, newest first, with one more row. */
export async function listOrders(ctx: Ctx, input: OrderFilter & NewestFirst): Promise<ListRow[]> {
  const customer = hasValue("orders.user_id", input.customer);
  const isFirst = hasValue("orders.product_id", input.product);
  const isOther =
    input.product === undefined ? undefined : hasLine(sql`orders.lines`, input.product);
  const product = isFirst && isOther && sql`(${isFirst} OR ${isOther})`;
  const status = hasOneOf("orders.status", input.status);
  const list = (index: string, where: (SQL | undefined)[], rest?: (SQL | undefined)[]) =>
    listNewest(ctx, kind, { ...input, index, where, rest });
  const number = input.number && hasNumber(sql`orders.id`, "ord", input.number);
  if (number) return list("sqlite_autoindex_orders_1", [number, customer, product, status]);
  if (customer) return list("orders_user", [customer, product, status]);
  if (isFirst && isOther) {
    const lists = await Promise.all([
      list("orders_product", [isFirst], [status]),
      // Those that have it after another product, which are few.
      list(
        "orders_lines_time",
        [sql`orders.lines IS NOT NULL`],
        [sql`NOT ${isFirst}`, isOther, status],
      ),
    ]);
    return joinPages(lists, input.limit);
  }
  if (input.status?.length === 1) return list("orders_status", [status]);
  return list("orders_time", [], [status]);
}

/** Returns the JSON of an order of this mode; undefined if there is none. */
export const findOrder = (ctx: Ctx, id: string) => findObject(ctx, kind, id);
