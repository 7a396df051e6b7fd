import { queryOptions } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";

const { orders } = api.admin;

export type ListedOrder = InferResponseType<typeof orders.$get>["items"][number];
export type Order = InferResponseType<(typeof orders)[":id"]["$get"]>;
export type OrderQuery = InferRequestType<typeof orders.$get>["query"];

/** The lists are also cached under this key. */
export const ordersKey = ["admin", "orders"];

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...ordersKey, id],
    queryFn: () => read(orders[":id"].$get({ param: { id } })),
  });

/** The products that the list of orders can be filtered by. */
export const soldProductsQuery = queryOptions({
  queryKey: [...ordersKey, "products"],
  queryFn: async () => (await read(orders.products.$get({ query: {} }))).products,
});
