import type { StripeClient } from "../../stripe/client.ts";
import { idOf } from "../../stripe/references.ts";

/**
 * Returns Stripe's id of the subscription whose invoice this payment intent pays, which is any of its invoices and not
 * only the latest. Null if it pays for no subscription. One request.
 */
export async function findSubscriptionOfPayment(
  stripe: StripeClient,
  paymentIntentId: string,
): Promise<string | null> {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: paymentIntentId },
    expand: ["data.invoice"],
    limit: 1,
  });
  const invoice = data[0]?.invoice;
  if (typeof invoice !== "object" || invoice.deleted) return null;
  return idOf(invoice.parent?.subscription_details?.subscription);
}
