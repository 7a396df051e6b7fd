import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";

export type Overview = InferResponseType<typeof api.admin.overview.$get>;
export type Range = Overview["range"];
export type Attention = Overview["actionItems"][number];

const overviewKey = ["admin", "overview"];

/** The figures of a range. The previous range's figures stay visible until these are loaded. */
export const overviewQuery = (range: Range) =>
  queryOptions({
    queryKey: [...overviewKey, range],
    queryFn: () => read(api.admin.overview.$get({ query: { range } })),
    placeholderData: keepPreviousData,
  });

/** Open disputes. Fetched from Stripe, because only Stripe knows when an answer is due. */
export const disputesQuery = queryOptions({
  queryKey: [...overviewKey, "disputes"],
  queryFn: () => read(api.admin.overview.disputes.$get()),
  staleTime: 5 * 60_000,
});

/** Returns the range from the URL; 30 days by default. */
export function parseRange(params: URLSearchParams): Range {
  return params.get("range") === "12m" ? "12m" : "30d";
}
