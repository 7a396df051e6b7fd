import { queryOptions } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { read } from "../../http/client.ts";

/** Returns what queries one thing by its id. @param key of its section */
export const itemQuery =
  <Item>(
    key: string[],
    route: {
      $get: (input: { param: { id: string } }) => Promise<ClientResponse<Item, number, "json">>;
    },
  ) =>
  (id: string) =>
    queryOptions({
      queryKey: [...key, id],
      queryFn: () => read(route.$get({ param: { id } })),
    });
