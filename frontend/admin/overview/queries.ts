import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";

export type Overview = InferResponseType<typeof api.admin.overview.$get>;
export type Range = Overview["range"];
export type Attention = Overview["actionItems"][number];

export type PaymentAlerts = InferResponseType<typeof api.admin.overview.alerts.$get>;
export type PaymentAlert = PaymentAlerts["alerts"][number];

export const overviewKey = ["admin", "overview"];

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

/** Suspected fraud, reviews, failed refunds and second payments that wait for the team. */
export const alertsQuery = queryOptions({
  queryKey: [...overviewKey, "alerts"],
  queryFn: () => read(api.admin.overview.alerts.$get()),
});

/** Refunds a suspicious payment, ends the access that it paid for, and returns the alerts that are left. */
export const refundAndEnd = (id: string): Promise<PaymentAlerts> =>
  read(api.admin.overview.alerts[":id"].refund.$post({ param: { id } }));

/** Dismisses an alert, or approves a review, and returns the alerts that are left. */
export const dismissAlert = (id: string): Promise<PaymentAlerts> =>
  read(api.admin.overview.alerts[":id"].dismissal.$post({ param: { id } }));

/** Returns the range from the URL; 30 days by default. */
export function parseRange(params: URLSearchParams): Range {
  return params.get("range") === "12m" ? "12m" : "30d";
}
