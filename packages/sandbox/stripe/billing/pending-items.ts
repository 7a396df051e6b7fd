import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";
import type { InvoiceItemRow } from "../store/rows.ts";
import { toLinePricing, type InvoiceLine } from "./invoice-line.ts";

/** Stores lines as invoice items that wait for the next invoice of their subscription. */
export function createPendingItems(
  account: Account,
  { customer, currency }: { customer: string; currency: string },
  lines: InvoiceLine[],
): InvoiceItemRow[] {
  return lines.map((line) =>
    account.create("invoiceitem", buildPendingItem(account, { customer, currency }, line)),
  );
}

function buildPendingItem(
  account: Account,
  { customer, currency }: { customer: string; currency: string },
  line: InvoiceLine,
): InvoiceItemRow {
  return {
    id: newId("invoiceitem"),
    object: "invoiceitem",
    amount: line.amount,
    currency,
    customer,
    customer_account: null,
    date: account.clock.now(),
    description: line.description,
    discountable: !line.proration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: line.metadata ?? {},
    net_amount: line.amount,
    parent: line.subscriptionItem
      ? {
          subscription_details: {
            subscription: line.subscriptionItem.subscription,
            subscription_item: line.subscriptionItem.item,
          },
          type: "subscription_details",
        }
      : null,
    period: line.period,
    pricing: toLinePricing(line),
    proration: line.proration !== undefined,
    ...(line.proration && {
      proration_details: {
        credited_items: toCreditedItems(line),
        discount_amounts: [],
      },
    }),
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    tax_rates: [],
    test_clock: account.clock.testClock(),
    _credits: line.proration?.creditedItemId ?? null,
  };
}

function toCreditedItems({ proration }: InvoiceLine) {
  if (proration?.creditedLine) {
    const { invoice, line } = proration.creditedLine;
    return {
      invoice_line_item_details: { invoice, invoice_line_items: [line] },
      type: "invoice_line_items" as const,
    };
  }
  return proration?.creditedItemId
    ? { invoice_item: proration.creditedItemId, type: "invoice_item" as const }
    : null;
}

/** Returns the pending lines for the next invoice of a subscription, including those without a subscription. */
export function listPendingLines(
  account: Account,
  {
    customer,
    subscription,
    currency,
  }: { customer: string; subscription: string; currency: string },
): InvoiceLine[] {
  return account.objects
    .findAll("invoiceitem", [
      { field: "customer", equals: customer },
      { field: "currency", equals: currency },
    ])
    .filter(({ invoice, parent }) => {
      const itemSubscription = parent?.subscription_details?.subscription;
      return (
        invoice === null && (itemSubscription === undefined || itemSubscription === subscription)
      );
    })
    .map((row) => toInvoiceLine(account, row));
}

function toInvoiceLine(account: Account, row: InvoiceItemRow): InvoiceLine {
  const details = row.parent?.subscription_details;
  const credited = row.proration_details?.credited_items?.invoice_line_item_details;
  return {
    price: row.pricing ? account.get("price", row.pricing.price_details.price) : null,
    quantity: row.quantity,
    amount: row.amount,
    description: row.description ?? "",
    period: row.period,
    metadata: row.metadata ?? {},
    invoiceItem: row.id,
    ...(details?.subscription_item && {
      subscriptionItem: { subscription: details.subscription, item: details.subscription_item },
    }),
    ...(row.proration && {
      proration: {
        creditedItemId: row._credits,
        creditedLine: credited
          ? { invoice: credited.invoice, line: credited.invoice_line_items[0]! }
          : null,
      },
    }),
  };
}
