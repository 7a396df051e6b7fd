import type { Ctx } from "../../context.ts";
import type { NewestFirst } from "../../db/sort-by.ts";
import { orderJson, type Order } from "../../feed/order.ts";
import {
  findObject,
  hasValue,
  isOfMode,
  listNewest,
  type PurchaseFilter,
} from "../protocol/objects.query.ts";

const kind = { table: "orders", json: orderJson, isShown: isOfMode("orders") };

/** Filters of the list of orders. Without `customer`, at most one of `product` and `status`. */
export type OrderFilter = PurchaseFilter<Order["status"]>;

/** Returns a page of orders of this mode, newest first, with one more row. Each filter has an index. */
export function listOrders(ctx: Ctx, input: OrderFilter & NewestFirst) {
  const where = [
    hasValue("orders.user_id", input.customer),
    hasValue("orders.product_id", input.product),
    hasValue("orders.status", input.status),
  ];
  return listNewest(ctx, kind, { ...input, where, index: chooseIndex(input) });
}

/** Returns the JSON of an order of this mode; undefined if there is none. */
export const findOrder = (ctx: Ctx, id: string) => findObject(ctx, kind, id);

function chooseIndex({ customer, product, status }: OrderFilter): string {
  if (customer !== undefined) return "orders_user";
  if (product !== undefined) return "orders_product";
  return status === undefined ? "orders_time" : "orders_status";
}
