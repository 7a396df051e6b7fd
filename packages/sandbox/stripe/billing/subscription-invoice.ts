import type { Account } from "../account.ts";
import { listActiveDiscounts, removeUsedDiscounts } from "../discounts/subscription-discounts.ts";
import type { InvoiceRow, SubscriptionRow } from "../store/rows.ts";
import { isManaged } from "../checkout/managed-payments.ts";
import { toTaxedCustomer } from "../tax/compute-tax.ts";
import { createDraftInvoice, type InvoiceDraft } from "./create-draft-invoice.ts";
import type { InvoiceLine } from "./invoice-line.ts";
import { listPendingLines } from "./pending-items.ts";

interface SubscriptionInvoiceInput {
  reason: "subscription_create" | "subscription_cycle" | "subscription_update";
  /** Lines in addition to the pending ones. */
  lines: InvoiceLine[];
  prorationDate?: number | undefined;
  period?: { start: number; end: number };
}

/** Builds the draft of a subscription's next invoice from its pending lines and the given lines. */
export function buildSubscriptionInvoiceDraft(
  account: Account,
  subscription: SubscriptionRow,
  { reason, lines, prorationDate, period }: SubscriptionInvoiceInput,
): InvoiceDraft {
  const customer = account.get("customer", subscription.customer as string);
  const { currency, id, metadata } = subscription;
  const pending = listPendingLines(account, { customer: customer.id, subscription: id, currency });
  return {
    customer,
    currency,
    billingReason: reason,
    subscription: { id, metadata },
    lines: [...pending, ...lines],
    defaultPaymentMethod: null,
    daysUntilDue: subscription.days_until_due,
    discounts: listActiveDiscounts(account, subscription, account.clock.now()),
    tax: subscription.automatic_tax.enabled
      ? { ...toTaxedCustomer(customer), isManaged: isManaged(subscription) }
      : null,
    usesBalance: true,
    prorationDate,
    ...(period && { period }),
  };
}

/** Creates a subscription's next draft invoice and makes it `latest_invoice`. Emits no subscription event. */
export function draftSubscriptionInvoice(
  account: Account,
  subscription: SubscriptionRow,
  input: SubscriptionInvoiceInput,
): InvoiceRow {
  const draft = createDraftInvoice(
    account,
    buildSubscriptionInvoiceDraft(account, subscription, input),
  );
  const { id } = account.update("subscription", subscription.id, { latest_invoice: draft.id });
  removeUsedDiscounts(account, account.get("subscription", id), draft);
  return draft;
}
