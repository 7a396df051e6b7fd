import { useMutation, type QueryKey } from "@tanstack/react-query";
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

/** Returns the key of all `List` queries of a section, with any filters. */
export function getListKey(sectionKey: QueryKey): QueryKey {
  return [...sectionKey, "list"];
}

/** Runs a change, and loads again everything under a key when it has succeeded. */
export function useChange<Input, Answer>(
  queryKey: QueryKey,
  change: (input: Input) => Promise<Answer>,
) {
  return useMutation({
    mutationFn: change,
    onSuccess: (_answer, _input, _context, { client }) => client.invalidateQueries({ queryKey }),
  });
}
