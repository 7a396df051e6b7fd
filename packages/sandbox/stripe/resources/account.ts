import type Stripe from "stripe";
import { endpoint, type Feature } from "../feature.ts";
import { noParams } from "../protocol/params.ts";

/** `accounts.retrieveCurrent`: the account of the API key. */
export const account: Feature = {
  endpoints: [
    endpoint("GET", "/v1/account", noParams, ({ id }): Stripe.Account => ({
      id,
      object: "account",
      business_profile: null,
      business_type: null,
      capabilities: { card_payments: "active", sepa_debit_payments: "active", transfers: "active" },
      charges_enabled: true,
      country: "US",
      default_currency: "usd",
      details_submitted: true,
      email: "sandbox@example.com",
      metadata: {},
      payouts_enabled: true,
      type: "standard",
    })),
  ],
};
