import type Stripe from "stripe";
import { endpoint, type Feature } from "../feature.ts";
import { noParams } from "../protocol/params.ts";

/** `tax.settings.retrieve`: reports Stripe Tax as active. Without tax registrations, no tax is ever due. */
export const taxSettings: Feature = {
  endpoints: [
    endpoint("GET", "/v1/tax/settings", noParams, (): Stripe.Tax.Settings => ({
      object: "tax.settings",
      defaults: { provider: "stripe", tax_behavior: "exclusive", tax_code: null },
      head_office: {
        address: {
          city: "Portland",
          country: "US",
          line1: "1 Sandbox Street",
          line2: null,
          postal_code: "97201",
          state: "OR",
        },
      },
      livemode: false,
      status: "active",
      status_details: { active: {} },
    })),
  ],
};
