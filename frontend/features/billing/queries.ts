import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";

type Billing = InferResponseType<typeof api.me.billing.$get>;
export type Subscription = Billing["subscriptions"][number];
export type Order = Billing["orders"][number];

export const billingQuery = queryOptions({
  queryKey: ["me", "billing"],
  queryFn: () => read(api.me.billing.$get()),
});

/** Schedules the end of a subscription with the period that is paid for, or takes it back. */
export function useCancellation(id: string) {
  return useMutation({
    mutationFn: (change: "cancel" | "keep") => {
      const { cancellation } = api.me.subscriptions[":id"];
      const args = { param: { id } };
      return read(change === "cancel" ? cancellation.$post(args) : cancellation.$delete(args));
    },
    onSuccess: async (billing, _change, _result, { client }) => {
      client.setQueryData(billingQuery.queryKey, billing);
      await client.invalidateQueries({ queryKey: ["me", "library"] });
    },
  });
}

/**
 * When the period of a subscription ends, in unix milliseconds; undefined while it is not known. Access itself is given
 * a day longer, so its own end is not the day that money moves.
 */
export function usePeriodEnd(subscriptionId: string | null) {
  const billing = useQuery({ ...billingQuery, enabled: subscriptionId !== null });
  return (
    billing.data?.subscriptions.find(({ id }) => id === subscriptionId)?.currentPeriodEnd ??
    undefined
  );
}
