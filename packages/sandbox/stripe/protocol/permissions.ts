import type { ObjectTypeName } from "../store/rows.ts";
import { RejectedRequestError } from "./errors.ts";

type Level = "read" | "write";

/** The permissions of a restricted key: names like `customer_write`. A permission to write includes the one to read. */
export type Permissions = ReadonlySet<string>;

/** The rows of Stripe's form for a restricted key, by the name that its permissions start with. */
const labels: Record<string, string> = {
  accounts_kyc_basic: "Basic Business Contact Information",
  balance_transaction_source: "Balance Transaction Sources",
  billing_clock: "Test Clocks",
  charge: "Charges and Refunds",
  checkout_session: "Checkout Sessions",
  coupon: "Coupons",
  credit_note: "Credit Notes",
  customer: "Customers",
  customer_portal: "Customer Portal",
  dispute: "Disputes",
  event: "Events",
  invoice: "Invoices",
  payment_intent: "PaymentIntents",
  payment_method: "Payment Methods",
  payment_record: "Payment Records",
  payout: "Payouts",
  plan: "Prices",
  product: "Products",
  promotion_code: "Promotion Codes",
  review: "Reviews",
  setup_intent: "SetupIntents",
  subscription: "Subscriptions",
  tax_rate: "Tax Rates",
  tax_settings: "Tax Settings",
  webhook: "Webhook Endpoints, Event Destinations",
};

/** What a path is about. The first entry that matches counts. */
const paths: [RegExp, string][] = [
  [/^\/v1\/account$/, "accounts_kyc_basic"],
  [/^\/v1\/balance_transactions\b/, "balance_transaction_source"],
  [/^\/v1\/billing_portal\//, "customer_portal"],
  // The permission to read charges includes the warnings about them.
  [/^\/v1\/(?:charges|refunds|radar\/early_fraud_warnings)\b/, "charge"],
  [/^\/v1\/checkout\/sessions\b/, "checkout_session"],
  [/^\/v1\/coupons\b/, "coupon"],
  [/^\/v1\/credit_notes\b/, "credit_note"],
  [/^\/v1\/customers\/[^/]+\/payment_methods\b/, "payment_method"],
  [/^\/v1\/customers\b/, "customer"],
  [/^\/v1\/disputes\b/, "dispute"],
  [/^\/v1\/events\b/, "event"],
  [/^\/v1\/(?:invoices|invoiceitems|invoice_payments)\b/, "invoice"],
  [/^\/v1\/payment_intents\b/, "payment_intent"],
  [/^\/v1\/payment_methods\b/, "payment_method"],
  [/^\/v1\/payment_records\b/, "payment_record"],
  [/^\/v1\/payouts\b/, "payout"],
  [/^\/v1\/prices\b/, "plan"],
  [/^\/v1\/products\b/, "product"],
  [/^\/v1\/promotion_codes\b/, "promotion_code"],
  [/^\/v1\/reviews\b/, "review"],
  [/^\/v1\/setup_intents\b/, "setup_intent"],
  // The documents name no permission of their own for schedules.
  [/^\/v1\/(?:subscriptions|subscription_items|subscription_schedules)\b/, "subscription"],
  [/^\/v1\/tax_rates\b/, "tax_rate"],
  // The documents name no permission for registrations.
  [/^\/v1\/tax\/(?:settings|registrations)\b/, "tax_settings"],
  [/^\/v1\/test_helpers\/test_clocks\b/, "billing_clock"],
  [/^\/v1\/webhook_endpoints\b/, "webhook"],
];

/** What an expanded object is about. */
const types: Partial<Record<ObjectTypeName, string>> = {
  balance_transaction: "balance_transaction_source",
  "billing_portal.configuration": "customer_portal",
  "billing_portal.session": "customer_portal",
  charge: "charge",
  "checkout.session": "checkout_session",
  coupon: "coupon",
  credit_note: "credit_note",
  credit_note_line_item: "credit_note",
  customer: "customer",
  discount: "coupon",
  dispute: "dispute",
  event: "event",
  invoice: "invoice",
  invoiceitem: "invoice",
  invoice_payment: "invoice",
  item: "checkout_session",
  line_item: "invoice",
  payment_intent: "payment_intent",
  payment_method: "payment_method",
  payment_record: "payment_record",
  payout: "payout",
  price: "plan",
  product: "product",
  promotion_code: "promotion_code",
  "radar.early_fraud_warning": "charge",
  refund: "charge",
  review: "review",
  setup_intent: "setup_intent",
  subscription: "subscription",
  subscription_item: "subscription",
  subscription_schedule: "subscription",
  // Stripe has no permission of its own for the tax ids of a customer.
  tax_id: "customer",
  "tax.registration": "tax_settings",
  "tax.settings": "tax_settings",
  "test_helpers.test_clock": "billing_clock",
  webhook_endpoint: "webhook",
};

/** Returns the permission that a request needs, such as `customer_write`. @throws Error if the path has none */
export function findRequestPermission(method: string, path: string): string {
  const about = paths.find(([pattern]) => pattern.test(path))?.[1];
  if (!about) throw new Error(`permissions.ts has no permission for ${path}.`);
  return `${about}_${method === "GET" ? "read" : "write"}`;
}

/** Returns the permission that expanding an object of this type needs. @throws Error if the type has none */
export function findExpandPermission(type: ObjectTypeName): string {
  const about = types[type];
  if (!about) throw new Error(`permissions.ts has no permission for the type ${type}.`);
  return `${about}_read`;
}

/** Whether a permission exists at all. */
export function isPermission(name: string): boolean {
  return /_(?:read|write)$/.test(name) && name.replace(/_(?:read|write)$/, "") in labels;
}

/**
 * Refuses a request whose key lacks a permission, as Stripe words it since 2026. The result is not stored under the
 * idempotency key.
 * @throws RejectedRequestError 403 that names the permission
 */
export function assertPermission(
  permissions: Permissions | null,
  needed: string,
  { key, accountId }: { key: string; accountId: string },
): void {
  const [, about = "", level] = /^(.*)_(read|write)$/.exec(needed) ?? [];
  if (!permissions || permissions.has(needed) || permissions.has(`${about}_write`)) return;
  const label = `${labels[about]} ${(level as Level) === "read" ? "Read" : "Write"}`;
  throw new RejectedRequestError(403, {
    type: "invalid_request_error",
    code: "more_permissions_required",
    message: `Permission denied. The provided key '${key.slice(0, 8)}...${key.slice(-4)}' does not have the required permissions for this endpoint on account '${accountId}'. Enabling ${label} ('${needed}') permissions on this key would allow this request to continue. You can edit permissions at https://dashboard.stripe.com/b/${accountId}?destination=%2Fapikeys`,
  });
}
