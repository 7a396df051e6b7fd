import type Stripe from "stripe";
import { invalidRequestError } from "../protocol/errors.ts";

/** @throws ApiError Stripe's 400 if the customer's country isn't known, so that no tax can be calculated */
export function assertTaxLocation(customer: Pick<Stripe.Customer, "address">): void {
  if (customer.address?.country) return;
  throw invalidRequestError(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    { code: "customer_tax_location_invalid", param: "automatic_tax[enabled]" },
  );
}
