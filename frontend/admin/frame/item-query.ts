import type { ClientResponse } from "hono/client";
import { routeQuery } from "../../http/route-query.ts";

/** Returns what queries one thing by its id. @param key of its section */
export const itemQuery =
  <Item>(
    key: string[],
    route: {
      $get: (input: { param: { id: string } }) => Promise<ClientResponse<Item, number, "json">>;
    },
  ) =>
  (id: string) =>
    routeQuery([...key, id], () => route.$get({ param: { id } }));
