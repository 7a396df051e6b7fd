import type { ClientResponse } from "hono/client";
import { routeQuery } from "../../http/route-query.ts";
import type { QueryKey } from "@tanstack/react-query";

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

/** Returns the key of all `List` queries of a section, with any filters. */
export function getListKey(sectionKey: QueryKey): QueryKey {
  return [...sectionKey, "list"];
}
