import type Stripe from "stripe";
import type { StripeClient } from "../../stripe/client.ts";
import { expandedInvoice, findCharge, type PaidSession } from "../mirror/mirror-orders.ts";
import {
  expandSubscriptions,
  SUBSCRIPTION_EXPANSIONS,
  type ExpandedSubscription,
} from "../mirror/expand-subscriptions.ts";
import { findPaymentIntentId } from "../../stripe/invoice-payments.ts";
import { isResourceMissing } from "../../stripe/classify-error.ts";
import { completeRefunds, refundMovements } from "../../stripe/refunds.ts";
import { findRefundedEndings } from "./end-refunded-subscriptions.ts";
import { findSubscriptionOfPayment } from "../mirror/find-subscription-of-payment.ts";
import { collectAll, idOf } from "../../stripe/references.ts";

const PAGE_SIZE = 100;

/** What is expanded in lists of charges: the refunds, the balance transaction, and the review. */
export const chargeFields = [
  "data.balance_transaction",
  "data.review",
  ...refundMovements.map((field) => `data.refunds.data.${field}`),
];

/** Everything at Stripe that decides a customer's access. There is nothing to fetch for a deleted customer. */
export type FetchedStripeCustomer =
  | { deleted: true }
  | {
      deleted: false;
      /** What Stripe charges for subscriptions that have no payment method of their own. */
      defaultPaymentMethodId: string | null;
      /** The completed ones. */
      sessions: PaidSession[];
      subscriptions: ExpandedSubscription[];
      /** With all their refunds, reviews and balance transactions. */
      charges: Stripe.Charge[];
      /** Stripe's ids of the subscriptions to end now, since they were ending and their last payment was refunded. */
      refundedEndings: string[];
      /** By payment intent, newest first. */
      disputes: ReadonlyMap<string, Stripe.Dispute[]>;
      /** Those that were asked for. */
      warnings: Stripe.Radar.EarlyFraudWarning[];
      /** The disputes of all payments of each subscription, by Stripe's id of the subscription, newest first. */
      subscriptionDisputes: ReadonlyMap<string, Stripe.Dispute[]>;
    };

export type ExistingStripeCustomer = Extract<FetchedStripeCustomer, { deleted: false }>;

/**
 * Refetches a customer: all subscriptions in any status with all their items, all completed Checkout Sessions, all
 * charges, and the disputes of disputed charges. Event payloads are not used. Open and expired sessions give no access
 * and are left out, since anyone can make many of them.
 * @param now in Unix seconds
 * @returns null if this account doesn't know the customer
 * @param warnedCharges charges whose early fraud warnings to fetch; Stripe can't list those of a customer
 */
export async function fetchStripeCustomer(
  stripe: StripeClient,
  stripeCustomerId: string,
  now: number,
  warnedCharges: string[] | Promise<string[]> = [],
): Promise<FetchedStripeCustomer | null> {
  const lists = Promise.all([
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
        expand: [
          "data.payment_intent.latest_charge.refunds",
          "data.line_items",
          "data.invoice.payments",
        ],
      }),
    ),
    // A single request for customers with up to 100 charges.
    collectAll(
      stripe.charges.list({ customer: stripeCustomerId, limit: PAGE_SIZE, expand: chargeFields }),
    ).then((found) => completeRefunds(stripe, found)),
    Promise.resolve(warnedCharges)
      .then((charges) =>
        Promise.all(
          charges.map((charge) =>
            collectAll(stripe.radar.earlyFraudWarnings.list({ charge, limit: PAGE_SIZE })),
          ),
        ),
      )
      .then((found) => found.flat()),
  ]);
  // Asked for beside the customer. If Stripe doesn't know it, what it says to the lists doesn't matter.
  lists.catch(() => undefined);
  const customer = await stripe.customers.retrieve(stripeCustomerId).catch((error: unknown) => {
    if (isResourceMissing(error)) return null;
    throw error;
  });
  if (customer === null) return null;
  if (customer.deleted) return { deleted: true };
  const [subscriptions, sessions, charges, warnings] = await lists;
  const sessionCharges = sessions.flatMap((session) => findCharge(session) ?? []);
  const disputes = await fetchDisputes(stripe, [...charges, ...sessionCharges]);
  const orderIntents = new Set(sessionCharges.map(paymentIntentIdOf));
  return {
    deleted: false,
    defaultPaymentMethodId: idOf(customer.invoice_settings.default_payment_method),
    subscriptions,
    charges,
    refundedEndings: findRefundedEndings(subscriptions, charges),
    disputes,
    warnings,
    subscriptionDisputes: await groupBySubscription(
      stripe,
      new Map([...disputes].filter(([intent]) => !orderIntents.has(intent))),
    ),
    sessions: (await completeSessions(stripe, sessions)).map((session) => {
      const charge = findCharge(session) ?? findInvoiceCharge(session, charges);
      return { session, charge, disputes: disputes.get(paymentIntentIdOf(charge) ?? "") ?? [] };
    }),
  };
}

/** Completes the refunds of the payments of sessions. */
export async function completeSessions(
  stripe: StripeClient,
  sessions: Stripe.Checkout.Session[],
): Promise<Stripe.Checkout.Session[]> {
  const charges = await completeRefunds(
    stripe,
    sessions.flatMap((session) => findCharge(session) ?? []),
  );
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  return sessions.map((session) => {
    const charge = byId.get(findCharge(session)?.id ?? "");
    const { payment_intent: intent } = session;
    return charge && typeof intent === "object" && intent !== null
      ? { ...session, payment_intent: { ...intent, latest_charge: charge } }
      : session;
  });
}

/** Groups the disputes by subscription. One request for each disputed payment, so usually none. */
async function groupBySubscription(
  stripe: StripeClient,
  disputesOfIntent: ReadonlyMap<string, Stripe.Dispute[]>,
): Promise<Map<string, Stripe.Dispute[]>> {
  const found = await Promise.all(
    [...disputesOfIntent].map(async ([intent, disputes]) => ({
      subscription: await findSubscriptionOfPayment(stripe, intent),
      disputes,
    })),
  );
  const groups = new Map<string, Stripe.Dispute[]>();
  for (const { subscription, disputes } of found) {
    if (subscription === null) continue;
    const group = [...(groups.get(subscription) ?? []), ...disputes];
    groups.set(
      subscription,
      group.toSorted((a, b) => b.created - a.created),
    );
  }
  return groups;
}

/** Returns the disputes of the disputed charges, by payment intent. */
async function fetchDisputes(
  stripe: StripeClient,
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

/** Returns the charge that paid for the first invoice of a session's subscription, or the latest that tried to. */
function findInvoiceCharge(
  session: Stripe.Checkout.Session,
  charges: Stripe.Charge[],
): Stripe.Charge | null {
  const invoice = expandedInvoice(session);
  const intent = session.mode === "subscription" && invoice && findPaymentIntentId(invoice);
  if (!intent) return null;
  const tried = charges.filter((charge) => idOf(charge.payment_intent) === intent);
  return tried.find(({ status }) => status === "succeeded") ?? tried[0] ?? null;
}

function paymentIntentIdOf(charge: Stripe.Charge | null): string | null {
  return idOf(charge?.payment_intent ?? null);
}
