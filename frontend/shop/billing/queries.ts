import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";
import { queryKeys } from "../../http/query-keys.ts";
import { routeQuery } from "../../http/route-query.ts";
import { useLeavingMutation } from "../../shell/use-leaving-mutation.ts";

export type Billing = InferResponseType<typeof api.me.billing.$get>;
export type Subscription = Billing["subscriptions"][number];
export type Order = Billing["orders"][number];
export type PlanPreview = InferResponseType<
  (typeof api.me.subscriptions)[":id"]["plan-change"]["$get"]
>;
export type Invoice = InferResponseType<typeof api.me.invoices.$get>["invoices"][number];

export const billingQuery = routeQuery(queryKeys.billing, () => api.me.billing.$get());

export type InvoiceDetails = NonNullable<
  InferResponseType<typeof api.me.billing.details.$get>["details"]
>;

/** What Stripe prints on the next invoices. */
export const invoiceDetailsQuery = routeQuery(queryKeys.invoiceDetails, () =>
  api.me.billing.details.$get(),
);

/** Invoices and receipts, newest first, in pages. */
export const invoicesQuery = infiniteQueryOptions({
  queryKey: queryKeys.invoices,
  queryFn: ({ pageParam: cursor }) =>
    read(api.me.invoices.$get({ query: { limit: "10", ...(cursor && { cursor }) } })),
  initialPageParam: "",
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/**
 * The cost of changing the plan or seats. It is calculated for a fixed time that is sent with the confirmation, so it
 * is never cached.
 */
export const planPreviewQuery = (id: string, wanted: { priceId: string; quantity: number }) =>
  queryOptions({
    queryKey: queryKeys.planPreview(id, wanted),
    queryFn: () =>
      read(
        api.me.subscriptions[":id"]["plan-change"].$get({
          param: { id },
          query: { priceId: wanted.priceId, quantity: wanted.quantity },
        }),
      ),
    staleTime: 5 * 60_000,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** What ending a pause charges now. Asked anew each time, since credit and prices change. */
export const resumptionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.resumption(id),
    queryFn: () => read(api.me.subscriptions[":id"].resumption.$get({ param: { id } })),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/**
 * Redirects to Stripe's billing pages, which redirect back here. There, the address, name and VAT id on later invoices
 * can be changed, or, with the flow `card`, the card.
 */
export function useBillingPortal(flow?: "card") {
  return useLeavingMutation({
    mutationFn: () => read(api.me.billing.portal.$post({ json: flow ? { flow } : {} })),
    onSuccess: ({ url }) => location.assign(url),
  });
}
