import type { Account } from "../account.ts";
import type { InvoiceItemRow, LineItemRow, SubscriptionRow } from "../store/rows.ts";

/** An amount that was billed for a subscription item and not credited yet. */
export interface BilledAmount {
  /** The id of the invoice item, or of the invoice line if there is none. */
  id: string;
  price: string;
  quantity: number;
  /** Minor units, after discounts. */
  amount: number;
  period: { start: number; end: number };
  line: { invoice: string; line: string } | null;
}

/** Returns the uncredited amounts billed for a subscription item whose period ends after `at` (Unix seconds). */
export function findBilledAmounts(
  account: Account,
  subscription: SubscriptionRow,
  item: string,
  at: number,
): BilledAmount[] {
  const pending = account.objects
    .findAll("invoiceitem", [
      { field: "customer", equals: subscription.customer as string },
      { field: "parent.subscription_details.subscription_item", equals: item },
    ])
    .filter((row) => row.invoice === null);
  const invoiced = account.objects
    .findAll("line_item", [
      { field: "parent.subscription_item_details.subscription_item", equals: item },
    ])
    .filter((line) => isBilled(account, subscription, line));
  const credited = new Set([...pending, ...invoiced].map(({ _credits }) => _credits));
  return [...invoiced.map(lineToBilledAmount), ...pending.map(pendingItemToBilledAmount)].filter(
    (debit) => debit.amount > 0 && debit.period.end > at && !credited.has(debit.id),
  );
}

/** A voided invoice doesn't count as billed, nor does the unpaid invoice of a pending update. */
function isBilled(account: Account, subscription: SubscriptionRow, line: LineItemRow): boolean {
  const invoice = account.objects.find("invoice", line.invoice!);
  return invoice?.status !== "void" && invoice?.id !== subscription._pending?.invoice;
}

function lineToBilledAmount(line: LineItemRow): BilledAmount {
  const discount = (line.discount_amounts ?? []).reduce((sum, part) => sum + part.amount, 0);
  return {
    id: line.parent?.subscription_item_details?.invoice_item ?? line.id,
    price: line.pricing!.price_details.price,
    quantity: line.quantity ?? 1,
    amount: line.amount - discount,
    period: line.period,
    line: { invoice: line.invoice!, line: line.id },
  };
}

function pendingItemToBilledAmount(row: InvoiceItemRow): BilledAmount {
  return {
    id: row.id,
    price: row.pricing!.price_details.price,
    quantity: row.quantity,
    amount: row.amount,
    period: row.period,
    line: null,
  };
}
