import type Stripe from "stripe";
import { SECOND } from "../../lib/time.ts";
import { toMetadata } from "../../stripe/metadata.ts";
import type { CheckoutRow } from "./store.ts";

/**
 * What Stripe is asked for: a pure function of the stored checkout, so that a retry asks for the same.
 * The return address carries our own id; Stripe's session id never travels through the browser.
 */
export function toSessionParams(
  checkout: Pick<
    CheckoutRow,
    "id" | "userId" | "productId" | "priceId" | "trialDays" | "expiresAt"
  >,
  facts: {
    origin: string;
    stripeCustomerId: string;
    stripePriceId: string;
    recurring: boolean;
    slug: string;
  },
): Stripe.Checkout.SessionCreateParams {
  const metadata = toMetadata({
    checkoutId: checkout.id,
    userId: checkout.userId,
    productId: checkout.productId,
    priceId: checkout.priceId,
  });
  const common = {
    customer: facts.stripeCustomerId,
    client_reference_id: checkout.userId,
    line_items: [{ price: facts.stripePriceId, quantity: 1 }],
    success_url: `${facts.origin}/checkout/return?checkout=${checkout.id}`,
    cancel_url: `${facts.origin}/p/${facts.slug}`,
    expires_at: Math.floor(checkout.expiresAt / SECOND),
    metadata,
  };
  if (!facts.recurring) {
    return {
      ...common,
      mode: "payment",
      payment_intent_data: { metadata },
      invoice_creation: { enabled: true },
    };
  }
  return {
    ...common,
    mode: "subscription",
    subscription_data: {
      metadata,
      ...(checkout.trialDays > 0 && {
        trial_period_days: checkout.trialDays,
        trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
      }),
    },
  };
}
