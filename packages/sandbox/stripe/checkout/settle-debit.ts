import type { Account } from "../account.ts";
import { afterPayment } from "../billing/collect-invoice.ts";
import { failInvoicePayment, settleInvoice } from "../billing/invoice-transitions.ts";
import { isLive } from "../billing/subscription-status.ts";
import { failIntent, succeedIntent } from "../payments/payment-intent.ts";
import { debitFailed } from "../payments/test-cards.ts";
import type { SessionRow } from "../store/rows.ts";
import { invoiceAfterDebit } from "./complete-session.ts";

/**
 * The bank's answer to a debit, which comes whatever became of the customer and the subscription meanwhile. A session
 * whose debit was settled before is left as it is.
 */
export function settleDebit(
  account: Account,
  sessionId: string,
  outcome: "succeeded" | "failed",
): SessionRow {
  const session = account.get("checkout.session", sessionId);
  const waiting = session._private.attempt;
  const intent = waiting?.intent ? account.get("payment_intent", waiting.intent) : undefined;
  if (!waiting || intent?.status !== "processing") return session;
  const method = account.get("payment_method", waiting.method);
  const invoice = session.invoice ? account.get("invoice", session.invoice as string) : undefined;

  if (outcome === "failed") {
    failIntent(account, intent, method, debitFailed);
    if (invoice) failInvoicePayment(account, invoice);
    const subscription = session.subscription
      ? account.objects.find("subscription", session.subscription as string)
      : undefined;
    if (subscription && isLive(subscription))
      account.change(
        "subscription",
        subscription.id,
        { status: "past_due" },
        "customer.subscription.updated",
      );
    account.emit("checkout.session.async_payment_failed", "checkout.session", session);
    return session;
  }
  const succeeded = succeedIntent(account, intent, method, false);
  if (invoice) afterPayment(account, settleInvoice(account, invoice));
  const made = session.mode === "payment" ? invoiceAfterDebit(account, session, succeeded) : {};
  const paid = account.change("checkout.session", sessionId, { ...made, payment_status: "paid" });
  account.emit("checkout.session.async_payment_succeeded", "checkout.session", paid);
  return paid;
}
