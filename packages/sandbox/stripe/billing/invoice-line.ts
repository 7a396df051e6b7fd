import type Stripe from "stripe";
import { newId } from "../protocol/ids.ts";
import type { LineItemRow, PriceRow } from "../store/rows.ts";

/** What makes a line a proration: the debit that a credit takes back, if it is a credit. */
export interface Proration {
  /** The id of the invoice item or line that was debited. */
  credits: string | null;
  /** Where that debit was invoiced; null while it is still pending. */
  creditedLine: { invoice: string; line: string } | null;
}

/** One line before it belongs to an invoice. Amounts in minor units, for the whole quantity, before discounts. */
export interface InvoiceLine {
  /** Null for a plain amount. */
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

/** A discount's part of one line. */
export interface LineDiscount {
  discount: string;
  amount: number;
}

export function lineRow(
  invoice: string,
  currency: string,
  line: InvoiceLine,
  discounts: LineDiscount[],
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
    parent: lineParent(line),
    period: line.period,
    pretax_credit_amounts: discounts.map(({ amount, discount }) => ({
      amount,
      discount,
      type: "discount",
    })),
    pricing: pricingOf(line),
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: line.subscriptionItem?.subscription ?? null,
    subtotal: line.amount,
    taxes: [],
    _credits: line.proration?.credits ?? null,
  };
}

/** The price of a line, as lines and invoice items show it. */
export function pricingOf({ price, quantity, amount }: InvoiceLine): LineItemRow["pricing"] {
  if (!price) return null;
  return {
    type: "price_details",
    price_details: { price: price.id, product: price.product as string },
    unit_amount_decimal:
      price.unit_amount_decimal ?? (quantity > 0 ? String(amount / quantity) : "0"),
  };
}

function lineParent(line: InvoiceLine): Stripe.InvoiceLineItem.Parent | null {
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
