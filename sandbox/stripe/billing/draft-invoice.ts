import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";
import type { InvoiceRow, LineItemRow, PriceRow } from "../store/rows.ts";

/** One line before it belongs to an invoice. Amounts in minor units, for the whole quantity. */
export interface InvoiceLine {
  price: PriceRow;
  quantity: number;
  amount: number;
  description: string;
  period: { start: number; end: number };
  subscriptionItem?: { subscription: string; item: string };
  metadata?: Stripe.Metadata;
}

interface Draft {
  customer: Stripe.Customer | null;
  currency: string;
  billingReason: Stripe.Invoice["billing_reason"];
  lines: InvoiceLine[];
  subscription?: { id: string; metadata: Stripe.Metadata };
  defaultPaymentMethod?: string | null;
  metadata?: Stripe.Metadata;
  description?: string | null;
  footer?: string | null;
}

/** Writes a draft invoice and its lines. */
export function draftInvoice(account: Account, draft: Draft): InvoiceRow {
  const now = account.clock.now();
  const id = newId("invoice");
  const total = draft.lines.reduce((sum, line) => sum + line.amount, 0);
  for (const line of draft.lines) account.create("line_item", lineRow(id, draft.currency, line));
  const invoice: InvoiceRow = {
    id,
    object: "invoice",
    account_country: "US",
    account_name: "Sandbox",
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: draft.billingReason,
    collection_method: "charge_automatically",
    created: now,
    currency: draft.currency,
    custom_fields: null,
    customer: draft.customer?.id ?? null,
    customer_account: null,
    customer_address: draft.customer?.address ?? null,
    customer_email: draft.customer?.email ?? null,
    customer_name: draft.customer?.name ?? null,
    customer_phone: draft.customer?.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: draft.defaultPaymentMethod ?? null,
    default_source: null,
    default_tax_rates: [],
    description: draft.description ?? null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: draft.footer ?? null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    livemode: false,
    metadata: draft.metadata ?? {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: draft.subscription
      ? {
          quote_details: null,
          subscription_details: {
            metadata: draft.subscription.metadata,
            subscription: draft.subscription.id,
          },
          type: "subscription_details",
        }
      : null,
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "draft",
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  };
  return account.create("invoice", invoice, "invoice.created");
}

function lineRow(invoice: string, currency: string, line: InvoiceLine): LineItemRow {
  return {
    id: newId("line_item"),
    object: "line_item",
    amount: line.amount,
    currency,
    description: line.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: line.metadata ?? {},
    parent: line.subscriptionItem
      ? {
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: null,
            proration: false,
            proration_details: null,
            subscription: line.subscriptionItem.subscription,
            subscription_item: line.subscriptionItem.item,
          },
          type: "subscription_item_details",
        }
      : null,
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      type: "price_details",
      price_details: { price: line.price.id, product: line.price.product as string },
      unit_amount_decimal: line.quantity > 0 ? String(line.amount / line.quantity) : "0",
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: line.subscriptionItem?.subscription ?? null,
    subtotal: line.amount,
    taxes: [],
  };
}
