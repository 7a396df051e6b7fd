import type Stripe from "stripe";
import type { StripeClient } from "../../stripe/client.ts";
import type { SubscriptionRow } from "../../purchases/subscriptions/store.ts";
import { findPaymentIntentId } from "../../stripe/invoice-payments.ts";
import { closedAt, isSettled } from "../../stripe/settled-invoices.ts";
import { collectAll } from "../../stripe/references.ts";
import { createDiscountReader, type LastingDiscounts } from "./lasting-discounts.ts";

const PAGE_SIZE = 100;

/** What a list of subscriptions must expand before `expandSubscriptions`. */
export const SUBSCRIPTION_EXPANSIONS = [
  "data.latest_invoice.payments",
  "data.discounts.source.coupon",
  "data.items.data.discounts",
];

/** What is owed for a subscription. Times in Unix seconds. */
type Debts = {
  unpaidSince: number | null;
  writtenOffAt: number | null;
  paymentNeeds: SubscriptionRow["paymentNeeds"];
};

const noDebts: Debts = { unpaidSince: null, writtenOffAt: null, paymentNeeds: null };

/**
 * A subscription with all of its items, its lasting discounts and what is owed for it. Stripe's lists don't include
 * them.
 */
export type ExpandedSubscription = Stripe.Subscription &
  Debts & { lastingDiscounts: LastingDiscounts };

/**
 * Adds what Stripe's lists omit. Takes further requests only for subscriptions with more than ten items, with a
 * discount, past due, or whose latest invoice is not paid yet.
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
 * Returns since when an invoice is overdue, counted from the oldest unpaid one, so that another failed renewal doesn't
 * restart the grace period; when an invoice was written off since the last paid one; and what the newest open one
 * needs. One request if the latest invoice is not paid, and none otherwise.
 */
async function findDebts(
  stripe: StripeClient,
  { id: subscription, status, latest_invoice: latest }: Stripe.Subscription,
): Promise<Debts> {
  const isPastDue = status === "past_due";
  const invoice = typeof latest === "object" ? latest : null;
  const isUnpaid = invoice !== null && invoice.status !== "void" && !isSettled(invoice);
  if (!isPastDue && !(status === "active" && isUnpaid)) return noDebts;
  const newestFirst = await collectAll(
    stripe.invoices.list({ subscription, limit: PAGE_SIZE, expand: ["data.payments"] }),
  );
  const settled = newestFirst.findIndex(isSettled);
  const writtenOff = newestFirst
    .slice(0, settled === -1 ? undefined : settled)
    .filter((invoice) => invoice.status === "uncollectible");
  const open = isPastDue ? newestFirst.filter((invoice) => invoice.status === "open") : [];
  return {
    unpaidSince: earliest([...open, ...writtenOff].map(overdueSince)),
    writtenOffAt: earliest(writtenOff.map(closedAt)),
    paymentNeeds: await findPaymentNeeds(stripe, open[0]),
  };
}

const earliest = (times: number[]) => (times.length === 0 ? null : Math.min(...times));

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
