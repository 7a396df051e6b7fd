import type Stripe from "stripe";

/** Decimals are text on the wire; only the client makes objects of them. */
type WireDecimal<T, K extends keyof T> = Omit<T, K> & Record<K, string | null>;

export type PriceRow = WireDecimal<Stripe.Price, "unit_amount_decimal">;

/** What Stripe keeps to itself: how the page is to be shown and what is to be made once it is paid. */
export interface SessionPrivate {
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
  /** The payment that is under way: kept after a decline for the next try, and across the 3-D Secure page. */
  attempt: {
    intent: string | null;
    method: string;
    name: string | null;
    email: string | null;
  } | null;
}
export type SessionRow = Omit<Stripe.Checkout.Session, "line_items"> & { _private: SessionPrivate };

/** What it is for is shown only when asked for; null: everything. */
export type CouponRow = Stripe.Coupon & { _products?: string[] | null };

/** A line of a Checkout session; the price is read by id so that it is never stale. */
export type ItemRow = Omit<Stripe.LineItem, "price"> & { _session: string; price: string };

export type SubscriptionRow = Omit<Stripe.Subscription, "items" | "pending_update"> & {
  pending_update: WirePendingUpdate | null;
  /** The change that waits for the payment of an invoice: the items as they will be, and those that go. */
  _pending?: { invoice: string; items: SubscriptionItemRow[]; removed: string[] } | null;
  /** The invoice that has to be paid, or tried, before a paused subscription runs again. */
  _resume?: { invoice: string; waitsFor: "attempt" | "success" } | null;
};
type WirePendingUpdate = Omit<Stripe.Subscription.PendingUpdate, "subscription_items"> & {
  subscription_items: object[] | null;
};
export type SubscriptionItemRow = Omit<Stripe.SubscriptionItem, "price" | "plan"> & {
  price: string;
};

/** Pricing as it is on the wire: ids, and decimals as text. */
interface WirePricing {
  type: "price_details";
  price_details: { price: string; product: string };
  unit_amount_decimal: string | null;
}

export type InvoiceRow = Omit<Stripe.Invoice, "lines" | "payments"> & {
  /** Whether the customer's balance is drawn when it is finalized. */
  _usesBalance?: boolean;
};
export type LineItemRow = Omit<Stripe.InvoiceLineItem, "quantity_decimal" | "pricing"> & {
  quantity_decimal: string | null;
  pricing: WirePricing | null;
  /** The debit that this credit takes back, by the id of its invoice item or line. */
  _credits: string | null;
};
export type InvoiceItemRow = Omit<Stripe.InvoiceItem, "quantity_decimal" | "pricing"> & {
  quantity_decimal: string;
  pricing: WirePricing | null;
  _credits: string | null;
};

/** The test number decides what the bank will say. */
export type PaymentMethodRow = Stripe.PaymentMethod & { _private: { number: string } };

/** `expiresMs` is set once a newer secret has taken over. */
export type EndpointRow = Stripe.WebhookEndpoint & {
  _secrets: { secret: string; expiresMs: number | null }[];
};

/** A deleted object's tombstone: retrieving it by id still answers. */
export interface Tombstone {
  id: string;
  object: string;
  deleted: true;
}

/** Every object that the stand-in keeps, by Stripe's `object` name. Keys beginning with `_` are never shown. */
export interface Rows {
  "billing_portal.configuration": Stripe.BillingPortal.Configuration;
  "billing_portal.session": Stripe.BillingPortal.Session;
  charge: Stripe.Charge;
  "checkout.session": SessionRow;
  coupon: CouponRow;
  customer: Stripe.Customer;
  discount: Stripe.Discount;
  dispute: Stripe.Dispute;
  event: Stripe.EventBase;
  invoice: InvoiceRow;
  invoiceitem: InvoiceItemRow;
  invoice_payment: Stripe.InvoicePayment;
  item: ItemRow;
  line_item: LineItemRow;
  payment_intent: Stripe.PaymentIntent;
  payment_method: PaymentMethodRow;
  price: PriceRow;
  product: Stripe.Product;
  promotion_code: Stripe.PromotionCode;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  subscription: SubscriptionRow;
  subscription_item: SubscriptionItemRow;
  "test_helpers.test_clock": Stripe.TestHelpers.TestClock;
  webhook_endpoint: EndpointRow;
}
export type TypeName = keyof Rows;
