import type { Account } from "../account.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import type { InvoiceLine } from "./invoice-line.ts";
import { issueInvoice } from "./collect-invoice.ts";
import { declined } from "./pay-invoice.ts";
import { bindChange, dropPendingUpdate, keepPendingUpdate } from "./pending-update.ts";
import { writePendingItems } from "./pending-items.ts";
import { applyItems, planItems, type ItemChange, type ItemPlan } from "./plan-items.ts";
import { billWhole, prorate } from "./compute-prorations.ts";
import { scheduleRenewal } from "./renew-subscription.ts";
import { draftBill } from "./subscription-invoice.ts";

export type ProrationBehavior = "always_invoice" | "create_prorations" | "none";
export type PaymentBehavior = "allow_incomplete" | "error_if_incomplete" | "pending_if_incomplete";

export interface PlanChange {
  items: ItemChange[];
  proration: ProrationBehavior;
  payment: PaymentBehavior;
  /** Unix seconds. */
  prorationDate?: number | undefined;
  /** The billing cycle begins anew: on request, or because a trial ends. */
  restartAll?: boolean;
}

/** A change of plan that is worked out and not written. */
export interface PlannedChange {
  plan: ItemPlan;
  prorations: InvoiceLine[];
  /** Whole periods that begin now. */
  whole: InvoiceLine[];
  /** Whether an invoice is made at once. */
  billsNow: boolean;
}

export function planChange(
  account: Account,
  subscription: SubscriptionRow,
  { items, proration, prorationDate, restartAll = false }: Omit<PlanChange, "payment">,
): PlannedChange {
  const now = account.clock.now();
  const plan = planItems(account, subscription, items, { at: now, restartAll });
  const prorations =
    proration === "none" ? [] : prorate(account, subscription, plan, prorationDate ?? now);
  const restarted = plan.after.filter(({ id }) => plan.restarted.has(id));
  return {
    plan,
    prorations,
    whole: billWhole(account, subscription, restarted),
    billsNow: restarted.length > 0 || (proration === "always_invoice" && prorations.length > 0),
  };
}

/**
 * Changes items, bills what there is to bill, and deals with a payment that fails as `payment_behavior` says.
 * `announce` emits the subscription's own event at the moment when Stripe would.
 */
export function changePlan(
  account: Account,
  subscription: SubscriptionRow,
  change: PlanChange,
  announce: () => void,
): void {
  const { plan, prorations, whole, billsNow } = planChange(account, subscription, change);
  if (subscription._pending) dropPendingUpdate(account, subscription);
  const owner = { customer: subscription.customer as string, currency: subscription.currency };
  writePendingItems(account, owner, prorations);
  if (!billsNow) {
    applyItems(account, plan);
    scheduleRenewal(account, subscription.id);
    announce();
    return;
  }

  const bill = {
    reason: "subscription_update",
    lines: whole,
    prorationDate:
      prorations.length > 0 ? (change.prorationDate ?? account.clock.now()) : undefined,
  } as const;
  if (change.payment === "pending_if_incomplete") {
    const draft = draftBill(account, subscription, bill);
    bindChange(account, subscription, plan, draft.id);
    const result = issueInvoice(account, draft);
    if (result.kind === "failed")
      keepPendingUpdate(account, account.get("subscription", subscription.id));
    else announce();
    return;
  }
  applyItems(account, plan);
  scheduleRenewal(account, subscription.id);
  const restarts = plan.after.every(({ id }) => plan.restarted.has(id));
  if (restarts)
    account.change("subscription", subscription.id, { billing_cycle_anchor: account.clock.now() });
  const draft = draftBill(account, account.get("subscription", subscription.id), bill);
  announce();
  const result = issueInvoice(account, draft);
  if (result.kind === "failed" && change.payment === "error_if_incomplete")
    throw declined(result, { keepWork: false });
}
