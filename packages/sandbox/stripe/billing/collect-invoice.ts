import type { Account } from "../account.ts";
import { disputeIfCardSaysSo } from "../payments/payment-intent.ts";
import type { InvoiceRow, SubscriptionRow } from "../store/rows.ts";
import { chargeInvoice, type ChargeResult } from "./charge-invoice.ts";
import { applyPendingUpdate } from "./pending-update.ts";
import { resumeAfterAttempt } from "./resume-after-payment-attempt.ts";
import { finalizeInvoice } from "./invoice-transitions.ts";
import { methodOf } from "./subscription-items.ts";

const day = 86_400;
/** Days after each failed attempt. Stripe's own choice of days is its secret; these are of the same order. */
const retryDelays = [3 * day, 5 * day, 7 * day];

/** The subscription that an invoice bills. */
export function subscriptionOf(account: Account, invoice: InvoiceRow): SubscriptionRow | undefined {
  const id = invoice.parent?.subscription_details?.subscription as string | undefined;
  return id ? account.objects.find("subscription", id) : undefined;
}

/** Draft → open → charged to the subscription's method, with all that follows for the subscription. */
export function issueInvoice(account: Account, draft: InvoiceRow): ChargeResult {
  return collectInvoice(account, finalizeInvoice(account, draft));
}

/** One attempt to collect an open invoice of a subscription, with all that follows for the subscription. */
export function collectInvoice(
  account: Account,
  invoice: InvoiceRow,
  means: { method?: string | null; authenticated?: boolean } = {},
): ChargeResult {
  const subscription = subscriptionOf(account, invoice);
  const method = means.method ?? invoice.default_payment_method ?? null;
  const result = chargeInvoice(account, invoice, {
    ...means,
    method: (method ?? (subscription ? methodOf(account, subscription) : null)) as string | null,
  });
  if (result.kind === "failed")
    return { ...result, invoice: afterFailure(account, result.invoice) };
  afterPayment(account, result.invoice);
  disputeIfAsked(account, result.invoice);
  return result;
}

/** What a paid invoice brings back: an overdue subscription, a first one, a paused one, a change that waited. */
export function afterPayment(account: Account, invoice: InvoiceRow): void {
  const subscription = subscriptionOf(account, invoice);
  if (!subscription) return;
  if (subscription._pending?.invoice === invoice.id) applyPendingUpdate(account, subscription);
  else if (subscription.status === "paused") resumeAfterAttempt(account, subscription, invoice);
  else if (
    ["past_due", "unpaid", "incomplete"].includes(subscription.status) &&
    subscription.latest_invoice === invoice.id
  ) {
    account.change(
      "subscription",
      subscription.id,
      {
        status:
          subscription.trial_end !== null && subscription.trial_end > account.clock.now()
            ? "trialing"
            : "active",
      },
      "customer.subscription.updated",
    );
  }
}

/** What a failed attempt does: overdue at once, another attempt some days later, the end after the last. */
function afterFailure(account: Account, invoice: InvoiceRow): InvoiceRow {
  const subscription = subscriptionOf(account, invoice);
  if (!subscription || subscription._pending?.invoice === invoice.id) return invoice;
  if (subscription.status === "paused") {
    resumeAfterAttempt(account, subscription, invoice);
    return account.get("invoice", invoice.id);
  }
  if (!["active", "past_due"].includes(subscription.status)) return invoice;
  if (subscription.status === "active")
    account.change(
      "subscription",
      subscription.id,
      { status: "past_due" },
      "customer.subscription.updated",
    );
  return scheduleRetry(account, invoice);
}

/** Plans the next attempt; null as its time once there is none left. */
export function scheduleRetry(account: Account, invoice: InvoiceRow): InvoiceRow {
  const delay = retryDelays[invoice.attempt_count - 1];
  if (delay === undefined) {
    const left = account.change("invoice", invoice.id, {
      next_payment_attempt: null,
      auto_advance: false,
    });
    account.schedule(account.clock.now(), "give_up_invoice", invoice.id);
    return left;
  }
  const next = account.clock.now() + delay;
  account.schedule(next, "retry_invoice", invoice.id);
  return account.change("invoice", invoice.id, { next_payment_attempt: next });
}

function disputeIfAsked(account: Account, invoice: InvoiceRow): void {
  for (const { payment, status } of account.objects.all("invoice_payment", [
    { field: "invoice", equals: invoice.id },
  ])) {
    if (status !== "paid") continue;
    const intent = account.get("payment_intent", payment.payment_intent as string);
    const method = account.objects.find("payment_method", intent.payment_method as string);
    if (method) disputeIfCardSaysSo(account, intent, method);
  }
}
