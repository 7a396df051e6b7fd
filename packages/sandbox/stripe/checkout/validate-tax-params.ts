import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { getTermsUrl } from "../catalog/public-details.ts";
import { getTaxSettings, resolveTaxBehavior } from "../tax/tax-settings.ts";
import type { CheckoutLine } from "./session-lines.ts";
import type { Rows } from "../store/rows.ts";
import type { SessionParams } from "./params.ts";

/**
 * For an existing customer, Stripe requires that the address and name needed for tax are saved to the customer.
 * @throws ApiError Stripe's 400 otherwise
 */
export function validateTaxParams(
  account: Account,
  params: SessionParams,
  customer: Rows["customer"] | null,
): void {
  const { automatic_tax, customer_update, tax_id_collection } = params;
  if (automatic_tax?.enabled && getTaxSettings(account).status !== "active")
    throw invalidRequestError(
      "You must have a valid head office address to enable automatic tax calculation in test mode. Visit https://dashboard.stripe.com/test/settings/tax to update it.",
      { param: "automatic_tax" },
    );
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

/**
 * Automatic tax needs to know of every price whether it includes tax: from the price, or from the account's default.
 * @throws ApiError Stripe's 400 otherwise
 */
export function validateTaxBehavior(account: Account, lines: CheckoutLine[]): void {
  const unknown = lines.find(({ price }) => resolveTaxBehavior(account, price) === null);
  if (!unknown) return;
  throw invalidRequestError(
    `The price ${unknown.price.id} has no tax behavior. Set \`tax_behavior\` on the price, or a default tax behavior in your tax settings, to use automatic tax.`,
    { param: "line_items" },
  );
}

/**
 * Asking for consent to the terms of service requires their URL in the public details of the account.
 * @throws ApiError Stripe's 400 otherwise
 */
export function validateConsentParams(
  account: Account,
  { consent_collection: consent, custom_text: texts }: SessionParams,
): void {
  const asks = consent?.terms_of_service === "required";
  if (asks && getTermsUrl(account) === null)
    throw invalidRequestError(
      "You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard. Update your Public business details with a Terms of service URL to collect terms of service consent. https://dashboard.stripe.com/settings/public",
      { param: "consent_collection[terms_of_service]" },
    );
  if (!asks && texts?.terms_of_service_acceptance)
    throw invalidRequestError(
      "`custom_text[terms_of_service_acceptance]` can only be set if `consent_collection[terms_of_service]` is `required`.",
      { param: "custom_text[terms_of_service_acceptance]" },
    );
}
