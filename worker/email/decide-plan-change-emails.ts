import type { PlanChangeInvoice, PlanFacts } from "../db/schema/outbox.ts";
import { getExactTotal } from "../purchases/subscriptions/exact-amount.ts";
import { hasEnded } from "../purchases/subscriptions/statuses.ts";
import type { SubscriptionItemRow, SubscriptionRow } from "../purchases/subscriptions/store.ts";
import { toPaymentFacts, type PaymentChanges } from "./decide-payment-emails.ts";
import type { NewEmail, RowChange } from "./queued-email.ts";

/** What the emails about plan changes are decided from. */
export type PlanChanges = {
  /** The items of the user's subscriptions before and after a sync. */
  items: { before: SubscriptionItemRow[]; after: SubscriptionItemRow[] };
  /** Subscriptions that a price move gave another price, which has an email of its own. */
  movedIds: ReadonlySet<string>;
  /** The invoice that Stripe made for a change to these prices; null if there is none. */
  invoiceOf: (stripeSubscriptionId: string, stripePriceIds: string[]) => PlanChangeInvoice | null;
} & PaymentChanges;

/** Returns the email about another plan, another interval or another number of seats. */
export function decidePlanChangeEmails(
  changes: PlanChanges,
  change: RowChange<SubscriptionRow>,
): NewEmail[] {
  const { id, stripeSubscriptionId } = change.after;
  if (changes.movedIds.has(id)) return [];
  const plans = findPlanChange(changes.items, change);
  if (!plans) return [];
  const invoice = changes.invoiceOf(
    stripeSubscriptionId,
    itemsOf(changes.items.after, id).map(({ stripePriceId }) => stripePriceId),
  );
  const paid = changes.payments.find(
    ({ after }) =>
      after.sourceId === id &&
      after.status === "succeeded" &&
      after.stripeInvoiceId === invoice?.stripeInvoiceId,
  );
  return [
    {
      kind: "plan_changed",
      // The lease lets one sync see a change. Changing there and back again makes two changes with the same plans.
      dedupeKey: `${stripeSubscriptionId}:${changes.now}`,
      sourceId: id,
      dueAt: changes.now,
      facts: {
        of: "plan_change",
        ...plans,
        invoice,
        payment: paid ? toPaymentFacts(changes, paid.after, "plan_changed") : null,
      },
    },
  ];
}

/** Returns what a subscription was for before and after, or null if it is for the same as before. */
export function findPlanChange(
  items: PlanChanges["items"],
  { before, after }: RowChange<SubscriptionRow>,
): { from: PlanFacts[]; to: PlanFacts[] } | null {
  if (!before || before.status === "incomplete" || hasEnded(before) || hasEnded(after)) return null;
  const [from, to] = [listPlans(items.before, after.id), listPlans(items.after, after.id)];
  return from.length === 0 || to.length === 0 || isSamePlan(from, to) ? null : { from, to };
}

/** Returns the items of a subscription that are our products. */
export function listPlans(items: SubscriptionItemRow[], subscriptionId: string): PlanFacts[] {
  return itemsOf(items, subscriptionId).map(toPlan);
}

/** Whether the products, seats, amounts and intervals are the same. Whether tax is calculated is no part of a plan. */
export function isSamePlan(one: PlanFacts[], other: PlanFacts[]): boolean {
  return toKey(one) === toKey(other);
}

/** The items for our products. */
function itemsOf(items: SubscriptionItemRow[], subscriptionId: string) {
  return items.flatMap((item) =>
    item.subscriptionId === subscriptionId && item.productId !== null
      ? [{ ...item, productId: item.productId }]
      : [],
  );
}

function toPlan(item: SubscriptionItemRow & { productId: string }): PlanFacts {
  const { productId, quantity, currency, interval, intervalCount, taxBehavior } = item;
  const amountMinor = getExactTotal(item);
  return { productId, quantity, amountMinor, currency, interval, intervalCount, taxBehavior };
}

function toKey(plans: PlanFacts[]): string {
  return plans
    .map(({ productId, quantity, amountMinor, currency, interval, intervalCount }) =>
      [productId, quantity, amountMinor, currency, interval, intervalCount].join(" "),
    )
    .toSorted()
    .join();
}
