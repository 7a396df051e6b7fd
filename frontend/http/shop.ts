import { queryOptions, useQuery } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** A product as in the storefront's list. */
export type Product = InferResponseType<typeof api.shop.$get>["products"][number];
export type Price = Product["prices"][number];

/** A benefit as on the product page. */
export type ProductBenefit = InferResponseType<
  (typeof api.shop.products)[":slug"]["$get"]
>["benefits"][number];

/** The shop's details and all products for sale. */
export const shopQuery = queryOptions({
  queryKey: queryKeys.shop,
  queryFn: () => read(api.shop.$get()),
  staleTime: 60_000,
});

/** One product with its description. */
export const productQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.product(slug),
    queryFn: () => read(api.shop.products[":slug"].$get({ param: { slug } })),
    staleTime: 60_000,
  });

/** Returns the shop's details, or undefined until they are loaded. Doesn't retry a failed request when it mounts. */
export function useShop() {
  return useQuery({ ...shopQuery, retryOnMount: false }).data?.shop;
}

/** Returns the shop's name, or undefined until it is loaded. */
export function useShopName() {
  return useShop()?.name;
}
