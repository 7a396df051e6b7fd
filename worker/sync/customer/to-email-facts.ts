import type Stripe from "stripe";
import { fromStripeTime } from "../../lib/time.ts";
import type { PaidWith, PlanChangeInvoice } from "../../db/schema/outbox.ts";
import type { InvoiceReason } from "../../email/decide-payment-emails.ts";
import type { ChargeRefund } from "../../email/decide-refund-emails.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { isEffectiveRefund, refundsOf } from "../../stripe/refunds.ts";
import type { ExistingStripeCustomer } from "./fetch-stripe-customer.ts";
import { idOf } from "../../stripe/references.ts";

/** Returns facts about payments, refunds and plan changes for emails that our rows don't have. */
export function toEmailFacts({
  charges,
  subscriptions,
}: Pick<ExistingStripeCustomer, "charges" | "subscriptions">) {
  const chargeOf = new Map(charges.map((charge) => [charge.id, charge]));
  const invoices = new Map(
    subscriptions.map(({ id, latest_invoice: invoice }) => [
      id,
      typeof invoice === "object" ? invoice : null,
    ]),
  );
  return {
    refundsOf(stripeChargeId: string): ChargeRefund[] {
      const charge = chargeOf.get(stripeChargeId);
      return (charge ? refundsOf(charge) : [])
        .filter(isEffectiveRefund)
        .map(({ id, amount: amountMinor, created, metadata }) => ({
          id,
          amountMinor,
          lineIds: fromMetadata(metadata).lineIds?.split(",") ?? [],
          createdAt: fromStripeTime(created) ?? 0,
        }));
    },
    methodOf(stripeChargeId: string): PaidWith | null {
      const method = chargeOf.get(stripeChargeId)?.payment_method_details;
      return method ? toPaidWith(method) : null;
    },
    /** Why Stripe made an invoice; null if it is not the latest one of the subscription. */
    reasonOf(stripeSubscriptionId: string, stripeInvoiceId: string): InvoiceReason | null {
      const invoice = invoices.get(stripeSubscriptionId);
      return invoice?.id === stripeInvoiceId ? toReason(invoice.billing_reason) : null;
    },
    invoiceOf(stripeSubscriptionId: string, stripePriceIds: string[]): PlanChangeInvoice | null {
      const invoice = invoices.get(stripeSubscriptionId);
      return invoice ? toPlanChangeInvoice(invoice, stripePriceIds) : null;
    },
  };
}

function toPaidWith(method: Stripe.Charge.PaymentMethodDetails): PaidWith {
  const { type, card, sepa_debit: debit, us_bank_account: account } = method;
  const last4 = card?.last4 ?? debit?.last4 ?? account?.last4 ?? null;
  return { type, brand: card?.brand ?? null, last4 };
}

function toReason(reason: Stripe.Invoice.BillingReason | null): InvoiceReason {
  if (reason === "subscription_create") return "start";
  return reason === "subscription_cycle" ? "renewal" : "change";
}

/** The latest invoice may be that of an earlier change, so it must be for these prices. */
function toPlanChangeInvoice(
  invoice: Stripe.Invoice,
  stripePriceIds: string[],
): PlanChangeInvoice | null {
  const { billing_reason: reason, status, lines, amount_paid: chargedMinor, total } = invoice;
  const isForPrices = lines.data.some(({ pricing }) =>
    stripePriceIds.includes(idOf(pricing?.price_details?.price) ?? ""),
  );
  if (reason !== "subscription_update" || status !== "paid" || !isForPrices) return null;
  const unused = lines.data.reduce((sum, { amount }) => sum + Math.min(0, amount), 0);
  return {
    stripeInvoiceId: invoice.id,
    chargedMinor,
    creditMinor: Math.max(0, -total),
    unusedMinor: -unused,
    currency: invoice.currency,
  };
}
