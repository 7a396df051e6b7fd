import { readFileSync } from "node:fs";

/** Where the official package declares each object type, by Stripe's `object` name. */
const declarations: Record<string, [file: string, name: string]> = {
  account: ["Accounts", "Account"],
  balance_transaction: ["BalanceTransactions", "BalanceTransaction"],
  "billing_portal.configuration": ["BillingPortal/Configurations", "Configuration"],
  "billing_portal.session": ["BillingPortal/Sessions", "Session"],
  card: ["Cards", "Card"],
  charge: ["Charges", "Charge"],
  "checkout.session": ["Checkout/Sessions", "Session"],
  coupon: ["Coupons", "Coupon"],
  credit_note: ["CreditNotes", "CreditNote"],
  credit_note_line_item: ["CreditNoteLineItems", "CreditNoteLineItem"],
  customer: ["Customers", "Customer"],
  dispute: ["Disputes", "Dispute"],
  discount: ["Discounts", "Discount"],
  invoice: ["Invoices", "Invoice"],
  invoice_payment: ["InvoicePayments", "InvoicePayment"],
  invoiceitem: ["InvoiceItems", "InvoiceItem"],
  item: ["LineItems", "LineItem"],
  line_item: ["InvoiceLineItems", "InvoiceLineItem"],
  payment_intent: ["PaymentIntents", "PaymentIntent"],
  payment_method: ["PaymentMethods", "PaymentMethod"],
  payment_record: ["PaymentRecords", "PaymentRecord"],
  payout: ["Payouts", "Payout"],
  plan: ["Plans", "Plan"],
  price: ["Prices", "Price"],
  product: ["Products", "Product"],
  promotion_code: ["PromotionCodes", "PromotionCode"],
  "radar.early_fraud_warning": ["Radar/EarlyFraudWarnings", "EarlyFraudWarning"],
  refund: ["Refunds", "Refund"],
  review: ["Reviews", "Review"],
  setup_intent: ["SetupIntents", "SetupIntent"],
  subscription: ["Subscriptions", "Subscription"],
  subscription_item: ["SubscriptionItems", "SubscriptionItem"],
  subscription_schedule: ["SubscriptionSchedules", "SubscriptionSchedule"],
  tax_id: ["TaxIds", "TaxId"],
  tax_rate: ["TaxRates", "TaxRate"],
  "tax.registration": ["Tax/Registrations", "Registration"],
  "tax.settings": ["Tax/Settings", "Settings"],
  "test_helpers.test_clock": ["TestHelpers/TestClocks", "TestClock"],
  webhook_endpoint: ["WebhookEndpoints", "WebhookEndpoint"],
};

/** The names of all object types that can be compared. */
export const comparedTypes: readonly string[] = Object.keys(declarations);

/** Returns the name that the official package has for an object type: `Invoice` for `invoice`. */
export const findTypeName = (object: string): string | undefined => declarations[object]?.[1];

/** Returns how an object, and the objects inside it, differ from the official types: `invoice: no key "x"`. */
export function findDeviations(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(findDeviations);
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(findDeviations);
  const name = "object" in value && typeof value.object === "string" ? value.object : null;
  if (name === null || name === "list" || ("deleted" in value && value.deleted)) return inner;
  const official = readOfficialKeys(name);
  if (!official) return [...inner, `${name}: no object of the official types is called so`];
  const keys = Object.keys(value);
  return [
    ...inner,
    ...keys.filter((key) => !official.has(key)).map((key) => `${name}: no key "${key}"`),
    ...[...official]
      .filter(([key, needed]) => needed && !keys.includes(key))
      .map(([key]) => `${name}: "${key}" is missing`),
  ];
}

/** Returns the declared keys of an object type, each with whether it is required. */
function readOfficialKeys(object: string): Map<string, boolean> | undefined {
  const [file, name] = declarations[object] ?? [];
  if (!file) return undefined;
  const source = readFileSync(
    new URL(`resources/${file}.d.ts`, import.meta.resolve("stripe")),
    "utf8",
  );
  const body = new RegExp(`^export interface ${name} \\{\\n([\\s\\S]*?)^\\}`, "m").exec(
    source,
  )?.[1];
  if (body === undefined) throw new Error(`The official package declares no ${name} in ${file}.`);
  const members = body.matchAll(/^ {4}(\w+)(\??):/gm);
  return new Map([...members].map(([, key, optional]) => [key!, optional === ""]));
}
