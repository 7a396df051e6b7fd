import type { Account } from "../account.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import { applyItems, type PlannedItems } from "./plan-items.ts";
import { voidInvoice } from "./close-invoice.ts";
import { scheduleRenewal } from "./renew-subscription.ts";
import { listSubscriptionItems } from "./subscription-items.ts";

/** How long a pending update waits for its payment. */
const pendingUpdateLifetimeSeconds = 23 * 3600;

/** Stores a change before its invoice is charged. The change isn't applied until the invoice is paid. */
export function storePendingChange(
  account: Account,
  subscription: SubscriptionRow,
  { before, after }: PlannedItems,
  invoice: string,
): void {
  const removed = before.filter(({ id }) => !after.some((item) => item.id === id));
  account.update("subscription", subscription.id, {
    _pending: { invoice, items: after, removed: removed.map(({ id }) => id) },
  });
}

/** Sets `pending_update` after a failed payment. The subscription keeps its items until the invoice is paid. */
export function schedulePendingUpdate(account: Account, subscription: SubscriptionRow): void {
  const expiresAt = account.clock.now() + pendingUpdateLifetimeSeconds;
  account.schedule(expiresAt, "expire_pending_update", subscription.id);
  const { items } = subscription._pending!;
  account.update(
    "subscription",
    subscription.id,
    {
      pending_update: {
        billing_cycle_anchor: null,
        cancel_at_period_end: null,
        discount: null,
        discounts: null,
        expires_at: expiresAt,
        metadata: null,
        subscription_items: items.map((item) => account.serialize("subscription_item", item)),
        trial_end: null,
        trial_from_plan: null,
      },
    },
    "customer.subscription.updated",
  );
}

/** Applies a change whose invoice was paid. Emits no events if it was paid immediately and never pending. */
export function applyPendingUpdate(account: Account, subscription: SubscriptionRow): void {
  const { items, removed } = subscription._pending!;
  const before = listSubscriptionItems(account, subscription.id);
  const kept = before.filter(
    ({ id }) => !removed.includes(id) && !items.some((item) => item.id === id),
  );
  applyItems(account, {
    before,
    after: [...kept, ...items],
    changed: new Set(),
    restarted: new Set(),
  });
  scheduleRenewal(account, subscription.id);
  const applied = account.update("subscription", subscription.id, clearedPendingUpdate);
  if (subscription.pending_update === null) return;
  account.emit("customer.subscription.pending_update_applied", "subscription", applied);
  account.emit("customer.subscription.updated", "subscription", applied, {
    pending_update: subscription.pending_update,
  });
}

/** Discards a pending update whose payment did not arrive in time. */
export function expirePendingUpdate(account: Account, id: string): void {
  const subscription = account.objects.find("subscription", id);
  const expiresAt = subscription?.pending_update?.expires_at;
  if (!subscription?._pending || expiresAt === undefined || expiresAt > account.clock.now()) return;
  discardPendingUpdate(account, subscription);
}

/** Discards a pending update that expired or was replaced, and voids its invoice. */
export function discardPendingUpdate(account: Account, subscription: SubscriptionRow): void {
  const invoice = account.get("invoice", subscription._pending!.invoice);
  const expired = account.update("subscription", subscription.id, clearedPendingUpdate);
  if (invoice.status === "open") voidInvoice(account, invoice);
  account.emit("customer.subscription.pending_update_expired", "subscription", expired);
  account.emit("customer.subscription.updated", "subscription", expired, {
    pending_update: subscription.pending_update,
  });
}

const clearedPendingUpdate = { pending_update: null, _pending: null };
