import type Stripe from "stripe";
import type { PaidSession } from "../orders/mirror-orders.ts";

const PAGE = 100;

/** All that Stripe knows of a customer that decides access; of a deleted one there is nothing more to know. */
export type FetchedCustomer =
  | { deleted: true }
  | { deleted: false; sessions: PaidSession[]; subscriptions: Stripe.Subscription[] };

/**
 * Refetches a customer: every page of subscriptions in any status, every Checkout session, disputes where a charge had
 * one. What an event's payload said is not used.
 */
export async function fetchCustomer(
  stripe: Stripe,
  stripeCustomerId: string,
): Promise<FetchedCustomer> {
  const customer = await stripe.customers.retrieve(stripeCustomerId);
  if (customer.deleted) return { deleted: true };
  const [subscriptions, sessions] = await Promise.all([
    collect(
      stripe.subscriptions.list({
        customer: stripeCustomerId,
        status: "all",
        limit: PAGE,
        expand: ["data.latest_invoice"],
      }),
    ),
    collect(
      stripe.checkout.sessions.list({
        customer: stripeCustomerId,
        limit: PAGE,
        expand: ["data.payment_intent.latest_charge", "data.line_items"],
      }),
    ),
  ]);
  return {
    deleted: false,
    subscriptions,
    sessions: await Promise.all(sessions.map((session) => withDisputes(stripe, session))),
  };
}

async function withDisputes(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
): Promise<PaidSession> {
  const payment = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const charge = typeof payment?.latest_charge === "object" ? payment.latest_charge : null;
  if (!payment || !charge?.disputed) return { session, disputes: [] };
  const disputes = await collect(stripe.disputes.list({ payment_intent: payment.id, limit: PAGE }));
  return { session, disputes };
}

async function collect<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}
