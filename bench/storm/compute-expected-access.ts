import type Stripe from "stripe";
import type { StripeClient } from "../../worker/stripe/client.ts";
import { defaultPolicy } from "../../worker/access/policy.ts";
import { fromMetadata } from "../../worker/stripe/metadata.ts";
import type { TestShop } from "../../worker/testing/shop.ts";

type WithCustomer = { customer: string | { id: string } | null };

/**
 * Computes who should have access to what, from Stripe's objects alone. Reads none of our rows, and uses only the
 * metadata keys and the grace periods of our code.
 * @param now Unix milliseconds
 * @returns product ids by Stripe customer id; customers without access are omitted
 */
export async function computeExpectedAccess(
  shop: TestShop,
  now: number,
): Promise<Map<string, Set<string>>> {
  const { stripe } = shop.ctx();
  const access = new Map<string, Set<string>>();
  const existingCustomerIds = new Set<string>();
  for await (const { id } of stripe.customers.list({ limit: 100 })) existingCustomerIds.add(id);
  const addAccess = ({ customer }: WithCustomer, metadata: Stripe.Metadata | null) => {
    const { productId } = fromMetadata(metadata);
    const id = typeof customer === "string" ? customer : customer?.id;
    if (!productId || !id || !existingCustomerIds.has(id)) return;
    access.set(id, (access.get(id) ?? new Set()).add(productId));
  };

  const disputedPayments = await listDisputedPayments(stripe);
  const sessions = stripe.checkout.sessions.list({
    status: "complete",
    limit: 100,
    expand: ["data.payment_intent.latest_charge"],
  });
  for await (const session of sessions) {
    if (
      session.mode === "payment" &&
      (await isPaidAndNotRefunded(stripe, session, disputedPayments))
    )
      addAccess(session, session.metadata);
  }
  for await (const subscription of stripe.subscriptions.list({ status: "all", limit: 100 })) {
    if (await isInForce(stripe, subscription, now)) addAccess(subscription, subscription.metadata);
  }
  return access;
}

/** Returns the ids of payment intents with an open or lost dispute. */
async function listDisputedPayments(stripe: StripeClient): Promise<Set<string>> {
  const payments = new Set<string>();
  for await (const { status, payment_intent: payment } of stripe.disputes.list({ limit: 100 })) {
    if (status !== "won" && status !== "warning_closed") payments.add(String(payment));
  }
  return payments;
}

/** Whether a session is paid, not fully refunded, and without an open or lost dispute. */
async function isPaidAndNotRefunded(
  stripe: StripeClient,
  session: Stripe.Checkout.Session,
  disputedPayments: Set<string>,
): Promise<boolean> {
  const payment = session.payment_intent as Stripe.PaymentIntent | null;
  const charge = payment?.latest_charge as Stripe.Charge | null | undefined;
  return (
    session.payment_status !== "unpaid" &&
    !disputedPayments.has(payment?.id ?? "") &&
    !(charge?.refunded && (await isRefunded(stripe, charge)))
  );
}

/** A charge keeps `refunded` when a refund of it fails, so the refunds themselves are asked. */
async function isRefunded(stripe: StripeClient, { id, amount }: Stripe.Charge): Promise<boolean> {
  let refunded = 0;
  for await (const refund of stripe.refunds.list({ charge: id, limit: 100 }))
    if (refund.status !== "failed" && refund.status !== "canceled") refunded += refund.amount;
  return refunded >= amount;
}

async function isInForce(stripe: StripeClient, subscription: Stripe.Subscription, now: number) {
  const { id, status, cancel_at: end, ended_at: ended } = subscription;
  const isBefore = (seconds: number | null | undefined, graceMs = 0) =>
    seconds != null && now < seconds * 1000 + graceMs;
  if (ended !== null || (end !== null && !isBefore(end))) return false;
  if (status === "past_due") {
    // The list is newest first; the grace period starts with the oldest unpaid invoice.
    const unpaid = await stripe.invoices.list({ subscription: id, status: "open", limit: 100 });
    const first = unpaid.data.at(-1)?.status_transitions.finalized_at;
    return isBefore(first, defaultPolicy.pastDueGraceMs);
  }
  const periodEnd = Math.max(...subscription.items.data.map((item) => item.current_period_end));
  return (
    (status === "active" || status === "trialing") &&
    isBefore(periodEnd, defaultPolicy.lapseGraceMs)
  );
}
