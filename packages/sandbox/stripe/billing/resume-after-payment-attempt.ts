import type { Account } from "../account.ts";
import type { InvoiceRow, SubscriptionRow } from "../store/rows.ts";
import { computePeriodEnd } from "./compute-period-end.ts";
import { getNextRenewalTime, listSubscriptionItems } from "./subscription-items.ts";

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

/** Whether the failed payment of this invoice has paused the subscription. */
export function pausedBy(
  { status, status_details: details, latest_invoice: latest }: SubscriptionRow,
  invoice: InvoiceRow,
): boolean {
  const reason = details?.paused?.subscription?.type ?? "";
  return (
    status === "paused" &&
    latest === invoice.id &&
    ["first_payment_failure", "final_payment_failure"].includes(reason)
  );
}

/**
 * Resumes a subscription that a failed payment has paused, once the invoice is paid or written off, if the account
 * says so. The billing cycle goes on as before; periods that ended during the pause are not billed.
 * @returns false if this invoice has not paused it
 */
export function resumeAfterFailure(
  account: Account,
  subscription: SubscriptionRow,
  invoice: InvoiceRow,
): boolean {
  if (!pausedBy(subscription, invoice)) return false;
  if (!account.readSettings().resumeAfterPayment) return true;
  resumeSubscription(account, subscription, "active");
  const now = account.clock.now();
  for (const item of listSubscriptionItems(account, subscription.id)) {
    const { recurring } = account.get("price", item.price);
    let { current_period_start: start, current_period_end: end } = item;
    while (end <= now) {
      start = end;
      end = computePeriodEnd(start, recurring!, subscription.billing_cycle_anchor);
    }
    account.objects.update("subscription_item", {
      ...item,
      current_period_start: start,
      current_period_end: end,
    });
  }
  const renewsAt = getNextRenewalTime(listSubscriptionItems(account, subscription.id));
  account.schedule(renewsAt, "renew_subscription", subscription.id);
  return true;
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
