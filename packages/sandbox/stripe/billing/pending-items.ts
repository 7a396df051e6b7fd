import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";
import type { InvoiceItemRow } from "../store/rows.ts";
import { pricingOf, type InvoiceLine } from "./invoice-line.ts";

/** Keeps lines for the next invoice of their subscription. */
export function writePendingItems(
  account: Account,
  { customer, currency }: { customer: string; currency: string },
  lines: InvoiceLine[],
): InvoiceItemRow[] {
  return lines.map((line) =>
    account.create("invoiceitem", pendingItem(account, { customer, currency }, line)),
  );
}

function pendingItem(
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
    pricing: pricingOf(line),
    proration: line.proration !== undefined,
    ...(line.proration && {
      proration_details: {
        credited_items: creditedItems(line),
        discount_amounts: [],
      },
    }),
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    tax_rates: [],
    test_clock: account.clock.test(),
    _credits: line.proration?.credits ?? null,
  };
}

function creditedItems({ proration }: InvoiceLine) {
  if (proration?.creditedLine) {
    const { invoice, line } = proration.creditedLine;
    return {
      invoice_line_item_details: { invoice, invoice_line_items: [line] },
      type: "invoice_line_items" as const,
    };
  }
  return proration?.credits
    ? { invoice_item: proration.credits, type: "invoice_item" as const }
    : null;
}

/** The lines that wait for the next invoice of a subscription. Those without a subscription wait for any. */
export function pendingLines(
  account: Account,
  {
    customer,
    subscription,
    currency,
  }: { customer: string; subscription: string; currency: string },
): InvoiceLine[] {
  return account.objects
    .all("invoiceitem", [
      { field: "customer", equals: customer },
      { field: "currency", equals: currency },
    ])
    .filter(({ invoice, parent }) => {
      const owner = parent?.subscription_details?.subscription;
      return invoice === null && (owner === undefined || owner === subscription);
    })
    .map((row) => toLine(account, row));
}

function toLine(account: Account, row: InvoiceItemRow): InvoiceLine {
  const owner = row.parent?.subscription_details;
  const credited = row.proration_details?.credited_items?.invoice_line_item_details;
  return {
    price: row.pricing ? account.get("price", row.pricing.price_details.price) : null,
    quantity: row.quantity,
    amount: row.amount,
    description: row.description ?? "",
    period: row.period,
    metadata: row.metadata ?? {},
    invoiceItem: row.id,
    ...(owner?.subscription_item && {
      subscriptionItem: { subscription: owner.subscription, item: owner.subscription_item },
    }),
    ...(row.proration && {
      proration: {
        credits: row._credits,
        creditedLine: credited
          ? { invoice: credited.invoice, line: credited.invoice_line_items[0]! }
          : null,
      },
    }),
  };
}
