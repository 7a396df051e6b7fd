import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import type { SessionParams } from "./params.ts";
import type { CheckoutLine } from "./session-lines.ts";

/** What Stripe decides itself, or does not offer, when it is the seller. */
const refused = [
  "adaptive_pricing",
  "automatic_tax",
  "custom_text",
  "customer_update",
  "excluded_payment_method_types",
  "tax_id_collection",
] as const satisfies (keyof SessionParams)[];

const refusedOfPayment = ["receipt_email", "statement_descriptor"] as const;

/**
 * Whether a session sells with Managed Payments, where Stripe's subsidiary Link is the seller: because it asks for it,
 * or because the account does and the session does not refuse it.
 */
export function usesManagedPayments(account: Account, params: SessionParams): boolean {
  return params.managed_payments?.enabled ?? account.readSettings().managedPaymentsByDefault;
}

/** @throws ApiError Stripe's 400 for a parameter that cannot be used with Managed Payments */
export function validateManagedPayments(account: Account, params: SessionParams): void {
  if (!usesManagedPayments(account, params)) return;
  const param =
    refused.find((name) => params[name] !== undefined) ??
    refusedOfPayment
      .filter((name) => params.payment_intent_data?.[name] !== undefined)
      .map((name) => `payment_intent_data[${name}]`)[0];
  if (!param) return;
  const isDefault = params.managed_payments?.enabled === undefined;
  throw invalidRequestError(
    isDefault
      ? `${param} cannot be used with Managed Payments, which is enabled by default on your account. Remove ${param}, or pass managed_payments[enabled]=false to disable it for this request.`
      : `${param} cannot be used with Managed Payments.`,
    { param },
  );
}

/** Managed Payments needs to know what is sold. @throws ApiError Stripe's 400 for a product without a tax code */
export function validateTaxCodes(
  account: Account,
  params: SessionParams,
  lines: CheckoutLine[],
): void {
  if (!usesManagedPayments(account, params)) return;
  const without = lines.findIndex(
    ({ price }) => account.get("product", price.product as string).tax_code === null,
  );
  if (without === -1) return;
  throw invalidRequestError(
    `Invalid line_items[${without}]: the product tax code is missing. Product tax code is required for Managed Payments.`,
    { param: `line_items[${without}]` },
  );
}
