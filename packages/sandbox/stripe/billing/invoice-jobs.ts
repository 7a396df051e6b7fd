import type { Account } from "../account.ts";
import { voidInvoice, writeOffInvoice } from "./close-invoice.ts";
import { collectInvoice, issueInvoice, subscriptionOf } from "./collect-invoice.ts";
import { endSubscription } from "./end-subscription.ts";
import { finalizeInvoice } from "./invoice-transitions.ts";

/** A renewal's hour as a draft is over. Where collection is paused, nobody is charged. */
export function finalizeWhenDue(account: Account, id: string): void {
  const invoice = account.objects.find("invoice", id);
  if (invoice?.status !== "draft" || !invoice.auto_advance) return;
  switch (subscriptionOf(account, invoice)?.pause_collection?.behavior) {
    case "void":
      voidInvoice(account, finalizeInvoice(account, invoice));
      break;
    case "mark_uncollectible":
      writeOffInvoice(account, finalizeInvoice(account, invoice));
      break;
    case "keep_as_draft":
      account.change("invoice", id, { auto_advance: false, automatically_finalizes_at: null });
      break;
    default:
      issueInvoice(account, invoice);
  }
}

/** Another attempt, unless the invoice was paid, closed or tried by somebody meanwhile. */
export function retryWhenDue(account: Account, id: string): void {
  const invoice = account.objects.find("invoice", id);
  if (invoice?.status !== "open" || invoice.next_payment_attempt === null) return;
  if (invoice.next_payment_attempt > account.clock.now()) return;
  collectInvoice(account, invoice);
}

/** The last attempt failed: what the account's settings say happens to the subscription. */
export function giveUp(account: Account, id: string): void {
  const invoice = account.objects.find("invoice", id);
  const subscription = invoice && subscriptionOf(account, invoice);
  if (invoice?.status !== "open" || subscription?.status !== "past_due") return;
  switch (account.afterRetries()) {
    case "cancel":
      endSubscription(account, subscription, { reason: "payment_failed" });
      break;
    case "unpaid":
      account.change(
        "subscription",
        subscription.id,
        { status: "unpaid" },
        "customer.subscription.updated",
      );
      break;
    case "past_due":
      break;
  }
}

/** Nobody paid a first invoice within 23 hours. */
export function expireIncomplete(account: Account, id: string): void {
  const subscription = account.objects.find("subscription", id);
  if (subscription?.status !== "incomplete") return;
  const invoice = account.get("invoice", subscription.latest_invoice as string);
  if (invoice.status === "open") voidInvoice(account, invoice);
  account.change(
    "subscription",
    id,
    { status: "incomplete_expired", ended_at: account.clock.now() },
    "customer.subscription.updated",
  );
}

/** Nobody tried to pay what resumes a paused subscription within 23 hours. */
export function expireResumption(account: Account, id: string): void {
  const subscription = account.objects.find("subscription", id);
  if (subscription?.status !== "paused" || !subscription._resume) return;
  const invoice = account.get("invoice", subscription._resume.invoice);
  if (invoice.status !== "open" || invoice.attempt_count > 0) return;
  account.change("subscription", id, { _resume: null });
  voidInvoice(account, invoice);
}

/** The pause of collection is over, unless it was moved or ended meanwhile. */
export function resumeCollection(account: Account, id: string): void {
  const subscription = account.objects.find("subscription", id);
  const resumesAt = subscription?.pause_collection?.resumes_at;
  if (!resumesAt || resumesAt > account.clock.now()) return;
  account.change("subscription", id, { pause_collection: null }, "customer.subscription.updated");
}
