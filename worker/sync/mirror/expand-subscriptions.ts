import type Stripe from "stripe";

const PAGE_SIZE = 100;

/**
 * A subscription with all of its items and, if past due, since when an invoice has been unpaid (Unix seconds). Stripe's
 * lists don't include either.
 */
export type ExpandedSubscription = Stripe.Subscription & { unpaidSince: number | null };

/**
 * Adds what Stripe's lists omit. Takes further requests only for subscriptions with more than ten items or past due.
 */
export function expandSubscriptions(
  stripe: Stripe,
  subscriptions: Stripe.Subscription[],
): Promise<ExpandedSubscription[]> {
  return Promise.all(
    subscriptions.map(async (subscription) => {
      const { id, items, status } = subscription;
      return {
        ...subscription,
        items: items.has_more ? await listAllItems(stripe, id, items) : items,
        unpaidSince: status === "past_due" ? await findUnpaidSince(stripe, id) : null,
      };
    }),
  );
}

async function listAllItems(
  stripe: Stripe,
  subscription: string,
  firstPage: Stripe.Subscription["items"],
): Promise<Stripe.Subscription["items"]> {
  const data: Stripe.SubscriptionItem[] = [];
  for await (const item of stripe.subscriptionItems.list({ subscription, limit: PAGE_SIZE }))
    data.push(item);
  return { ...firstPage, data, has_more: false };
}

/** Returns the time of the oldest open invoice, so another failed renewal doesn't restart the grace period. */
async function findUnpaidSince(stripe: Stripe, subscription: string): Promise<number | null> {
  let since: number | null = null;
  for await (const { created, status_transitions: times } of stripe.invoices.list({
    subscription,
    status: "open",
    limit: PAGE_SIZE,
  })) {
    const at = times.finalized_at ?? created;
    since = Math.min(since ?? at, at);
  }
  return since;
}
