import { useMutation, type QueryClient } from "@tanstack/react-query";
import type { InferRequestType } from "hono/client";
import { api, read } from "../../http/client.ts";
import { queryKeys } from "../../http/query-keys.ts";
import { billingQuery, invoicesQuery, type Billing, type Subscription } from "./queries.ts";

const { cancellation, end, offer, pause, "plan-change": planChange } = api.me.subscriptions[":id"];

/** The reason of a cancellation. Both are optional. */
export type CancellationReason = InferRequestType<typeof cancellation.$post>["json"];

type Args = { param: { id: string }; json: CancellationReason };

/** The changes of a subscription but its plan. `isApplied` checks whether a subscription reflects the change. */
const changes = {
  cancel: {
    send: (args: Args) => read(cancellation.$post(args)),
    isApplied: ({ cancelAt }: Subscription) => cancelAt !== null,
  },
  keep: {
    send: ({ param }: Args) => read(cancellation.$delete({ param })),
    isApplied: ({ cancelAt }: Subscription) => cancelAt === null,
  },
  end: {
    send: (args: Args) => read(end.$post(args)),
    isApplied: ({ next }: Subscription) => next.kind === "ended",
  },
  take_offer: {
    send: ({ param }: Args) => read(offer.acceptance.$post({ param })),
    // A discount is not a part of what billing shows.
    isApplied: () => true,
  },
  pause: {
    send: ({ param }: Args) => read(pause.$post({ param })),
    isApplied: ({ next }: Subscription) => next.kind === "paused",
  },
  resume: {
    send: ({ param }: Args) => read(pause.$delete({ param })),
    isApplied: ({ next }: Subscription) => next.kind !== "paused",
  },
};

export type SubscriptionChange = keyof typeof changes;

/** `reason` is sent only with `cancel` and `end`. */
type RequestedChange = { change: SubscriptionChange; reason?: CancellationReason | undefined };

/** Changes a subscription. Stays busy until billing shows the change. */
export function useSubscriptionChange(id: string) {
  return useMutation({
    mutationFn: async ({ change, reason = {} }: RequestedChange) => {
      const { send, isApplied } = changes[change];
      return waitUntilApplied(await send({ param: { id }, json: reason }), id, isApplied);
    },
    onSuccess: (billing, _change, _result, { client }) => updateCaches(client, billing),
    // If resuming failed, billing shows the open invoice with a link to pay.
    onError: (_error, _change, _result, { client }) =>
      client.invalidateQueries({ queryKey: billingQuery.queryKey }),
  });
}

/** Records that the subscriber sees the win-back offer, which is made once. */
export const recordOfferShown = (id: string) => read(offer.$post({ param: { id } }));

/**
 * A plan with its seats. `prorationDate` is the time for which the preview calculated the amounts, `takeSeats` the seats
 * and invitations that end.
 */
export type NewPlan = {
  priceId: string;
  quantity: number;
  prorationDate: number;
  takeSeats: string[];
};

/** Changes the plan or the seats, and charges the previewed amount. */
export function usePlanChange(id: string) {
  return useMutation({
    mutationFn: async (plan: NewPlan) => {
      const billing = await read(planChange.$post({ param: { id }, json: plan }));
      return waitUntilApplied(
        billing,
        id,
        (subscription) =>
          subscription.plan?.priceId === plan.priceId &&
          subscription.price?.quantity === plan.quantity,
      );
    },
    onSuccess: (billing, _plan, _result, { client }) => {
      updateCaches(client, billing);
      void client.invalidateQueries({ queryKey: queryKeys.seats(id) });
    },
    // If the payment failed, the change is pending; billing shows it with a link to pay.
    onError: (_error, _plan, _result, { client }) =>
      client.invalidateQueries({ queryKey: billingQuery.queryKey }),
  });
}

/** Polls billing until it shows the change: during a concurrent webhook sync, the response can be stale. */
async function waitUntilApplied(
  response: Billing,
  id: string,
  isApplied: (subscription: Subscription) => boolean,
): Promise<Billing> {
  let billing = response;
  for (const delayMs of [500, 1000, 2000]) {
    const subscription = billing.subscriptions.find((subscription) => subscription.id === id);
    if (!subscription || isApplied(subscription)) break;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    billing = await read(api.me.billing.$get());
  }
  return billing;
}

/** Shows this billing, and reloads what depends on it. */
export function updateCaches(client: QueryClient, billing: Billing) {
  client.setQueryData(billingQuery.queryKey, billing);
  void client.invalidateQueries({ queryKey: queryKeys.library });
  void client.invalidateQueries({ queryKey: invoicesQuery.queryKey });
}
