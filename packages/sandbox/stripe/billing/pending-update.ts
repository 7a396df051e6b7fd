import type { Account } from "../account.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import { applyItems, type ItemPlan } from "./plan-items.ts";
import { voidInvoice } from "./close-invoice.ts";
import { scheduleRenewal } from "./renew-subscription.ts";
import { itemsOf } from "./subscription-items.ts";

/** How long a change waits for its payment. */
const waitSeconds = 23 * 3600;

/** Notes what an invoice is to pay for, before it is tried: nothing of it happens until the invoice is paid. */
export function bindChange(
  account: Account,
  subscription: SubscriptionRow,
  { before, after }: ItemPlan,
  invoice: string,
): void {
  const removed = before.filter(({ id }) => !after.some((item) => item.id === id));
  account.change("subscription", subscription.id, {
    _pending: { invoice, items: after, removed: removed.map(({ id }) => id) },
  });
}

/** The payment failed: the change waits for it, and the subscription stays as it was. */
export function keepPendingUpdate(account: Account, subscription: SubscriptionRow): void {
  const expiresAt = account.clock.now() + waitSeconds;
  account.schedule(expiresAt, "expire_pending_update", subscription.id);
  const { items } = subscription._pending!;
  account.change(
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
        subscription_items: items.map((item) => account.show("subscription_item", item)),
        trial_end: null,
        trial_from_plan: null,
      },
    },
    "customer.subscription.updated",
  );
}

/** The payment came: the change happens. One that was paid at once never waited, and is no news. */
export function applyPendingUpdate(account: Account, subscription: SubscriptionRow): void {
  const { items, removed } = subscription._pending!;
  const before = itemsOf(account, subscription.id);
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
  const applied = account.change("subscription", subscription.id, noPendingUpdate);
  if (subscription.pending_update === null) return;
  account.emit("customer.subscription.pending_update_applied", "subscription", applied);
  account.emit("customer.subscription.updated", "subscription", applied, {
    pending_update: subscription.pending_update,
  });
}

/** The payment did not come in time: the invoice is void and the change forgotten. */
export function expirePendingUpdate(account: Account, id: string): void {
  const subscription = account.objects.find("subscription", id);
  const expiresAt = subscription?.pending_update?.expires_at;
  if (!subscription?._pending || expiresAt === undefined || expiresAt > account.clock.now()) return;
  dropPendingUpdate(account, subscription);
}

/** Forgets the change that waits: it expired, or another one takes its place. */
export function dropPendingUpdate(account: Account, subscription: SubscriptionRow): void {
  const invoice = account.get("invoice", subscription._pending!.invoice);
  const expired = account.change("subscription", subscription.id, noPendingUpdate);
  if (invoice.status === "open") voidInvoice(account, invoice);
  account.emit("customer.subscription.pending_update_expired", "subscription", expired);
  account.emit("customer.subscription.updated", "subscription", expired, {
    pending_update: subscription.pending_update,
  });
}

const noPendingUpdate = { pending_update: null, _pending: null };
