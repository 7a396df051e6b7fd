import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { useQuery } from "./use-query.ts";

type Shop = InferResponseType<typeof api.shop.$get>;

/** The shop's name, texts and logo. */
export type ShopDetails = Shop["shop"];

/** A product as in the storefront's list. */
export type Product = Shop["products"][number];
/** A part of the storefront with a name of its own. */
export type Section = Shop["sections"][number];
export type Price = Product["prices"][number];

/** A product with its description and what is in its benefits. */
export type ProductDetails = InferResponseType<(typeof api.shop.products)[":slug"]["$get"]>;

/** A product that is offered beside it, with its price in one currency. */
export type AddOn = ProductDetails["addOns"][number];

/** A benefit as on the product page. */
export type ProductBenefit = ProductDetails["benefits"][number];

/** The shop's details and all products for sale. */
export const shopQuery = queryOptions({
  queryKey: queryKeys.shop,
  queryFn: () => read(api.shop.$get()),
  staleTime: 60_000,
});

/** The shop's details without its products: what the header and the footer of every page need. */
export const shopDetailsQuery = queryOptions({
  queryKey: queryKeys.shopDetails,
  queryFn: async ({ client }) => (await client.fetchQuery(shopQuery)).shop,
  staleTime: 60_000,
});

/** One product with its description. */
export const productQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.product(slug),
    queryFn: () => read(api.shop.products[":slug"].$get({ param: { slug } })),
    staleTime: 60_000,
  });

/** Returns the query of the shop's details. Doesn't retry a failed request when it mounts. */
export function useShopQuery() {
  return useQuery({ ...shopDetailsQuery, retryOnMount: false });
}

/** Returns the shop's details, or undefined until they are loaded. */
export function useShop() {
  return useShopQuery().data;
}

/** Returns the shop's name, or undefined until it is loaded. */
export function useShopName() {
  return useShop()?.name;
}
