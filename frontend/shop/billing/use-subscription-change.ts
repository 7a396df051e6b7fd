import { useMutation, type QueryClient } from "@tanstack/react-query";
import { api, read } from "../../http/client.ts";
import { billingQuery, invoicesQuery, type Billing, type Subscription } from "./queries.ts";

const { cancellation, end, pause, "plan-change": planChange } = api.me.subscriptions[":id"];

type Args = { param: { id: string } };

/** What can be done to a subscription with one word, and how one sees that it has been done. */
const changes = {
  cancel: {
    send: (args: Args) => read(cancellation.$post(args)),
    shows: ({ cancelAt }: Subscription) => cancelAt !== null,
  },
  keep: {
    send: (args: Args) => read(cancellation.$delete(args)),
    shows: ({ cancelAt }: Subscription) => cancelAt === null,
  },
  end: {
    send: (args: Args) => read(end.$post(args)),
    shows: ({ next }: Subscription) => next.kind === "ended",
  },
  pause: {
    send: (args: Args) => read(pause.$post(args)),
    shows: ({ next }: Subscription) => next.kind === "paused",
  },
  resume: {
    send: (args: Args) => read(pause.$delete(args)),
    shows: ({ next }: Subscription) => next.kind !== "paused",
  },
};

export type Change = keyof typeof changes;

/** Changes a subscription. It is busy until billing shows the change. */
export function useChange(id: string) {
  return useMutation({
    mutationFn: async (change: Change) => {
      const { send, shows } = changes[change];
      return waitFor(await send({ param: { id } }), id, shows);
    },
    onSuccess: (billing, _change, _result, { client }) => show(client, billing),
  });
}

/** A plan with its price's seats, at the time that the preview worked out the amounts for. */
export type NewPlan = { priceId: string; quantity: number; prorationDate: number };

/** Changes the plan or the seats, charging what the preview said. */
export function usePlanChange(id: string) {
  return useMutation({
    mutationFn: async (plan: NewPlan) => {
      const billing = await read(planChange.$post({ param: { id }, json: plan }));
      return waitFor(
        billing,
        id,
        (now) => now.plan?.priceId === plan.priceId && now.price?.quantity === plan.quantity,
      );
    },
    onSuccess: (billing, _plan, _result, { client }) => show(client, billing),
    // A change that was not paid for waits in billing, with the page to pay it at.
    onError: (_error, _plan, _result, { client }) =>
      client.invalidateQueries({ queryKey: billingQuery.queryKey }),
  });
}

/** Where a webhook's sync is at work at the same moment, the answer can be older than the change. */
async function waitFor(
  answer: Billing,
  id: string,
  shows: (subscription: Subscription) => boolean,
): Promise<Billing> {
  let billing = answer;
  for (const delayMs of [500, 1000, 2000]) {
    const subscription = billing.subscriptions.find((one) => one.id === id);
    if (!subscription || shows(subscription)) break;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    billing = await read(api.me.billing.$get());
  }
  return billing;
}

function show(client: QueryClient, billing: Billing) {
  client.setQueryData(billingQuery.queryKey, billing);
  void client.invalidateQueries({ queryKey: ["me", "library"] });
  void client.invalidateQueries({ queryKey: invoicesQuery.queryKey });
}
