import type { PaidWith, PaymentFacts } from "../db/schema/outbox.ts";
import { DAY, HOUR, SECOND } from "../lib/time.ts";
import type { PaymentRow } from "../purchases/payments/store.ts";
import type { SubscriptionRow } from "../purchases/subscriptions/store.ts";
import { isPaused } from "./decide-pause-emails.ts";
import type { NewEmail, RowChange } from "./queued-email.ts";

/** Why Stripe made an invoice: a subscription started, a period began, or the subscription was changed. */
export type InvoiceReason = "start" | "renewal" | "change";

/** What the emails about payments of subscriptions are decided from. */
export type PaymentChanges = {
  /** The payments that a sync changes. */
  payments: RowChange<PaymentRow>[];
  /** What a charge was paid with. */
  methodOf: (stripeChargeId: string) => PaidWith | null;
  /** Why an invoice of a subscription was made; null if that is not known. */
  reasonOf: (stripeSubscriptionId: string, stripeInvoiceId: string) => InvoiceReason | null;
  /** When the Stripe customer was synced last; null if never. */
  syncedAt: number | null;
  now: number;
};

/** A bank debit can take weeks to succeed. */
const MAX_DEBIT_MS = 30 * DAY;
/** A payment of an unknown invoice this soon after the subscription was made is the one that started it. */
const MAX_START_MS = HOUR;

/**
 * Returns an email for each payment of a subscription that succeeded, except the one that started it: the email about the
 * purchase has that. None for what is imported, or for what Link sells, which sends its own receipts.
 * @param changes.since older payments are not reported
 */
export function decidePaymentEmails(
  changes: PaymentChanges & { since: number },
  { before, after }: RowChange<SubscriptionRow>,
): NewEmail[] {
  if (!before || before.status === "incomplete" || after.soldByLink) return [];
  return changes.payments.flatMap((payment) => {
    const { sourceId, stripeChargeId: dedupeKey } = payment.after;
    if (sourceId !== after.id || !isNewlyPaid(changes, payment)) return [];
    const reason = findReason(changes, { before, after }, payment.after);
    if (reason === null) return [];
    const facts = { of: "payment" as const, ...toPaymentFacts(changes, payment.after, reason) };
    return [{ kind: "payment" as const, dedupeKey, sourceId, dueAt: changes.now, facts }];
  });
}

/** Leaves out payments that the email about a plan change reports, if that one is sent. */
export function withoutReportedPayments(emails: NewEmail[]): NewEmail[] {
  const reported = new Set(
    emails.flatMap(({ facts }) =>
      facts?.of === "plan_change" ? (facts.payment?.stripeChargeId ?? []) : [],
    ),
  );
  return emails.filter(({ kind, dedupeKey }) => kind !== "payment" || !reported.has(dedupeKey));
}

/** Returns what an email says of a payment. */
export function toPaymentFacts(
  { methodOf }: Pick<PaymentChanges, "methodOf">,
  { stripeChargeId, amountMinor, currency, createdAt: paidAt, invoiceNumber }: PaymentRow,
  reason: PaymentFacts["reason"],
): PaymentFacts {
  const method = methodOf(stripeChargeId);
  return { stripeChargeId, amountMinor, currency, paidAt, invoiceNumber, reason, method };
}

function isNewlyPaid(
  { syncedAt, since, now }: PaymentChanges & { since: number },
  { before, after }: RowChange<PaymentRow>,
): boolean {
  if (after.status !== "succeeded" || after.amountMinor === 0) return false;
  if (before) return before.status === "pending" && after.createdAt > now - MAX_DEBIT_MS;
  // A payment without a row is new only if it was made after the last sync. Otherwise its row was lost. Stripe's times
  // have no milliseconds.
  return syncedAt !== null && after.createdAt + SECOND > syncedAt && after.createdAt > since;
}

/** Returns what a payment was for; null for the one that started the subscription. */
function findReason(
  { reasonOf }: PaymentChanges,
  { before, after }: { before: SubscriptionRow; after: SubscriptionRow },
  payment: PaymentRow,
): PaymentFacts["reason"] | null {
  const reason = reasonOf(after.stripeSubscriptionId, payment.stripeInvoiceId ?? "");
  if (reason === "start") return null;
  if (reason === null) return payment.createdAt < after.createdAt + MAX_START_MS ? null : "other";
  if (isPaused(before) && !isPaused(after)) return "pause_ended";
  if (reason === "change") return "plan_changed";
  return after.trialEnd !== null && after.trialEnd === after.currentPeriodStart
    ? "trial_ended"
    : "renewal";
}
