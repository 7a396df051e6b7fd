import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";

export type Overview = InferResponseType<typeof api.admin.overview.$get>;
export type Range = Overview["range"];
export type Attention = Overview["attention"][number];

/** The figures of a range. Those of the other one stay on the screen until these are there. */
export const overviewQuery = (range: Range) =>
  queryOptions({
    queryKey: ["admin", "overview", range],
    queryFn: () => read(api.admin.overview.$get({ query: { range } })),
    placeholderData: keepPreviousData,
  });

/** Asked of Stripe, which alone knows until when an answer is due. */
export const disputesQuery = queryOptions({
  queryKey: ["admin", "overview", "disputes"],
  queryFn: () => read(api.admin.overview.disputes.$get()),
  staleTime: 5 * 60_000,
});

/** The range that the address names, else thirty days. */
export function rangeOf(params: URLSearchParams): Range {
  return params.get("range") === "12m" ? "12m" : "30d";
}
