import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import type { SessionRow, SubscriptionRow } from "../store/rows.ts";
import { isManagedTaxCode } from "../tax/managed-tax-codes.ts";
import type { SessionParams } from "./params.ts";
import type { CheckoutLine } from "./session-lines.ts";

/** What Stripe decides itself, or does not offer, when it is the seller. */
const refused = [
  "adaptive_pricing",
  "automatic_tax",
  "billing_address_collection",
  "custom_text",
  "customer_update",
  "excluded_payment_method_types",
  "invoice_creation",
  "tax_id_collection",
] as const satisfies (keyof SessionParams)[];

const refusedOfPayment = ["receipt_email", "setup_future_usage", "statement_descriptor"] as const;

/**
 * Whether a session sells with Managed Payments, where Stripe's subsidiary Link is the seller: because it asks for it,
 * or because the account does and the session does not refuse it.
 */
export function usesManagedPayments(account: Account, params: SessionParams): boolean {
  return params.managed_payments?.enabled ?? account.readSettings().managedPaymentsByDefault;
}

/** Whether Link is the seller of what a session or a subscription sells. */
export function isManaged(row: SessionRow | SubscriptionRow): boolean {
  return row.managed_payments?.enabled ?? false;
}

/**
 * Stripe documents the first two refusals. It says nothing about address collection and adjustable quantities, so the
 * stand-in refuses them.
 * @throws ApiError Stripe's 400 for a parameter that cannot be used with Managed Payments, and for an account that has
 *   not accepted its terms
 */
export function validateManagedPayments(account: Account, params: SessionParams): void {
  if (!usesManagedPayments(account, params)) return;
  const isDefault = params.managed_payments?.enabled === undefined;
  if (!isDefault && !account.readSettings().managedPaymentsAccepted)
    throw invalidRequestError(
      "You must accept the Managed Payments terms of service before you can use Managed Payments. Visit https://dashboard.stripe.com/settings/managed-payments.",
      { param: "managed_payments[enabled]" },
    );
  if (!isDefault && params.mode === "setup")
    throw invalidRequestError("Managed Payments cannot be used in `setup` mode.", {
      param: "managed_payments[enabled]",
    });
  const param =
    refused.find((name) => params[name] !== undefined) ??
    refusedOfPayment
      .filter((name) => params.payment_intent_data?.[name] !== undefined)
      .map((name) => `payment_intent_data[${name}]`)[0] ??
    (params.line_items?.some((line) => line.adjustable_quantity)
      ? "line_items[0][adjustable_quantity]"
      : undefined);
  if (!param) return;
  throw invalidRequestError(
    isDefault
      ? `${param} cannot be used with Managed Payments, which is enabled by default on your account. Remove ${param}, or pass managed_payments[enabled]=false to disable it for this request.`
      : `${param} cannot be used with Managed Payments.`,
    { param },
  );
}

/**
 * Managed Payments needs to know what is sold, and sells digital products only.
 * @throws ApiError Stripe's 400 for a product without a tax code, or with one that is not eligible
 */
export function validateTaxCodes(
  account: Account,
  params: SessionParams,
  lines: CheckoutLine[],
): void {
  if (!usesManagedPayments(account, params)) return;
  lines.forEach(({ price }, index) => {
    const param = `line_items[${index}]`;
    const { tax_code: code } = account.get("product", price.product as string);
    if (code === null)
      throw invalidRequestError(
        `Invalid ${param}: the product tax code is missing. Product tax code is required for Managed Payments.`,
        { param },
      );
    if (!isManagedTaxCode(code as string))
      throw invalidRequestError(
        `Invalid ${param}: this product tax code is ineligible for Managed Payments.`,
        { param },
      );
  });
}

/**
 * How a payment is attempted stays with Link.
 * @throws ApiError Stripe's 400 for a change of a subscription that Link sold
 */
export function assertPaymentBehaviorUnset(
  subscription: SubscriptionRow,
  params: { payment_behavior?: string | undefined },
): void {
  if (!isManaged(subscription) || params.payment_behavior === undefined) return;
  throw invalidRequestError(
    "payment_behavior cannot be updated for Subscriptions created by Checkout Sessions with Stripe Managed Payments enabled.",
    { param: "payment_behavior" },
  );
}
