import type Stripe from "stripe";
import type { StripeClient } from "../../stripe/client.ts";
import type { SubscriptionRow } from "../../purchases/subscriptions/store.ts";
import { findPaymentIntentId } from "../../stripe/invoice-payments.ts";
import { collectAll } from "../../stripe/references.ts";
import { createDiscountReader, type LastingDiscounts } from "./lasting-discounts.ts";

const PAGE_SIZE = 100;

/** What a list of subscriptions must expand before `expandSubscriptions`. */
export const SUBSCRIPTION_EXPANSIONS = [
  "data.latest_invoice.payments",
  "data.discounts.source.coupon",
  "data.items.data.discounts",
];

/** What is owed for a subscription: since when, in Unix seconds, and what the payment needs. */
type Debts = { unpaidSince: number | null; paymentNeeds: SubscriptionRow["paymentNeeds"] };

/**
 * A subscription with all of its items, its lasting discounts and what is owed for it. Stripe's lists don't include
 * them.
 */
export type ExpandedSubscription = Stripe.Subscription &
  Debts & { lastingDiscounts: LastingDiscounts };

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
      const { id, items } = subscription;
      const allItems = items.has_more ? await listAllItems(stripe, id, items) : items;
      return {
        ...subscription,
        items: allItems,
        lastingDiscounts: await readDiscounts({ ...subscription, items: allItems }),
        ...(await findDebts(stripe, subscription)),
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

/**
 * Returns since when an invoice is overdue, counted from the oldest open one, so that another failed renewal doesn't
 * restart the grace period; and what the newest open one needs.
 */
async function findDebts(
  stripe: StripeClient,
  { id: subscription, status }: Stripe.Subscription,
): Promise<Debts> {
  if (status !== "past_due") return { unpaidSince: null, paymentNeeds: null };
  const open = await collectAll(
    stripe.invoices.list({
      subscription,
      status: "open",
      limit: PAGE_SIZE,
      expand: ["data.payments"],
    }),
  );
  return {
    unpaidSince: open.length === 0 ? null : Math.min(...open.map(overdueSince)),
    paymentNeeds: await findPaymentNeeds(stripe, open[0]),
  };
}

/** An emailed invoice is overdue when it is due, any other when it was issued. */
function overdueSince({ created, due_date: due, status_transitions: times }: Stripe.Invoice) {
  return Math.max(times.finalized_at ?? created, due ?? 0);
}

async function findPaymentNeeds(
  stripe: StripeClient,
  invoice: Stripe.Invoice | undefined,
): Promise<Debts["paymentNeeds"]> {
  if (!invoice) return null;
  if (invoice.collection_method === "send_invoice") return "manual_payment";
  const intentId = findPaymentIntentId(invoice);
  if (intentId === null) return null;
  const { status } = await stripe.paymentIntents.retrieve(intentId);
  return status === "requires_action" ? "confirmation" : null;
}
