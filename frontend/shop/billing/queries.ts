import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";
import { useResetOnReturn } from "../../shell/use-reset-on-page-restore.ts";

export type Billing = InferResponseType<typeof api.me.billing.$get>;
export type Subscription = Billing["subscriptions"][number];
export type Order = Billing["orders"][number];
export type PlanPreview = InferResponseType<
  (typeof api.me.subscriptions)[":id"]["plan-change"]["$get"]
>;
export type Invoice = InferResponseType<typeof api.me.invoices.$get>["invoices"][number];

export const billingQuery = queryOptions({
  queryKey: ["me", "billing"],
  queryFn: () => read(api.me.billing.$get()),
});

/** Invoices and receipts, newest first, a page at a time. */
export const invoicesQuery = infiniteQueryOptions({
  queryKey: ["me", "invoices"],
  queryFn: ({ pageParam: cursor }) =>
    read(api.me.invoices.$get({ query: { limit: "10", ...(cursor && { cursor }) } })),
  initialPageParam: "",
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/**
 * What a change of plan or seats would cost. It is worked out for a moment, which goes along with the confirmation, so
 * it is not kept for another look.
 */
export const planPreviewQuery = (id: string, wanted: { priceId: string; quantity: number }) =>
  queryOptions({
    queryKey: ["me", "plan-change", id, wanted],
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

/** Leaves for Stripe's page where the card is changed, which comes back here. */
export function useCardUpdate() {
  const update = useMutation({
    mutationFn: () => read(api.me.billing.portal.$post({ json: { flow: "card" } })),
    onSuccess: ({ url }) => location.assign(url),
  });
  useResetOnReturn(update.reset);
  return update;
}
