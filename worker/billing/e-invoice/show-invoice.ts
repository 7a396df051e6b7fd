import type Stripe from "stripe";
import { fromStripeTime } from "../../lib/time.ts";
import { canBeEInvoice, type EInvoiceSeller } from "./to-document.ts";

/**
 * Returns what the team sees of an invoice. Amounts are in minor units, times in unix milliseconds. The URLs expire, so
 * they are fetched each time.
 * @param sale.seller null while the shop offers no e-invoices
 */
export function showInvoice(
  invoice: Stripe.Invoice,
  { seller, soldByLink }: { seller: EInvoiceSeller | null; soldByLink: boolean },
) {
  return {
    id: invoice.id,
    /** The number printed on the invoice. */
    number: invoice.number,
    status: invoice.status as string | null,
    createdAt: fromStripeTime(invoice.created) ?? 0,
    totalMinor: invoice.total,
    currency: invoice.currency,
    hasEInvoice: seller !== null && !soldByLink && canBeEInvoice(invoice, seller),
    hostedUrl: invoice.hosted_invoice_url ?? null,
  };
}
