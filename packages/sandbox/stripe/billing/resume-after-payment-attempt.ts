import type { Account } from "../account.ts";
import type { InvoiceRow, SubscriptionRow } from "../store/rows.ts";

/** Resumes a paused subscription after its resumption invoice was paid, or only attempted if that is enough. */
export function resumeAfterPaymentAttempt(
  account: Account,
  subscription: SubscriptionRow,
  invoice: InvoiceRow,
): void {
  const resumption = subscription._resume;
  if (resumption?.invoice !== invoice.id) return;
  const paid = invoice.status === "paid";
  if (!paid && resumption.waitsFor === "success") return;
  resumeSubscription(account, subscription, paid ? "active" : "past_due");
}

/** Resumes a paused subscription. */
export function resumeSubscription(
  account: Account,
  subscription: SubscriptionRow,
  status: "active" | "past_due",
): SubscriptionRow {
  const resumed = account.update(
    "subscription",
    subscription.id,
    { status, _resume: null, status_details: undefined },
    "customer.subscription.updated",
  );
  account.emit("customer.subscription.resumed", "subscription", resumed);
  return resumed;
}
