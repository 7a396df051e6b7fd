import { invalidRequestError } from "../protocol/errors.ts";
import type { Rows } from "../store/rows.ts";
import type { SessionParams } from "./params.ts";

/**
 * For an existing customer, Stripe requires that the address and name needed for tax are saved to the customer.
 * @throws ApiError Stripe's 400 otherwise
 */
export function validateTaxParams(params: SessionParams, customer: Rows["customer"] | null): void {
  const { automatic_tax, customer_update, tax_id_collection } = params;
  if (!customer) return;
  if (automatic_tax?.enabled && !customer.address && customer_update?.address !== "auto")
    throw invalidRequestError(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      { code: "customer_tax_location_invalid", param: "automatic_tax" },
    );
  if (tax_id_collection?.enabled && customer_update?.name !== "auto")
    throw invalidRequestError(
      "Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.",
      { param: "tax_id_collection" },
    );
}
