import { useMutation, type FetchQueryOptions, type QueryKey } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { read } from "../../http/client.ts";
import { queryClient } from "../../http/query.ts";
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

/** Fetches what a query reads as it is now. */
export const refetch = <Body, Key extends QueryKey>(
  query: ReturnType<typeof routeQuery<Body, Key>>,
): Promise<Body> =>
  queryClient.fetchQuery({ ...query, staleTime: 0 } as unknown as FetchQueryOptions<Body>);

/** Returns what saves a setting, unless another member has saved it since the version that the edit began from. */
export const savingVersion =
  <Sent extends object, Saved>(route: {
    $put: (input: {
      json: Sent;
      query: { version?: number };
    }) => Promise<ClientResponse<Saved, number, "json">>;
  }) =>
  ({ version, ...json }: Sent & { version: number }) =>
    read(route.$put({ json: json as unknown as Sent, query: { version } }));

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
