import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";
import { routeQuery } from "../../http/route-query.ts";

export type Overview = InferResponseType<typeof api.admin.overview.$get>;
export type CurrencyFigures = Overview["currencies"][number];
export type Attention = Overview["actionItems"][number];
export type Sale = Overview["latestSales"][number];

type SalesByPart = InferResponseType<typeof api.admin.overview.sales.$get>;
export type SalesPart = SalesByPart["products"][number];
export type Cohort = InferResponseType<typeof api.admin.overview.cohorts.$get>["cohorts"][number];

type RowsQuery = InferRequestType<typeof api.admin.overview.rows.$get>["query"];
export type FigureName = RowsQuery["figure"];
export type FigureRow = InferResponseType<typeof api.admin.overview.rows.$get>["items"][number];

export type PaymentAlerts = InferResponseType<typeof api.admin.overview.alerts.$get>;
export type PaymentAlert = PaymentAlerts["alerts"][number];

export const overviewKey = ["admin", "overview"];

/** The days that are shown, as query parameters of the page and of the server. */
export type RangeQuery = InferRequestType<typeof api.admin.overview.$get>["query"];

/** The figures of a range. The previous range's figures stay visible until these are loaded. */
export const overviewQuery = (range: RangeQuery) =>
  queryOptions({
    queryKey: [...overviewKey, range],
    queryFn: () => read(api.admin.overview.$get({ query: range })),
    placeholderData: keepPreviousData,
  });

/** Revenue by product and by country. */
export const salesQuery = (range: RangeQuery) =>
  queryOptions({
    queryKey: [...overviewKey, "sales", range],
    queryFn: () => read(api.admin.overview.sales.$get({ query: range })),
    placeholderData: keepPreviousData,
  });

export const cohortsQuery = routeQuery([...overviewKey, "cohorts"], () =>
  api.admin.overview.cohorts.$get({ query: {} }),
);

/** What renewals are expected to bring, and the latest payouts. */
export const upcomingQuery = routeQuery([...overviewKey, "upcoming"], () =>
  api.admin.overview.upcoming.$get({ query: {} }),
);

/** Open disputes. Fetched from Stripe, because only Stripe knows when an answer is due. */
export const disputesQuery = queryOptions({
  queryKey: [...overviewKey, "disputes"],
  queryFn: () => read(api.admin.overview.disputes.$get()),
  staleTime: 5 * 60_000,
});

/** Suspected fraud, reviews, failed refunds and second payments that wait for the team. */
export const alertsQuery = routeQuery([...overviewKey, "alerts"], () =>
  api.admin.overview.alerts.$get(),
);

/** Refunds a suspicious payment, ends the access that it paid for, and returns the alerts that are left. */
export const refundAndEnd = (id: string): Promise<PaymentAlerts> =>
  read(api.admin.overview.alerts[":id"].refund.$post({ param: { id } }));

/** Dismisses an alert, or approves a review, and returns the alerts that are left. */
export const dismissAlert = (id: string): Promise<PaymentAlerts> =>
  read(api.admin.overview.alerts[":id"].dismissal.$post({ param: { id } }));
