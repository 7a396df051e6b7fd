import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { NewestFirst } from "../../db/sort-by.ts";
import { orderJson, type Order } from "../../feed/order.ts";
import { hasNumber } from "../../db/has-number.ts";
import {
  findObject,
  hasOneOf,
  hasValue,
  isOfMode,
  listNewest,
  type PurchaseFilter,
} from "../protocol/objects.query.ts";

const kind = { table: "orders", json: orderJson, isShown: isOfMode("orders") };

/** Filters of the list of orders. */
export type OrderFilter = PurchaseFilter<Order["status"]> & { number?: string | undefined };

/** Returns a page of orders of this mode, newest first, with one more row. */
export function listOrders(ctx: Ctx, input: OrderFilter & NewestFirst) {
  const customer = hasValue("orders.user_id", input.customer);
  const product = hasValue("orders.product_id", input.product);
  const status = hasOneOf("orders.status", input.status);
  const list = (index: string, where: (SQL | undefined)[], rest?: (SQL | undefined)[]) =>
    listNewest(ctx, kind, { ...input, index, where, rest });
  const number = input.number && hasNumber(sql`orders.id`, "ord", input.number);
  if (number) return list("sqlite_autoindex_orders_1", [number, customer, product, status]);
  if (customer) return list("orders_user", [customer, product, status]);
  if (product) return list("orders_product", [product], [status]);
  if (input.status?.length === 1) return list("orders_status", [status]);
  return list("orders_time", [], [status]);
}

/** Returns the JSON of an order of this mode; undefined if there is none. */
export const findOrder = (ctx: Ctx, id: string) => findObject(ctx, kind, id);
