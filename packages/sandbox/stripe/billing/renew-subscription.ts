import type { Account } from "../account.ts";
import { computePreviousAttributes } from "../webhooks/compute-previous-attributes.ts";
import type { SubscriptionItemRow, SubscriptionRow } from "../store/rows.ts";
import { endSubscriptionIfDue } from "./end-subscription.ts";
import { computePeriodEnd } from "./compute-period-end.ts";
import { billFullPeriods } from "./compute-prorations.ts";
import { scheduleFinalization } from "./invoice-transitions.ts";
import { draftSubscriptionInvoice } from "./subscription-invoice.ts";
import { listSubscriptionItems, getNextRenewalTime } from "./subscription-items.ts";

/** Schedules the next renewal. Call this after every change to the items' periods. */
export function scheduleRenewal(account: Account, subscription: string): void {
  const at = getNextRenewalTime(listSubscriptionItems(account, subscription));
  account.schedule(at, "renew_subscription", subscription);
}

/** Returns the items whose period has ended by `at` (Unix seconds), moved to their next period. */
export function advanceEndedPeriods(
  account: Account,
  subscription: SubscriptionRow,
  items: SubscriptionItemRow[],
  at: number,
): SubscriptionItemRow[] {
  return items
    .filter((item) => item.current_period_end <= at)
    .map((item) => {
      const { recurring } = account.get("price", item.price);
      const start = item.current_period_end;
      return {
        ...item,
        current_period_start: start,
        current_period_end: computePeriodEnd(start, recurring!, subscription.billing_cycle_anchor),
      };
    });
}

/**
 * Starts the next period and drafts its invoice. Does nothing if the period was moved or the subscription paused.
 * `initialSnapshot` is the subscription before earlier changes that the same event should report.
 */
export function renewSubscription(account: Account, id: string, initialSnapshot?: object): void {
  const before = account.objects.find("subscription", id);
  if (!before || !["active", "past_due", "unpaid"].includes(before.status)) return;
  const now = account.clock.now();
  if (before.cancel_at !== null && before.cancel_at <= now)
    return endSubscriptionIfDue(account, id);
  const serializedBefore = initialSnapshot ?? account.serialize("subscription", before);
  const current = listSubscriptionItems(account, id);
  const items = advanceEndedPeriods(account, before, current, now);
  if (items.length === 0) return;
  const starts = current.map((item) => item.current_period_start);
  for (const item of items) account.objects.update("subscription_item", item);
  const draft = draftSubscriptionInvoice(account, before, {
    reason: "subscription_cycle",
    lines: billFullPeriods(account, before, items),
    period: { start: Math.min(...starts), end: now },
  });
  // An invoice that won't be collected stays a draft.
  const autoAdvances =
    before.status !== "unpaid" && before.pause_collection?.behavior !== "keep_as_draft";
  if (autoAdvances) scheduleFinalization(account, draft);
  else account.update("invoice", draft.id, { auto_advance: false });
  const renewed = account.get("subscription", id);
  account.emit(
    "customer.subscription.updated",
    "subscription",
    renewed,
    computePreviousAttributes(serializedBefore, account.serialize("subscription", renewed)),
  );
  scheduleRenewal(account, id);
}
