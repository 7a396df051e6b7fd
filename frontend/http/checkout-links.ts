import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

const route = api.me["checkout-links"][":id"];

/** A checkout that another program prepared. */
export type CheckoutLink = InferResponseType<typeof route.$get>;

export const checkoutLinkQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.checkoutLink(id),
    queryFn: () => read(route.$get({ param: { id } })),
  });
