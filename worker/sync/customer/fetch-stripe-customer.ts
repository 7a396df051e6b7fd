import type Stripe from "stripe";
import type { PaidSession } from "../mirror/mirror-orders.ts";
import { completeSubscriptions, type WholeSubscription } from "../mirror/expand-subscriptions.ts";

const PAGE = 100;

/** All that Stripe knows of a customer that decides access; of a deleted one there is nothing more to know. */
export type FetchedCustomer =
  | { deleted: true }
  | {
      deleted: false;
      sessions: PaidSession[];
      subscriptions: WholeSubscription[];
      charges: Stripe.Charge[];
      /** By payment intent, newest first. */
      disputes: ReadonlyMap<string, Stripe.Dispute[]>;
    };

/**
 * Refetches a customer: every page of subscriptions in any status and of their items, every Checkout session, every charge, and disputes
 * where a charge had one. What an event's payload said is not used.
 */
export async function fetchCustomer(
  stripe: Stripe,
  stripeCustomerId: string,
): Promise<FetchedCustomer> {
  const customer = await stripe.customers.retrieve(stripeCustomerId);
  if (customer.deleted) return { deleted: true };
  const [subscriptions, sessions, charges] = await Promise.all([
    collect(
      stripe.subscriptions.list({
        customer: stripeCustomerId,
        status: "all",
        limit: PAGE,
        expand: ["data.latest_invoice.payments"],
      }),
    ).then((found) => completeSubscriptions(stripe, found)),
    collect(
      stripe.checkout.sessions.list({
        customer: stripeCustomerId,
        limit: PAGE,
        expand: ["data.payment_intent.latest_charge.refunds", "data.line_items"],
      }),
    ),
    // One call for whoever has paid up to a hundred times.
    collect(stripe.charges.list({ customer: stripeCustomerId, limit: PAGE })),
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
      disputes: disputes.get(intentOf(latestCharge(session)) ?? "") ?? [],
    })),
  };
}

async function fetchDisputes(
  stripe: Stripe,
  charges: Stripe.Charge[],
): Promise<Map<string, Stripe.Dispute[]>> {
  const intents = charges.flatMap((charge) => (charge.disputed ? (intentOf(charge) ?? []) : []));
  const lists = [...new Set(intents)].map(async (intent) => {
    const disputes = await collect(stripe.disputes.list({ payment_intent: intent, limit: PAGE }));
    return [intent, disputes] as const;
  });
  return new Map(await Promise.all(lists));
}

function latestCharge({ payment_intent: intent }: Stripe.Checkout.Session): Stripe.Charge | null {
  const charge = typeof intent === "object" ? intent?.latest_charge : null;
  return typeof charge === "object" ? (charge ?? null) : null;
}

function intentOf(charge: Stripe.Charge | null): string | null {
  const intent = charge?.payment_intent ?? null;
  return typeof intent === "object" ? (intent?.id ?? null) : intent;
}

async function collect<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}
