import type Stripe from "stripe";
import { invalidRequestError } from "../protocol/errors.ts";
import { integer, oneOf } from "../protocol/params.ts";

/** Whether invoices are charged, or emailed to the customer with some days to pay. */
export const collectionParams = {
  collection_method: oneOf("charge_automatically", "send_invoice").optional(),
  days_until_due: integer
    .refine((value) => value >= 0, "This value must be greater than or equal to 0.")
    .optional(),
};

interface Collection {
  collection_method?: "charge_automatically" | "send_invoice" | undefined;
  days_until_due?: number | undefined;
}

/**
 * Returns how the invoices of a subscription will be collected.
 * @param current what is kept if the request doesn't say it
 * @throws ApiError Stripe's 400 if an emailed invoice would have no due date or no address, or a charge a due date
 */
export function validateCollection(
  params: Collection,
  { email }: Stripe.Customer,
  current: { collection_method: string; days_until_due: number | null } = {
    collection_method: "charge_automatically",
    days_until_due: null,
  },
): string {
  const method = params.collection_method ?? current.collection_method;
  if (method !== "send_invoice") {
    if (params.days_until_due === undefined) return method;
    throw invalidRequestError(
      "You can only specify `days_until_due` if `collection_method` is `send_invoice`.",
      { param: "days_until_due" },
    );
  }
  if ((params.days_until_due ?? current.days_until_due) === null)
    throw invalidRequestError(
      "You must specify `days_until_due` when `collection_method` is `send_invoice`.",
      { code: "parameter_missing", param: "days_until_due" },
    );
  if (!email)
    throw invalidRequestError(
      "Missing email. In order to create invoices that are sent to the customer, the customer must have a valid email.",
      { code: "parameter_missing", param: "customer" },
    );
  return method;
}
