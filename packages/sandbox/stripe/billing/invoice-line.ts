import type Stripe from "stripe";
import { newId } from "../protocol/ids.ts";
import type { LineItemRow, PriceRow } from "../store/rows.ts";
import { toInvoiceTax, type LineTax } from "../tax/compute-tax.ts";

/** Marks a line as a proration. A credit names the debit it reverses; a debit has nulls. */
export interface Proration {
  /** The id of the debited invoice item or line; null for a debit. */
  creditedItemId: string | null;
  /** The invoice line of that debit; null while it is pending. */
  creditedLine: { invoice: string; line: string } | null;
}

/** A line that isn't on an invoice yet. Amounts are in minor units, for the full quantity, before discounts. */
export interface InvoiceLine {
  /** Null for an amount without a price. */
  price: PriceRow | null;
  quantity: number;
  amount: number;
  description: string;
  period: { start: number; end: number };
  subscriptionItem?: { subscription: string; item: string };
  proration?: Proration;
  /** The pending invoice item that becomes this line. */
  invoiceItem?: string;
  metadata?: Stripe.Metadata;
}

/** The amount of one discount on one line, in minor units. */
export interface LineDiscount {
  discount: string;
  amount: number;
}

export function toLineItemRow(
  invoice: string,
  currency: string,
  line: InvoiceLine,
  { discounts, tax }: { discounts: LineDiscount[]; tax: LineTax | null },
): LineItemRow {
  return {
    id: newId("line_item"),
    object: "line_item",
    amount: line.amount,
    currency,
    description: line.description,
    discount_amounts: discounts,
    discountable: !line.proration,
    discounts: discounts.map(({ discount }) => discount),
    invoice,
    livemode: false,
    metadata: line.metadata ?? {},
    parent: toLineParent(line),
    period: line.period,
    pretax_credit_amounts: discounts.map(({ amount, discount }) => ({
      amount,
      discount,
      type: "discount",
    })),
    pricing: toLinePricing(line),
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: line.subscriptionItem?.subscription ?? null,
    subtotal: line.amount,
    taxes: tax ? [toInvoiceTax(tax)] : [],
    _credits: line.proration?.creditedItemId ?? null,
  };
}

/** Returns the `pricing` field of an invoice line or invoice item. */
export function toLinePricing({ price, quantity, amount }: InvoiceLine): LineItemRow["pricing"] {
  if (!price) return null;
  return {
    type: "price_details",
    price_details: { price: price.id, product: price.product as string },
    unit_amount_decimal:
      price.unit_amount_decimal ?? (quantity > 0 ? String(amount / quantity) : "0"),
  };
}

function toLineParent(line: InvoiceLine): Stripe.InvoiceLineItem.Parent | null {
  const { creditedLine } = line.proration ?? {};
  const shared = {
    proration: line.proration !== undefined,
    proration_details: line.proration
      ? {
          credited_items: creditedLine
            ? { invoice: creditedLine.invoice, invoice_line_items: [creditedLine.line] }
            : null,
        }
      : null,
    subscription: line.subscriptionItem?.subscription ?? null,
  };
  if (line.subscriptionItem) {
    return {
      invoice_item_details: null,
      subscription_item_details: {
        ...shared,
        invoice_item: line.invoiceItem ?? null,
        subscription_item: line.subscriptionItem.item,
      },
      type: "subscription_item_details",
    };
  }
  if (!line.invoiceItem) return null;
  return {
    invoice_item_details: { ...shared, invoice_item: line.invoiceItem },
    subscription_item_details: null,
    type: "invoice_item_details",
  };
}
