import type { Account } from "../account.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import type { InvoiceLine } from "./invoice-line.ts";
import { finalizeAndCollectInvoice } from "./collect-invoice.ts";
import { cardDeclinedError } from "./pay-invoice.ts";
import {
  storePendingChange,
  discardPendingUpdate,
  schedulePendingUpdate,
} from "./pending-update.ts";
import { createPendingItems } from "./pending-items.ts";
import { applyItems, planItems, type ItemChange, type PlannedItems } from "./plan-items.ts";
import { billFullPeriods, computeProrations } from "./compute-prorations.ts";
import { scheduleRenewal } from "./renew-subscription.ts";
import { draftSubscriptionInvoice } from "./subscription-invoice.ts";

export type ProrationBehavior = "always_invoice" | "create_prorations" | "none";
export type PaymentBehavior = "allow_incomplete" | "error_if_incomplete" | "pending_if_incomplete";

export interface PlanChange {
  items: ItemChange[];
  proration: ProrationBehavior;
  payment: PaymentBehavior;
  /** Unix seconds. */
  prorationDate?: number | undefined;
  /** Whether the billing cycle restarts, on request or because a trial ends. */
  restartAllPeriods?: boolean;
}

/** A computed plan change that hasn't been stored. */
export interface ComputedPlanChange {
  plan: PlannedItems;
  prorations: InvoiceLine[];
  /** The lines for the full periods that start now. */
  fullPeriodLines: InvoiceLine[];
  /** Whether the change is invoiced immediately. */
  isBilledNow: boolean;
}

/** Computes the items, prorations and lines of a plan change without storing anything. */
export function computePlanChange(
  account: Account,
  subscription: SubscriptionRow,
  { items, proration, prorationDate, restartAllPeriods = false }: Omit<PlanChange, "payment">,
): ComputedPlanChange {
  const now = account.clock.now();
  const plan = planItems(account, subscription, items, { at: now, restartAllPeriods });
  const prorations =
    proration === "none"
      ? []
      : computeProrations(account, subscription, plan, prorationDate ?? now);
  const restarted = plan.after.filter(({ id }) => plan.restarted.has(id));
  return {
    plan,
    prorations,
    fullPeriodLines: billFullPeriods(account, subscription, restarted),
    isBilledNow: restarted.length > 0 || (proration === "always_invoice" && prorations.length > 0),
  };
}

/**
 * Changes the items of a subscription, bills the change, and handles a failed payment according to `change.payment`.
 * `emitUpdated` emits `customer.subscription.updated`; it is called at the same step as at Stripe.
 * @throws ApiError (402) if the payment fails and `change.payment` is `error_if_incomplete`.
 */
export function changePlan(
  account: Account,
  subscription: SubscriptionRow,
  change: PlanChange,
  emitUpdated: () => void,
): void {
  const { plan, prorations, fullPeriodLines, isBilledNow } = computePlanChange(
    account,
    subscription,
    change,
  );
  if (subscription._pending) discardPendingUpdate(account, subscription);
  const billTo = { customer: subscription.customer as string, currency: subscription.currency };
  createPendingItems(account, billTo, prorations);
  if (!isBilledNow) {
    applyItems(account, plan);
    scheduleRenewal(account, subscription.id);
    emitUpdated();
    return;
  }

  const bill = {
    reason: "subscription_update",
    lines: fullPeriodLines,
    prorationDate:
      prorations.length > 0 ? (change.prorationDate ?? account.clock.now()) : undefined,
  } as const;
  if (change.payment === "pending_if_incomplete") {
    const draft = draftSubscriptionInvoice(account, subscription, bill);
    storePendingChange(account, subscription, plan, draft.id);
    const result = finalizeAndCollectInvoice(account, draft);
    if (result.kind === "failed")
      schedulePendingUpdate(account, account.get("subscription", subscription.id));
    else emitUpdated();
    return;
  }
  applyItems(account, plan);
  scheduleRenewal(account, subscription.id);
  const restartsEveryItem = plan.after.every(({ id }) => plan.restarted.has(id));
  if (restartsEveryItem)
    account.update("subscription", subscription.id, { billing_cycle_anchor: account.clock.now() });
  const draft = draftSubscriptionInvoice(
    account,
    account.get("subscription", subscription.id),
    bill,
  );
  emitUpdated();
  const result = finalizeAndCollectInvoice(account, draft);
  if (result.kind === "failed" && change.payment === "error_if_incomplete")
    throw cardDeclinedError(result, { keepWork: false });
}
