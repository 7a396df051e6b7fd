import type Stripe from "stripe";
import { SECOND } from "../../lib/time.ts";
import { toMetadata } from "../../stripe/metadata.ts";
import type { OfferedPrice } from "../../catalog/find-price.ts";
import { MOST_SEATS } from "../../catalog/seats.ts";
import type { TaxSettings } from "../../settings/tax-settings.ts";
import type { CheckoutRow } from "../../purchases/checkout/store.ts";

/**
 * What Stripe is asked for: a pure function of the stored checkout, so that a retry asks for the same.
 * The return address carries our own id; Stripe's session id never travels through the browser.
 */
export function toSessionParams(
  checkout: Pick<
    CheckoutRow,
    "id" | "userId" | "productId" | "priceId" | "quantity" | "trialDays" | "expiresAt"
  >,
  facts: {
    origin: string;
    stripeCustomerId: string;
    price: Pick<OfferedPrice["price"], "stripePriceId" | "type" | "model" | "amountMinor">;
    slug: string;
    tax: TaxSettings;
  },
): Stripe.Checkout.SessionCreateParams {
  const metadata = toMetadata({
    checkoutId: checkout.id,
    userId: checkout.userId,
    productId: checkout.productId,
    priceId: checkout.priceId,
  });
  const { price } = facts;
  const free = price.amountMinor === 0;
  const common = {
    customer: facts.stripeCustomerId,
    client_reference_id: checkout.userId,
    line_items: [
      {
        price: price.stripePriceId,
        quantity: checkout.quantity,
        ...(price.model === "per_seat" && {
          adjustable_quantity: { enabled: true, minimum: 1, maximum: MOST_SEATS },
        }),
      },
    ],
    // Stripe takes no discount off an amount that the buyer chooses, and nothing off nothing.
    ...(price.model !== "pay_what_you_want" && !free && { allow_promotion_codes: true }),
    success_url: `${facts.origin}/checkout/return?checkout=${checkout.id}`,
    cancel_url: `${facts.origin}/p/${facts.slug}`,
    expires_at: Math.floor(checkout.expiresAt / SECOND),
    metadata,
    ...toTaxParams(facts.tax),
  };
  if (price.type === "one_time") {
    return {
      ...common,
      mode: "payment",
      payment_intent_data: { metadata },
      invoice_creation: { enabled: true, invoice_data: { metadata } },
    };
  }
  return {
    ...common,
    mode: "subscription",
    // A free membership asks for no card; a free trial does, since it goes on.
    ...(free && { payment_method_collection: "if_required" as const }),
    subscription_data: {
      metadata,
      ...(checkout.trialDays > 0 && {
        trial_period_days: checkout.trialDays,
        trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
      }),
    },
  };
}

/**
 * What is asked at Stripe's page is kept with the customer: Stripe refuses to compute tax for one whose address may not
 * be kept, and to ask for a tax id of one whose name may not.
 */
function toTaxParams({
  automatic,
  collectTaxIds,
  requireBillingAddress,
}: TaxSettings): Pick<
  Stripe.Checkout.SessionCreateParams,
  "automatic_tax" | "tax_id_collection" | "billing_address_collection" | "customer_update"
> {
  return {
    ...(automatic && { automatic_tax: { enabled: true } }),
    ...(collectTaxIds && { tax_id_collection: { enabled: true } }),
    ...(requireBillingAddress && { billing_address_collection: "required" as const }),
    ...((automatic || collectTaxIds) && {
      customer_update: {
        address: "auto" as const,
        ...(collectTaxIds && { name: "auto" as const }),
      },
    }),
  };
}
