import type Stripe from "stripe";
import { defaultPolicy } from "../../worker/access/policy.ts";
import { fromMetadata } from "../../worker/stripe/metadata.ts";
import type { TestShop } from "../../worker/testing/shop.ts";

type Owned = { customer: string | { id: string } | null };

/**
 * Who should have what, said by Stripe's objects alone: no row of ours is read, and of our code only the four names of
 * metadata and the length of the grace periods are used.
 * @param now unix milliseconds
 * @returns Stripe customer → ids of products; nobody is in it who should have nothing
 */
export async function idealAccess(shop: TestShop, now: number): Promise<Map<string, Set<string>>> {
  const { stripe } = shop.ctx();
  const access = new Map<string, Set<string>>();
  const living = new Set<string>();
  for await (const { id } of stripe.customers.list({ limit: 100 })) living.add(id);
  const give = ({ customer }: Owned, metadata: Stripe.Metadata | null) => {
    const { productId } = fromMetadata(metadata);
    const id = typeof customer === "string" ? customer : customer?.id;
    if (!productId || !id || !living.has(id)) return;
    access.set(id, (access.get(id) ?? new Set()).add(productId));
  };

  const suspended = await disputedPayments(stripe);
  const sessions = stripe.checkout.sessions.list({
    status: "complete",
    limit: 100,
    expand: ["data.payment_intent.latest_charge"],
  });
  for await (const session of sessions) {
    if (session.mode === "payment" && isKept(session, suspended)) give(session, session.metadata);
  }
  for await (const subscription of stripe.subscriptions.list({ status: "all", limit: 100 })) {
    if (await isInForce(stripe, subscription, now)) give(subscription, subscription.metadata);
  }
  return access;
}

/** Payments with a dispute that is open or lost. */
async function disputedPayments(stripe: Stripe): Promise<Set<string>> {
  const payments = new Set<string>();
  for await (const { status, payment_intent: payment } of stripe.disputes.list({ limit: 100 })) {
    if (status !== "won" && status !== "warning_closed") payments.add(String(payment));
  }
  return payments;
}

/** Paid, and not given back in full. */
function isKept(session: Stripe.Checkout.Session, suspended: Set<string>): boolean {
  const payment = session.payment_intent as Stripe.PaymentIntent | null;
  const charge = payment?.latest_charge as Stripe.Charge | null | undefined;
  return (
    session.payment_status !== "unpaid" && !charge?.refunded && !suspended.has(payment?.id ?? "")
  );
}

async function isInForce(stripe: Stripe, subscription: Stripe.Subscription, now: number) {
  const { id, status, cancel_at: end, ended_at: ended } = subscription;
  const isBefore = (seconds: number | null | undefined, graceMs = 0) =>
    seconds != null && now < seconds * 1000 + graceMs;
  if (ended !== null || (end !== null && !isBefore(end))) return false;
  if (status === "past_due") {
    // Newest first: grace runs from the oldest that is unpaid.
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
