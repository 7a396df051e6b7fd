import type Stripe from "stripe";

const PAGE = 100;

/**
 * A subscription with what Stripe's lists leave out of it: every item, and, where it is past due, since when something
 * is unpaid (unix seconds).
 */
export type WholeSubscription = Stripe.Subscription & { unpaidSince: number | null };

/** Completes them by further calls where it takes any: for more than ten items, and for what is past due. */
export function completeSubscriptions(
  stripe: Stripe,
  subscriptions: Stripe.Subscription[],
): Promise<WholeSubscription[]> {
  return Promise.all(
    subscriptions.map(async (subscription) => {
      const { id, items, status } = subscription;
      return {
        ...subscription,
        items: items.has_more ? await allItems(stripe, id, items) : items,
        unpaidSince: status === "past_due" ? await findUnpaidSince(stripe, id) : null,
      };
    }),
  );
}

async function allItems(
  stripe: Stripe,
  subscription: string,
  shown: Stripe.Subscription["items"],
): Promise<Stripe.Subscription["items"]> {
  const data: Stripe.SubscriptionItem[] = [];
  for await (const item of stripe.subscriptionItems.list({ subscription, limit: PAGE }))
    data.push(item);
  return { ...shown, data, has_more: false };
}

/** The oldest: a later renewal that fails too does not begin the grace anew. */
async function findUnpaidSince(stripe: Stripe, subscription: string): Promise<number | null> {
  let since: number | null = null;
  for await (const { created, status_transitions: times } of stripe.invoices.list({
    subscription,
    status: "open",
    limit: PAGE,
  })) {
    const at = times.finalized_at ?? created;
    since = Math.min(since ?? at, at);
  }
  return since;
}
