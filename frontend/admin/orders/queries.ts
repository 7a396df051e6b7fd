import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { itemQuery } from "../frame/queries.ts";
import { api, read } from "../../http/client.ts";

const { orders } = api.admin;

export type ListedOrder = InferResponseType<typeof orders.$get>["items"][number];
export type Order = InferResponseType<(typeof orders)[":id"]["$get"]>;

/** The lists are also cached under this key. */
export const ordersKey = ["admin", "orders"];

export const orderQuery = itemQuery(ordersKey, orders[":id"]);

/** The products that the list of orders can be filtered by. */
export const soldProductsQuery = queryOptions({
  queryKey: [...ordersKey, "products"],
  queryFn: async () => (await read(orders.products.$get({ query: {} }))).products,
});
