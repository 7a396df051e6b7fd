import type Stripe from "stripe";

/** Who may use what they pay for, until when. Your app keeps this in its database. */
export type Access = Map<string, { until: number }>;

/** Starts the purchase of a subscription. Returns the page where the customer pays. */
export async function startCheckout(
  stripe: Stripe,
  price: string,
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price, quantity: 1 }],
    success_url: "http://localhost:3000/thanks?session={CHECKOUT_SESSION_ID}",
  });
}

/**
 * Handles a webhook. It can arrive twice, late, or in another order, so it only says that something has changed: what is
 * true now is read from Stripe.
 * @throws Error if the signature is wrong
 */
export async function handleWebhook(
  { stripe, secret, access }: { stripe: Stripe; secret: string; access: Access },
  body: string,
  signature: string,
): Promise<void> {
  const event = await stripe.webhooks.constructEventAsync(body, signature, secret);
  if (
    event.type !== "customer.subscription.created" &&
    event.type !== "customer.subscription.updated"
  )
    return;
  await refreshAccess(stripe, access, event.data.object.id);
}

/** Reads a subscription from Stripe. A job runs this for all of them at night, in case webhooks were lost. */
export async function refreshAccess(stripe: Stripe, access: Access, id: string): Promise<void> {
  const { customer, items, status } = await stripe.subscriptions.retrieve(id);
  const [item] = items.data;
  if (status === "active" && item)
    access.set(customer as string, { until: item.current_period_end });
  else access.delete(customer as string);
}
