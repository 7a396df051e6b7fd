import type { Account } from "../account.ts";
import type { InvoiceItemRow, LineItemRow, SubscriptionRow } from "../store/rows.ts";

/** Something that was billed for an item and not credited yet. */
export interface Debit {
  /** The id of its invoice item, else of its line. */
  id: string;
  price: string;
  quantity: number;
  /** Minor units, after discounts. */
  amount: number;
  period: { start: number; end: number };
  line: { invoice: string; line: string } | null;
}

/** What a subscription item was billed for time after `at` (unix seconds), and may be credited for. */
export function findDebits(
  account: Account,
  subscription: SubscriptionRow,
  item: string,
  at: number,
): Debit[] {
  const pending = account.objects
    .all("invoiceitem", [
      { field: "customer", equals: subscription.customer as string },
      { field: "parent.subscription_details.subscription_item", equals: item },
    ])
    .filter((row) => row.invoice === null);
  const invoiced = account.objects
    .all("line_item", [
      { field: "parent.subscription_item_details.subscription_item", equals: item },
    ])
    .filter((line) => countsAsBilled(account, subscription, line));
  const credited = new Set([...pending, ...invoiced].map(({ _credits }) => _credits));
  return [...invoiced.map(lineDebit), ...pending.map(pendingDebit)].filter(
    (debit) => debit.amount > 0 && debit.period.end > at && !credited.has(debit.id),
  );
}

/** A voided invoice never billed anything, and neither has one whose change still waits for its payment. */
function countsAsBilled(
  account: Account,
  subscription: SubscriptionRow,
  line: LineItemRow,
): boolean {
  const invoice = account.objects.find("invoice", line.invoice!);
  return invoice?.status !== "void" && invoice?.id !== subscription._pending?.invoice;
}

function lineDebit(line: LineItemRow): Debit {
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

function pendingDebit(row: InvoiceItemRow): Debit {
  return {
    id: row.id,
    price: row.pricing!.price_details.price,
    quantity: row.quantity,
    amount: row.amount,
    period: row.period,
    line: null,
  };
}
