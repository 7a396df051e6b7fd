import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { fromStripeTime, SECOND } from "../../lib/time.ts";
import { isOver } from "../../purchases/subscriptions/is-live.ts";
import type { SubscriptionRow } from "../../purchases/subscriptions/store.ts";
import { nextStepOf } from "./next-step.ts";

/** How a subscription is paid for. Cards have a brand and an expiry; other types only what is there. */
export type PaymentMethod = {
  type: string;
  brand: string | null;
  last4: string | null;
  expMonth: number | null;
  expYear: number | null;
};

/** What only Stripe knows, asked for each time and never stored. Null is "nothing", or that Stripe did not say. */
export type FreshFacts = {
  paymentMethod: PaymentMethod | null;
  /** What waits to be paid, and Stripe's page to pay it at, with any card. */
  openInvoice: { url: string | null; amountMinor: number; nextAttemptAt: number | null } | null;
  /** A change of plan that was not paid for: it happens when `openInvoice` is paid, and is forgotten at this time. */
  pendingChangeUntil: number | null;
  nextChargeMinor: number | null;
};

export const nothingKnown: FreshFacts = {
  paymentMethod: null,
  openInvoice: null,
  pendingChangeUntil: null,
  nextChargeMinor: null,
};

/** A page waits for this: better without than late. */
export const patience = { timeout: 4 * SECOND, maxNetworkRetries: 0 };

/** Best effort: what Stripe does not answer in time is left out, and the log says so. */
export async function askStripe(ctx: Ctx, sub: SubscriptionRow): Promise<FreshFacts> {
  if (isOver(sub)) return nothingKnown;
  const { kind } = nextStepOf(sub);
  const isCharged = kind === "renews" || kind === "trial_ends";
  const [subscription, upcoming] = await Promise.all([
    orNull(
      ctx.stripe.subscriptions.retrieve(
        sub.stripeSubscriptionId,
        {
          expand: [
            "default_payment_method",
            "customer.invoice_settings.default_payment_method",
            "latest_invoice",
          ],
        },
        patience,
      ),
    ),
    isCharged
      ? orNull(
          ctx.stripe.invoices.createPreview({ subscription: sub.stripeSubscriptionId }, patience),
        )
      : null,
  ]);
  if (!subscription) return nothingKnown;
  const { latest_invoice: invoice, pending_update: pending } = subscription;
  const open = typeof invoice === "object" && invoice?.status === "open" ? invoice : null;
  return {
    paymentMethod: methodOf(subscription),
    openInvoice: open && {
      url: open.hosted_invoice_url ?? null,
      amountMinor: open.amount_remaining,
      nextAttemptAt: fromStripeTime(open.next_payment_attempt),
    },
    pendingChangeUntil: fromStripeTime(pending?.expires_at),
    nextChargeMinor: upcoming?.amount_due ?? null,
  };
}

function methodOf(subscription: Stripe.Subscription): PaymentMethod | null {
  const { customer } = subscription;
  const ofCustomer =
    typeof customer === "object" && !customer.deleted
      ? customer.invoice_settings.default_payment_method
      : null;
  return toPaymentMethod(subscription.default_payment_method ?? ofCustomer);
}

/** What can be said of a payment method; null where there is none, or it was not expanded. */
export function toPaymentMethod(
  method: Stripe.PaymentMethod | string | null,
): PaymentMethod | null {
  if (method === null || typeof method === "string") return null;
  const { card, sepa_debit: debit, us_bank_account: account } = method;
  return {
    type: method.type,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? debit?.last4 ?? account?.last4 ?? null,
    expMonth: card?.exp_month ?? null,
    expYear: card?.exp_year ?? null,
  };
}

/** What Stripe answers, or null; the log says so. */
export async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    logEvent("info", "billing.not_told", { error: summarizeError(error) });
    return null;
  }
}
