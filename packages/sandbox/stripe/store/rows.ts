import type Stripe from "stripe";

/** Decimals are text in the JSON. Only the client turns them into objects. */
type WireDecimal<T, K extends keyof T> = Omit<T, K> & Record<K, string | null>;

export type PriceRow = WireDecimal<Stripe.Price, "unit_amount_decimal">;

/** There is one per account, so the API returns no id. */
export type TaxSettingsRow = Stripe.Tax.Settings & { id: string };

/** The public details of the business. At Stripe they are in the dashboard only. */
export interface PublicDetailsRow {
  id: string;
  object: "public_details";
  terms_of_service_url: string | null;
}

/** Data of a session that the API does not return: what to create once it is paid. */
export interface SessionPrivate {
  /** What is saved to the customer once the session is paid. */
  customer_update: { address: "auto" | "never"; name: "auto" | "never" };
  /** The billing address that was entered; null until then, or if none is asked for. */
  address: Stripe.Address | null;
  /** The tax id that was entered. */
  taxId: string | null;
  subscription_data: {
    metadata: Record<string, string>;
    description: string | null;
    trial_end: number | null;
    trial_period_days: number | null;
    missing_payment_method: "cancel" | "create_invoice" | "pause";
  } | null;
  payment_intent_data: {
    metadata: Record<string, string>;
    description: string | null;
    receipt_email: string | null;
    setup_future_usage: "off_session" | "on_session" | null;
    statement_descriptor: string | null;
  };
  /** The current payment attempt, kept after a decline for the next attempt, and during 3-D Secure. */
  attempt: {
    intent: string | null;
    /** The setup intent that saves the card of a free trial, which charges nothing. */
    setup: string | null;
    method: string;
    name: string | null;
    email: string | null;
  } | null;
}
export type SessionRow = Omit<Stripe.Checkout.Session, "line_items"> & { _private: SessionPrivate };

/** `_products` is returned only when expanded. Null means all products. */
export type CouponRow = Stripe.Coupon & { _products?: string[] | null };

/** A line of a Checkout session. It has the id of its price, so that the price is never stale. */
export type ItemRow = Omit<Stripe.LineItem, "price"> & { _session: string; price: string };

export type SubscriptionRow = Omit<Stripe.Subscription, "items" | "pending_update"> & {
  pending_update: WirePendingUpdate | null;
  /** The change that applies once an invoice is paid: the new items, and the ids of removed ones. */
  _pending?: { invoice: string; items: SubscriptionItemRow[]; removed: string[] } | null;
  /** The invoice whose payment, or payment attempt, resumes a paused subscription. */
  _resume?: { invoice: string; waitsFor: "attempt" | "success" } | null;
};
type WirePendingUpdate = Omit<Stripe.Subscription.PendingUpdate, "subscription_items"> & {
  subscription_items: object[] | null;
};
export type SubscriptionItemRow = Omit<Stripe.SubscriptionItem, "price" | "plan"> & {
  price: string;
};

/** Pricing as it is in the JSON: ids, and decimals as text. */
interface WirePricing {
  type: "price_details";
  price_details: { price: string; product: string };
  unit_amount_decimal: string | null;
}

export type InvoiceRow = Omit<Stripe.Invoice, "lines" | "payments"> & {
  /** Whether finalizing the invoice applies the customer's balance. */
  _usesBalance?: boolean;
};
export type LineItemRow = Omit<Stripe.InvoiceLineItem, "quantity_decimal" | "pricing"> & {
  quantity_decimal: string | null;
  pricing: WirePricing | null;
  /** The id of the invoice item or line that this credit reverses. */
  _credits: string | null;
};
export type InvoiceItemRow = Omit<Stripe.InvoiceItem, "quantity_decimal" | "pricing"> & {
  quantity_decimal: string;
  pricing: WirePricing | null;
  _credits: string | null;
};

export type CreditNoteRow = Omit<Stripe.CreditNote, "lines">;
export type CreditNoteLineRow = Omit<Stripe.CreditNoteLineItem, "unit_amount_decimal"> & {
  unit_amount_decimal: string | null;
  /** The id of the credit note that it is part of. */
  _note: string;
};

/** The test number determines the bank's decision. */
export type PaymentMethodRow = Stripe.PaymentMethod & { _private: { number: string } };

/** `expiresMs` (unix milliseconds) is set once a newer secret replaces this one. */
export type EndpointRow = Stripe.WebhookEndpoint & {
  _secrets: { secret: string; expiresMs: number | null }[];
};

/** What remains of a deleted object. It can still be retrieved by id. */
export interface Tombstone {
  id: string;
  object: string;
  deleted: true;
}

/** An intent that a program created; null until it was confirmed. Those of Checkout and invoices have none. */
interface OwnIntent {
  _confirmation?: { returnUrl: string | null } | null;
}
export type PaymentIntentRow = Stripe.PaymentIntent & OwnIntent;
export type SetupIntentRow = Stripe.SetupIntent & OwnIntent;

/** `_isFinal`: it failed, and Stripe makes no other refund of its charge. */
export type RefundRow = Stripe.Refund & { _isFinal?: true };

/** The rows of all object types, by Stripe's `object` name. The API never returns keys that start with `_`. */
export interface Rows {
  balance_transaction: Stripe.BalanceTransaction;
  "billing_portal.configuration": Stripe.BillingPortal.Configuration;
  "billing_portal.session": Stripe.BillingPortal.Session;
  charge: Stripe.Charge;
  "checkout.session": SessionRow;
  coupon: CouponRow;
  credit_note: CreditNoteRow;
  credit_note_line_item: CreditNoteLineRow;
  customer: Stripe.Customer;
  discount: Stripe.Discount;
  dispute: Stripe.Dispute;
  event: Stripe.EventBase;
  invoice: InvoiceRow;
  invoiceitem: InvoiceItemRow;
  invoice_payment: Stripe.InvoicePayment;
  item: ItemRow;
  line_item: LineItemRow;
  payment_intent: PaymentIntentRow;
  payment_method: PaymentMethodRow;
  payment_record: Stripe.PaymentRecord;
  payout: Stripe.Payout;
  price: PriceRow;
  product: Stripe.Product;
  public_details: PublicDetailsRow;
  promotion_code: Stripe.PromotionCode;
  "radar.early_fraud_warning": Stripe.Radar.EarlyFraudWarning;
  refund: RefundRow;
  review: Stripe.Review;
  setup_intent: SetupIntentRow;
  subscription: SubscriptionRow;
  subscription_item: SubscriptionItemRow;
  subscription_schedule: Stripe.SubscriptionSchedule;
  tax_id: Stripe.TaxId;
  "tax.registration": Omit<Stripe.Tax.Registration, "status">;
  "tax.settings": TaxSettingsRow;
  "test_helpers.test_clock": Stripe.TestHelpers.TestClock;
  webhook_endpoint: EndpointRow;
}
export type ObjectTypeName = keyof Rows;
