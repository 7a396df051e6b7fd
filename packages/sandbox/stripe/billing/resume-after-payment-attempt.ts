import type { Account } from "../account.ts";
import type { InvoiceRow, SubscriptionRow } from "../store/rows.ts";

/** A paused subscription runs again once its resumption invoice was paid or, where that suffices, tried. */
export function resumeAfterAttempt(
  account: Account,
  subscription: SubscriptionRow,
  invoice: InvoiceRow,
): void {
  const waiting = subscription._resume;
  if (waiting?.invoice !== invoice.id) return;
  const paid = invoice.status === "paid";
  if (!paid && waiting.waitsFor === "success") return;
  runAgain(account, subscription, paid ? "active" : "past_due");
}

/** Paused → running. */
export function runAgain(
  account: Account,
  subscription: SubscriptionRow,
  status: "active" | "past_due",
): SubscriptionRow {
  const resumed = account.change(
    "subscription",
    subscription.id,
    { status, _resume: null, status_details: undefined },
    "customer.subscription.updated",
  );
  account.emit("customer.subscription.resumed", "subscription", resumed);
  return resumed;
}
