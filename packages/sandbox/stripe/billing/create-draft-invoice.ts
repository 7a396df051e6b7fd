import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { getDiscountableAmounts, computeDiscountAmounts } from "../discounts/amounts.ts";
import type { AppliedDiscount } from "../discounts/subscription-discounts.ts";
import { newId } from "../protocol/ids.ts";
import type { InvoiceRow, LineItemRow } from "../store/rows.ts";
import {
  computeLineTax,
  getTaxOnTop,
  sumTaxes,
  type LineTax,
  type TaxedCustomer,
} from "../tax/compute-tax.ts";
import { listTaxIds } from "../tax/tax-ids.ts";
import { getMinimumCharge } from "../money.ts";
import { toLineItemRow, type InvoiceLine, type LineDiscount } from "./invoice-line.ts";

export interface InvoiceDraft {
  customer: Stripe.Customer | null;
  currency: string;
  billingReason: Stripe.Invoice["billing_reason"];
  lines: InvoiceLine[];
  subscription?: { id: string; metadata: Stripe.Metadata };
  defaultPaymentMethod?: string | null;
  /** Set if the invoice is emailed, not charged. */
  daysUntilDue?: number | null;
  metadata?: Stripe.Metadata;
  description?: string | null;
  footer?: string | null;
  /** The period the invoice covers, in Unix seconds. Defaults to the current time. */
  period?: { start: number; end: number };
  /** Discounts for the lines that aren't prorations; prorations already include their discounts. */
  discounts?: AppliedDiscount[];
  /** Whether the customer's balance is applied. Not for Checkout, which charges the amount it showed. */
  usesBalance?: boolean;
  /** Who is taxed, if tax is calculated automatically. */
  tax?: TaxedCustomer | null;
  /** The time that prorations were computed for, in Unix seconds. */
  prorationDate?: number | undefined;
}

/** An invoice and its lines, not stored yet. */
export interface BuiltInvoice {
  invoice: InvoiceRow;
  lines: LineItemRow[];
}

/** Stores a draft invoice and its lines, and assigns the pending invoice items among them to it. */
export function createDraftInvoice(account: Account, draft: InvoiceDraft): InvoiceRow {
  const { invoice, lines } = buildInvoice(account, draft);
  for (const line of lines) account.create("line_item", line);
  for (const { invoiceItem } of draft.lines)
    if (invoiceItem) account.update("invoiceitem", invoiceItem, { invoice: invoice.id });
  return account.create("invoice", invoice, "invoice.created");
}

/** Builds an invoice and its lines without storing them. */
export function buildInvoice(account: Account, draft: InvoiceDraft): BuiltInvoice {
  const now = account.clock.now();
  const id = newId("invoice");
  const discounts = draft.discounts ?? [];
  const parts = distributeDiscounts(discounts, draft);
  const subtotal = draft.lines.reduce((sum, line) => sum + line.amount, 0);
  const totals = discounts.map(({ id: discount }) => ({
    discount,
    amount: parts
      .flat()
      .filter((part) => part.discount === discount)
      .reduce((sum, part) => sum + part.amount, 0),
  }));
  const taxes = draft.lines.map((line, index) =>
    computeInvoiceLineTax(account, draft, line, parts[index]!),
  );
  const taxOnTop = taxes.reduce((sum, tax) => sum + getTaxOnTop(tax), 0);
  const taxIncluded = taxes.reduce((sum, tax) => sum + (tax?.amount ?? 0), 0) - taxOnTop;
  const discountedSubtotal = totals.reduce((left, { amount }) => left - amount, subtotal);
  const total = discountedSubtotal + taxOnTop;
  const startingBalance = draft.usesBalance ? (draft.customer?.balance ?? 0) : 0;
  const sum = total + startingBalance;
  const due = draft.usesBalance && sum < getMinimumCharge(draft.currency) ? 0 : sum;
  const lines = draft.lines.map((line, index) =>
    toLineItemRow(id, draft.currency, line, { discounts: parts[index]!, tax: taxes[index]! }),
  );
  const { daysUntilDue = null } = draft;
  const invoice: InvoiceRow = {
    id,
    object: "invoice",
    account_country: "US",
    account_name: "Sandbox",
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: Boolean(draft.tax),
      liability: draft.tax ? { type: "self" } : null,
      provider: draft.tax ? "stripe" : null,
      status: !draft.tax
        ? null
        : draft.tax.country === null
          ? "requires_location_inputs"
          : "complete",
    },
    automatically_finalizes_at: null,
    billing_reason: draft.billingReason,
    collection_method: daysUntilDue === null ? "charge_automatically" : "send_invoice",
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
    customer_tax_exempt: draft.customer?.tax_exempt ?? "none",
    customer_tax_ids: draft.customer
      ? listTaxIds(account, draft.customer.id).map(({ type, value }) => ({ type, value }))
      : [],
    default_payment_method: draft.defaultPaymentMethod ?? null,
    default_source: null,
    default_tax_rates: [],
    description: draft.description ?? null,
    discounts: discounts.map((discount) => discount.id),
    due_date: daysUntilDue === null ? null : now + daysUntilDue * 86_400,
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
            ...(draft.prorationDate !== undefined && {
              subscription_proration_date: draft.prorationDate,
            }),
          },
          type: "subscription_details",
        }
      : null,
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: draft.period?.end ?? now,
    period_start: draft.period?.start ?? now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: startingBalance,
    statement_descriptor: null,
    status: "draft",
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    subtotal_excluding_tax: subtotal - taxIncluded,
    test_clock: account.clock.testClock(),
    total,
    total_discount_amounts: totals,
    total_excluding_tax: discountedSubtotal - taxIncluded,
    total_pretax_credit_amounts: totals.map((part) => ({ ...part, type: "discount" })),
    total_taxes: sumTaxes(taxes),
    webhooks_delivered_at: now,
    ...(draft.usesBalance && { _usesBalance: true }),
  };
  return { invoice, lines };
}

/** Returns the tax of a line, or null unless tax is calculated automatically. */
function computeInvoiceLineTax(
  account: Account,
  { tax, currency }: InvoiceDraft,
  { price, amount }: InvoiceLine,
  discounts: LineDiscount[],
): LineTax | null {
  if (!tax) return null;
  const discounted = discounts.reduce((left, part) => left - part.amount, amount);
  const behavior = price ?? { tax_behavior: "unspecified" as const, currency };
  return computeLineTax(account, behavior, discounted, tax);
}

/** Returns the discount amounts of each line. Each discount applies to the amount left by the previous ones. */
function distributeDiscounts(
  discounts: AppliedDiscount[],
  { lines, currency }: InvoiceDraft,
): LineDiscount[][] {
  const remaining = lines.map((line) => (line.proration ? 0 : line.amount));
  const parts = lines.map((): LineDiscount[] => []);
  for (const { id, coupon } of discounts) {
    const amounts = getDiscountableAmounts(
      coupon,
      lines.map(({ price }, index) => ({
        amount: remaining[index]!,
        product: (price?.product as string | undefined) ?? null,
      })),
    );
    for (const [index, amount] of computeDiscountAmounts(coupon, amounts, currency).entries()) {
      remaining[index]! -= amount;
      if (!lines[index]!.proration) parts[index]!.push({ discount: id, amount });
    }
  }
  return parts;
}
