import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId, randomText } from "../protocol/ids.ts";

/** Builds a customer with default values. */
export function buildCustomer(account: Account): Stripe.Customer {
  return {
    id: newId("customer"),
    object: "customer",
    address: null,
    balance: 0,
    created: account.clock.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: account.clock.testClock(),
  };
}
