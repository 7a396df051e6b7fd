import type Stripe from "stripe";
import { address, schemaFor, text } from "../protocol/params.ts";

/** Where goods are sent, as intents and charges take it. */
export const shippingParams = schemaFor<Stripe.PaymentIntentCreateParams.Shipping>()({
  address,
  carrier: text.optional(),
  name: text,
  phone: text.optional(),
  tracking_number: text.optional(),
});

/** Returns it as intents and charges show it. */
export const toShipping = ({
  address: to,
  name,
  carrier = undefined,
  phone = undefined,
  tracking_number = undefined,
}: ReturnType<(typeof shippingParams)["parse"]>): Stripe.PaymentIntent.Shipping => ({
  address: to,
  carrier: carrier ?? null,
  name,
  phone: phone ?? null,
  tracking_number: tracking_number ?? null,
});
