import { api } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { routeQuery } from "./route-query.ts";

const route = api.me["checkout-links"][":id"];

/** A checkout that another program prepared. */
export const checkoutLinkQuery = (id: string) =>
  routeQuery(queryKeys.checkoutLink(id), () => route.$get({ param: { id } }));
