import { queryOptions, type QueryKey } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { read } from "./client.ts";

/** The query of a GET request: `routeQuery(queryKeys.library, () => api.me.library.$get())`. */
export function routeQuery<Body, const Key extends QueryKey>(
  queryKey: Key,
  get: () => Promise<ClientResponse<Body, number, "json">>,
) {
  return queryOptions({ queryKey, queryFn: () => read(get()) });
}
