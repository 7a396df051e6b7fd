import type { Account } from "../account.ts";
import { activeDiscounts, useUpDiscounts } from "../discounts/subscription-discounts.ts";
import type { InvoiceRow, SubscriptionRow } from "../store/rows.ts";
import { draftInvoice, type Draft } from "./create-draft-invoice.ts";
import type { InvoiceLine } from "./invoice-line.ts";
import { pendingLines } from "./pending-items.ts";

interface SubscriptionBill {
  reason: "subscription_create" | "subscription_cycle" | "subscription_update";
  /** On top of what is pending. */
  lines: InvoiceLine[];
  prorationDate?: number | undefined;
  period?: { start: number; end: number };
}

/** What the next invoice of a subscription says: what is pending, and the given lines. */
export function billOf(
  account: Account,
  subscription: SubscriptionRow,
  { reason, lines, prorationDate, period }: SubscriptionBill,
): Draft {
  const customer = account.get("customer", subscription.customer as string);
  const { currency, id, metadata } = subscription;
  const pending = pendingLines(account, { customer: customer.id, subscription: id, currency });
  return {
    customer,
    currency,
    billingReason: reason,
    subscription: { id, metadata },
    lines: [...pending, ...lines],
    defaultPaymentMethod: null,
    discounts: activeDiscounts(account, subscription, account.clock.now()),
    usesBalance: true,
    prorationDate,
    ...(period && { period }),
  };
}

/** Drafts the next invoice of a subscription, which becomes its latest. No event of the subscription. */
export function draftBill(
  account: Account,
  subscription: SubscriptionRow,
  bill: SubscriptionBill,
): InvoiceRow {
  const draft = draftInvoice(account, billOf(account, subscription, bill));
  const { id } = account.change("subscription", subscription.id, { latest_invoice: draft.id });
  useUpDiscounts(account, account.get("subscription", id), draft);
  return draft;
}
