import type Stripe from "stripe";
import type { Ctx } from "../context.ts";
import { logEvent, summarizeError } from "../lib/log.ts";
import { fromStripeTime, SECOND } from "../lib/time.ts";
import { hasEnded } from "../purchases/subscriptions/statuses.ts";
import type { SubscriptionRow } from "../purchases/subscriptions/store.ts";
import { findInvoiceToPay } from "../stripe/find-invoice-to-pay.ts";
import { nextStepOf } from "./next-step.ts";

/** A subscription's payment method. Only cards have a brand and an expiry. */
export type PaymentMethod = {
  type: string;
  brand: string | null;
  last4: string | null;
  expMonth: number | null;
  expYear: number | null;
};

/**
 * Details that only Stripe has: fetched each time and never stored. Null means that there is none, or that Stripe did
 * not answer.
 */
export type StripeBillingDetails = {
  paymentMethod: PaymentMethod | null;
  /** The unpaid invoice, and Stripe's page where it can be paid with any card. */
  openInvoice: { url: string | null; amountMinor: number; nextAttemptAt: number | null } | null;
  /** A plan change that is not paid yet. It takes effect when `openInvoice` is paid, and is dropped at this time. */
  pendingChangeUntil: number | null;
  nextChargeMinor: number | null;
  /** What Stripe would refuse, because of how the seller made or changed the subscription in its dashboard. */
  refusedActions: ("keep" | "change_plan" | "pause_service")[];
};

export const noBillingDetails: StripeBillingDetails = {
  paymentMethod: null,
  openInvoice: null,
  pendingChangeUntil: null,
  nextChargeMinor: null,
  refusedActions: [],
};

/** A page waits for this request, so it shows without these details rather than late. */
export const shortTimeout = { timeout: 4 * SECOND, maxNetworkRetries: 0 };

/**
 * Fetches the details. Those that Stripe does not return in time are left out and logged.
 * @param renewalItems what the next renewal charges, if it is the first with a new price
 */
export async function fetchBillingDetails(
  ctx: Ctx,
  sub: SubscriptionRow,
  renewalItems?: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails.Item[],
): Promise<StripeBillingDetails> {
  if (hasEnded(sub)) return noBillingDetails;
  const { kind } = nextStepOf(sub);
  const isCharged = kind === "renews" || kind === "trial_ends";
  const [subscription, upcoming] = await Promise.all([
    nullOnError(
      ctx.stripe.subscriptions.retrieve(
        sub.stripeSubscriptionId,
        {
          expand: [
            "default_payment_method",
            "customer.invoice_settings.default_payment_method",
            "latest_invoice",
          ],
        },
        shortTimeout,
      ),
    ),
    isCharged
      ? nullOnError(
          ctx.stripe.invoices.createPreview(
            {
              subscription: sub.stripeSubscriptionId,
              ...(renewalItems && {
                subscription_details: { items: renewalItems, proration_behavior: "none" },
              }),
            },
            shortTimeout,
          ),
        )
      : null,
  ]);
  if (!subscription) return noBillingDetails;
  const isWrittenOff = sub.writtenOffAt !== null;
  const open = await nullOnError(
    findInvoiceToPay(ctx.stripe, subscription, { isWrittenOff }, shortTimeout),
  );
  return {
    paymentMethod: findDefaultPaymentMethod(subscription),
    openInvoice: open && {
      url: open.hosted_invoice_url ?? null,
      amountMinor: open.amount_remaining,
      nextAttemptAt: fromStripeTime(open.next_payment_attempt),
    },
    pendingChangeUntil: fromStripeTime(subscription.pending_update?.expires_at),
    nextChargeMinor: upcoming?.amount_due ?? null,
    refusedActions: listRefusedActions(subscription),
  };
}

/**
 * A schedule forbids to keep what it ends, and overrides a change of plan. Nothing can be charged for one at once where
 * invoices are emailed. `cancel` is never refused: it ends the schedule first.
 */
function listRefusedActions({
  schedule,
  billing_mode: mode,
  collection_method: collection,
}: Stripe.Subscription): StripeBillingDetails["refusedActions"] {
  const isScheduled = schedule !== null;
  return [
    ...(isScheduled ? (["keep"] as const) : []),
    ...(isScheduled || collection === "send_invoice" ? (["change_plan"] as const) : []),
    ...(isScheduled || mode.type === "classic" ? (["pause_service"] as const) : []),
  ];
}

function findDefaultPaymentMethod(subscription: Stripe.Subscription): PaymentMethod | null {
  const { customer } = subscription;
  const customerDefault =
    typeof customer === "object" && !customer.deleted
      ? customer.invoice_settings.default_payment_method
      : null;
  return toPaymentMethod(subscription.default_payment_method ?? customerDefault);
}

/** Converts Stripe's payment method. Returns null if there is none or it wasn't expanded. */
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

/** Returns Stripe's answer, or logs the error and returns null. */
export async function nullOnError<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    logEvent("info", "billing.not_told", { error: summarizeError(error) });
    return null;
  }
}
