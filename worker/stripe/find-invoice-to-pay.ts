import type Stripe from "stripe";
import type { StripeClient } from "./client.ts";

/**
 * Returns the invoice of a subscription that its user can pay: the latest one or, if that is still a draft for example,
 * the newest other one. An invoice that was written off can still be paid.
 * @param subscription with its latest invoice expanded
 */
export async function findInvoiceToPay(
  stripe: StripeClient,
  { id: subscription, latest_invoice: latest }: Stripe.Subscription,
  { isWrittenOff }: { isWrittenOff: boolean },
  options: Stripe.RequestOptions,
): Promise<Stripe.Invoice | null> {
  if (typeof latest !== "object" || latest === null || latest.status === "paid") return null;
  const statuses = isWrittenOff ? (["open", "uncollectible"] as const) : (["open"] as const);
  if (statuses.some((status) => status === latest.status)) return latest;
  for (const status of statuses) {
    const { data } = await stripe.invoices.list({ subscription, status, limit: 1 }, options);
    if (data[0]) return data[0];
  }
  return null;
}
