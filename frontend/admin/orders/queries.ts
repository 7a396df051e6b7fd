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

export type SeatsOf = InferResponseType<(typeof api.admin.seats)[":id"]["$get"]>;

/** Who has the seats of an order or subscription. */
export const seatsOfQuery = (id: string) =>
  queryOptions({
    queryKey: ["admin", "seats", id],
    queryFn: () => read(api.admin.seats[":id"].$get({ param: { id } })),
  });

/** A discount code by Stripe's id, for admins. The list of codes is cached below the same key. */
export const discountQuery = (id: string) =>
  queryOptions({
    queryKey: ["admin", "discounts", "one", id],
    queryFn: async () => (await read(api.admin.discounts.$get({ query: { id } }))).items[0] ?? null,
    staleTime: 60_000,
  });

/** The products that the list of orders can be filtered by. */
export const soldProductsQuery = queryOptions({
  queryKey: [...ordersKey, "products"],
  queryFn: async () => (await read(orders.products.$get({ query: {} }))).products,
});
