import type { Account } from "../account.ts";
import { updateSubscriptionAfterPayment } from "../billing/collect-invoice.ts";
import { markInvoicePaymentFailed, markInvoicePaid } from "../billing/invoice-transitions.ts";
import { isOngoing } from "../billing/subscription-status.ts";
import { markIntentFailed, markIntentSucceeded } from "../payments/payment-intent.ts";
import { debitFailed } from "../payments/test-cards.ts";
import type { SessionRow } from "../store/rows.ts";
import { createInvoiceAfterDebit } from "./complete-session.ts";

/**
 * Applies the bank's answer to a debit, even if the customer or the subscription was deleted meanwhile. Does nothing if
 * the debit is not processing.
 */
export function settleDebit(
  account: Account,
  sessionId: string,
  outcome: "succeeded" | "failed",
): SessionRow {
  const session = account.get("checkout.session", sessionId);
  const pendingAttempt = session._private.attempt;
  const intent = pendingAttempt?.intent
    ? account.get("payment_intent", pendingAttempt.intent)
    : undefined;
  if (!pendingAttempt || intent?.status !== "processing") return session;
  const method = account.get("payment_method", pendingAttempt.method);
  const invoice = session.invoice ? account.get("invoice", session.invoice as string) : undefined;

  if (outcome === "failed") {
    markIntentFailed(account, intent, method, debitFailed);
    if (invoice) markInvoicePaymentFailed(account, invoice);
    const subscription = session.subscription
      ? account.objects.find("subscription", session.subscription as string)
      : undefined;
    if (subscription && isOngoing(subscription))
      account.update(
        "subscription",
        subscription.id,
        { status: "past_due" },
        "customer.subscription.updated",
      );
    account.emit("checkout.session.async_payment_failed", "checkout.session", session);
    return session;
  }
  const succeeded = markIntentSucceeded(account, intent, method, false);
  if (invoice) updateSubscriptionAfterPayment(account, markInvoicePaid(account, invoice));
  const invoiceFields =
    session.mode === "payment" ? createInvoiceAfterDebit(account, session, succeeded) : {};
  const paid = account.update("checkout.session", sessionId, {
    ...invoiceFields,
    payment_status: "paid",
  });
  account.emit("checkout.session.async_payment_succeeded", "checkout.session", paid);
  return paid;
}
