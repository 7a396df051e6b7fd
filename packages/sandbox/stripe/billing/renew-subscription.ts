import type { Account } from "../account.ts";
import { previousAttributes } from "../webhooks/compute-previous-attributes.ts";
import type { SubscriptionItemRow, SubscriptionRow } from "../store/rows.ts";
import { endWhenScheduled } from "./end-subscription.ts";
import { periodEnd } from "./compute-period-end.ts";
import { billWhole } from "./compute-prorations.ts";
import { draftBill } from "./subscription-invoice.ts";
import { itemsOf, nextRenewal } from "./subscription-items.ts";

/** How long a renewal's invoice stays a draft. */
const draftSeconds = 3600;

/** Plans the next renewal; call after every change of the items' periods. */
export function scheduleRenewal(account: Account, subscription: string): void {
  const at = nextRenewal(itemsOf(account, subscription));
  account.schedule(at, "renew_subscription", subscription);
}

/** The items whose period is over, with their next one. */
export function nextPeriods(
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
        current_period_end: periodEnd(start, recurring!, subscription.billing_cycle_anchor),
      };
    });
}

/**
 * A period is over: the next one begins, and its invoice is drafted. Nothing for one that moved, paused or ended.
 * `shownAtFirst`: what the subscription looked like before other changes that its event is to tell of.
 */
export function renewSubscription(account: Account, id: string, shownAtFirst?: object): void {
  const before = account.objects.find("subscription", id);
  if (!before || !["active", "past_due", "unpaid"].includes(before.status)) return;
  const now = account.clock.now();
  if (before.cancel_at !== null && before.cancel_at <= now) return endWhenScheduled(account, id);
  const shownBefore = shownAtFirst ?? account.show("subscription", before);
  const current = itemsOf(account, id);
  const items = nextPeriods(account, before, current, now);
  if (items.length === 0) return;
  const starts = current.map((item) => item.current_period_start);
  for (const item of items) account.objects.update("subscription_item", item);
  const draft = draftBill(account, before, {
    reason: "subscription_cycle",
    lines: billWhole(account, before, items),
    period: { start: Math.min(...starts), end: now },
  });
  // What nobody is to collect stays a draft.
  const advances =
    before.status !== "unpaid" && before.pause_collection?.behavior !== "keep_as_draft";
  const finalizesAt = advances ? now + draftSeconds : null;
  account.change("invoice", draft.id, {
    auto_advance: advances,
    automatically_finalizes_at: finalizesAt,
  });
  if (finalizesAt !== null) account.schedule(finalizesAt, "finalize_invoice", draft.id);
  const renewed = account.get("subscription", id);
  account.emit(
    "customer.subscription.updated",
    "subscription",
    renewed,
    previousAttributes(shownBefore, account.show("subscription", renewed)),
  );
  scheduleRenewal(account, id);
}
