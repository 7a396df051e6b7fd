import { queryOptions } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";

const { orders } = api.admin;

export type ListedOrder = InferResponseType<typeof orders.$get>["items"][number];
export type Order = InferResponseType<(typeof orders)[":id"]["$get"]>;
export type OrderQuery = InferRequestType<typeof orders.$get>["query"];

/** Under this are the lists too. */
export const ordersKey = ["admin", "orders"];

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...ordersKey, id],
    queryFn: () => read(orders[":id"].$get({ param: { id } })),
  });

/** What a list of what was sold can be narrowed to. */
export const soldProductsQuery = queryOptions({
  queryKey: [...ordersKey, "products"],
  queryFn: async () => (await read(orders.products.$get({ query: {} }))).products,
});
