import { queryOptions, useQuery } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "./client.ts";

/** A product as a card shows it. */
export type Product = InferResponseType<typeof api.shop.$get>["products"][number];
export type Price = Product["prices"][number];

/** A benefit as the product's page shows it. */
export type PromisedBenefit = InferResponseType<
  (typeof api.shop.products)[":slug"]["$get"]
>["benefits"][number];

/** The shop's name and line, and everything that is for sale. */
export const shopQuery = queryOptions({
  queryKey: ["shop"],
  queryFn: () => read(api.shop.$get()),
  staleTime: 60_000,
});

/** One product with its description. */
export const productQuery = (slug: string) =>
  queryOptions({
    queryKey: ["shop", "product", slug],
    queryFn: () => read(api.shop.products[":slug"].$get({ param: { slug } })),
    staleTime: 60_000,
  });

/** What the shop is; undefined until it is known. It is a by-product: where the shop did not come it is not asked again. */
export function useShop() {
  return useQuery({ ...shopQuery, retryOnMount: false }).data?.shop;
}

/** The shop's name; undefined until it is known. */
export function useShopName() {
  return useShop()?.name;
}
