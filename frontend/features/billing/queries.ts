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

type Change = "cancel" | "keep";

/** Schedules the end of a subscription with the period that is paid for, or takes it back. */
export function useCancellation(id: string) {
  return useMutation({
    mutationFn: async (change: Change) => {
      const { cancellation } = api.me.subscriptions[":id"];
      const args = { param: { id } };
      const billing = await read(
        change === "cancel" ? cancellation.$post(args) : cancellation.$delete(args),
      );
      return showsChange(billing, id, change) ? billing : readUntilChanged(id, change);
    },
    onSuccess: (billing, _change, _result, { client }) => {
      client.setQueryData(billingQuery.queryKey, billing);
      void client.invalidateQueries({ queryKey: ["me", "library"] });
    },
  });
}

/** Where a webhook's sync is at work at the same moment, the answer can be older than the change. */
async function readUntilChanged(id: string, change: Change): Promise<Billing> {
  for (const delayMs of [500, 1000, 2000]) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const billing = await read(api.me.billing.$get());
    if (showsChange(billing, id, change)) return billing;
  }
  return read(api.me.billing.$get());
}

function showsChange({ subscriptions }: Billing, id: string, change: Change) {
  const subscription = subscriptions.find((one) => one.id === id);
  return !subscription || (subscription.cancelAt !== null) === (change === "cancel");
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
