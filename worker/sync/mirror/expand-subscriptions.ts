import type Stripe from "stripe";
import type { StripeClient } from "../../stripe/client.ts";
import { collectAll } from "../../stripe/references.ts";
import { createDiscountReader, type LastingDiscounts } from "./lasting-discounts.ts";

const PAGE_SIZE = 100;

/** What a list of subscriptions must expand before `expandSubscriptions`. */
export const SUBSCRIPTION_EXPANSIONS = [
  "data.latest_invoice.payments",
  "data.discounts.source.coupon",
  "data.items.data.discounts",
];

/**
 * A subscription with all of its items, its lasting discounts and, if past due, since when an invoice has been unpaid
 * (Unix seconds). Stripe's lists don't include them.
 */
export type ExpandedSubscription = Stripe.Subscription & {
  unpaidSince: number | null;
  lastingDiscounts: LastingDiscounts;
};

/**
 * Adds what Stripe's lists omit. Takes further requests only for subscriptions with more than ten items, with a
 * discount or past due.
 * @param now unix seconds
 */
export function expandSubscriptions(
  stripe: StripeClient,
  subscriptions: Stripe.Subscription[],
  now: number,
): Promise<ExpandedSubscription[]> {
  const readDiscounts = createDiscountReader(stripe, now);
  return Promise.all(
    subscriptions.map(async (subscription) => {
      const { id, items, status } = subscription;
      const allItems = items.has_more ? await listAllItems(stripe, id, items) : items;
      return {
        ...subscription,
        items: allItems,
        lastingDiscounts: await readDiscounts({ ...subscription, items: allItems }),
        unpaidSince: status === "past_due" ? await findUnpaidSince(stripe, id) : null,
      };
    }),
  );
}

async function listAllItems(
  stripe: StripeClient,
  subscription: string,
  firstPage: Stripe.Subscription["items"],
): Promise<Stripe.Subscription["items"]> {
  const params = { subscription, limit: PAGE_SIZE, expand: ["data.discounts"] };
  const data = await collectAll(stripe.subscriptionItems.list(params));
  return { ...firstPage, data, has_more: false };
}

/** Returns the time of the oldest open invoice, so another failed renewal doesn't restart the grace period. */
async function findUnpaidSince(stripe: StripeClient, subscription: string): Promise<number | null> {
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
