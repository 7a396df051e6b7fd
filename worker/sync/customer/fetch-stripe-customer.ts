import type Stripe from "stripe";
import type { PaidSession } from "../mirror/mirror-orders.ts";
import {
  expandSubscriptions,
  SUBSCRIPTION_EXPANSIONS,
  type ExpandedSubscription,
} from "../mirror/expand-subscriptions.ts";

const PAGE_SIZE = 100;

/** Everything at Stripe that decides a customer's access. There is nothing to fetch for a deleted customer. */
export type FetchedStripeCustomer =
  | { deleted: true }
  | {
      deleted: false;
      /** The completed ones. */
      sessions: PaidSession[];
      subscriptions: ExpandedSubscription[];
      charges: Stripe.Charge[];
      /** By payment intent, newest first. */
      disputes: ReadonlyMap<string, Stripe.Dispute[]>;
    };

/**
 * Refetches a customer: all subscriptions in any status with all their items, all completed Checkout Sessions, all
 * charges, and the disputes of disputed charges. Event payloads are not used. Open and expired sessions give no access
 * and are left out, since anyone can make many of them.
 */
export async function fetchStripeCustomer(
  stripe: Stripe,
  stripeCustomerId: string,
  now: number,
): Promise<FetchedStripeCustomer> {
  const customer = await stripe.customers.retrieve(stripeCustomerId);
  if (customer.deleted) return { deleted: true };
  const [subscriptions, sessions, charges] = await Promise.all([
    collectAll(
      stripe.subscriptions.list({
        customer: stripeCustomerId,
        status: "all",
        limit: PAGE_SIZE,
        expand: SUBSCRIPTION_EXPANSIONS,
      }),
    ).then((found) => expandSubscriptions(stripe, found, now)),
    collectAll(
      stripe.checkout.sessions.list({
        customer: stripeCustomerId,
        status: "complete",
        limit: PAGE_SIZE,
        expand: ["data.payment_intent.latest_charge.refunds", "data.line_items"],
      }),
    ),
    // A single request for customers with up to 100 charges.
    collectAll(stripe.charges.list({ customer: stripeCustomerId, limit: PAGE_SIZE })),
  ]);
  const disputes = await fetchDisputes(stripe, [
    ...charges,
    ...sessions.flatMap((session) => latestCharge(session) ?? []),
  ]);
  return {
    deleted: false,
    subscriptions,
    charges,
    disputes,
    sessions: sessions.map((session) => ({
      session,
      disputes: disputes.get(paymentIntentIdOf(latestCharge(session)) ?? "") ?? [],
    })),
  };
}

async function fetchDisputes(
  stripe: Stripe,
  charges: Stripe.Charge[],
): Promise<Map<string, Stripe.Dispute[]>> {
  const intents = charges.flatMap((charge) =>
    charge.disputed ? (paymentIntentIdOf(charge) ?? []) : [],
  );
  const lists = [...new Set(intents)].map(async (intent) => {
    const disputes = await collectAll(
      stripe.disputes.list({ payment_intent: intent, limit: PAGE_SIZE }),
    );
    return [intent, disputes] as const;
  });
  return new Map(await Promise.all(lists));
}

function latestCharge({ payment_intent: intent }: Stripe.Checkout.Session): Stripe.Charge | null {
  const charge = typeof intent === "object" ? intent?.latest_charge : null;
  return typeof charge === "object" ? (charge ?? null) : null;
}

function paymentIntentIdOf(charge: Stripe.Charge | null): string | null {
  const intent = charge?.payment_intent ?? null;
  return typeof intent === "object" ? (intent?.id ?? null) : intent;
}

/** Returns every item of a list at Stripe, from all its pages. */
export async function collectAll<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}
