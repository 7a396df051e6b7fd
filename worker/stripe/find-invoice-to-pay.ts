import type Stripe from "stripe";
import type { StripeClient } from "./client.ts";

/**
 * Returns the invoice of a subscription that its user can pay: the latest one or, if that is still a draft for example,
 * the newest that is open.
 * @param subscription with its latest invoice expanded
 */
export async function findInvoiceToPay(
  stripe: StripeClient,
  { id: subscription, latest_invoice: latest }: Stripe.Subscription,
  options: Stripe.RequestOptions,
): Promise<Stripe.Invoice | null> {
  if (typeof latest !== "object" || latest === null || latest.status === "paid") return null;
  if (latest.status === "open") return latest;
  const { data } = await stripe.invoices.list({ subscription, status: "open", limit: 1 }, options);
  return data[0] ?? null;
}
