import type Stripe from "stripe";
import { AppError, fail } from "../errors.ts";
import type { Ctx, UserCtx } from "../context.ts";
import { stopsServiceOnPause } from "../access/policy.ts";
import { idempotencyKey } from "../stripe/idempotency.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import {
  requireOwnSubscription,
  requireAction,
  type SubscriptionWithPolicy,
} from "../purchases/subscriptions/require-subscription.ts";
import type { SubscriptionWithItems } from "../purchases/subscriptions/list-subscriptions.ts";
import { callStripe } from "./call-stripe.ts";

/**
 * Pauses a subscription until the user resumes it. Where the service stops, the subscription itself is paused: access
 * ends now, and the unused time is credited to the next payment. Otherwise only the collection is paused. Pausing twice
 * changes nothing.
 * @throws `not_found` for another user's subscription; `subscription_not_changeable` if the policy or the
 *   subscription's state forbids it; `subscription_disputed`; `stripe_unavailable`
 */
export async function pauseSubscription(ctx: UserCtx, input: { id: string }): Promise<void> {
  const row = await requireOwnSubscription(ctx, input);
  await pauseAtStripe(ctx, row);
  await syncStripeCustomer(ctx, { customerId: row.customerId, force: true });
}

/**
 * Pauses a subscription at Stripe. The caller checks permissions and syncs afterward.
 * @returns whether anything changed
 */
export async function pauseAtStripe(ctx: Ctx, row: SubscriptionWithPolicy): Promise<boolean> {
  if (row.pauseBehavior !== null || row.status === "paused") return false;
  requireAction(row, "pause");
  return callStripe(
    () => requestPause(ctx, row),
    async () => {
      const found = await ctx.stripe.subscriptions.retrieve(row.stripeSubscriptionId);
      return found.status === "paused" || found.pause_collection !== null ? true : undefined;
    },
  );
}

async function requestPause(ctx: Ctx, row: SubscriptionWithPolicy): Promise<true> {
  const { stripeSubscriptionId: id, policy } = row;
  const { buyersPause: behavior } = policy;
  if (behavior === null) throw fail("subscription_not_changeable");
  const keyFor = (params: object) => idempotencyKey("pause", `${row.id}:${ctx.requestId}`, params);
  if (!stopsServiceOnPause(policy)) {
    const params = { pause_collection: { behavior } };
    await ctx.stripe.subscriptions.update(id, params, await keyFor(params));
    return true;
  }
  const params: Stripe.SubscriptionPauseParams = {
    bill_for: { unused_time_from: { type: "now" } },
    invoicing_behavior: "pending_invoice_item",
  };
  await ctx.stripe.subscriptions.pause(id, params, await keyFor(params));
  return true;
}

/**
 * Resumes a paused subscription. While its collection is paused within the paid period, nothing is charged. Otherwise a
 * new period starts now and is charged now, so that a pause can't be used to get a free period. Resuming twice changes
 * nothing, also while the invoice of the first request waits to be paid.
 * @throws `payment_failed`, and it stays paused until its open invoice is paid; otherwise as `pauseSubscription`
 */
export async function resumeSubscription(ctx: UserCtx, input: { id: string }): Promise<void> {
  const row = await requireOwnSubscription(ctx, input);
  const { failure } = await resumeAtStripe(ctx, row);
  await syncStripeCustomer(ctx, { customerId: row.customerId, force: true });
  if (failure) throw failure;
}

/**
 * Resumes a subscription at Stripe. The caller checks permissions, syncs afterward, and then throws the failure.
 * @returns whether it was paused and goes on now; `failure` if the payment failed
 */
export async function resumeAtStripe(
  ctx: Ctx,
  row: SubscriptionWithPolicy,
): Promise<{ isChanged: boolean; failure: AppError | null }> {
  if (row.pauseBehavior === null && row.status !== "paused")
    return { isChanged: false, failure: null };
  requireAction(row, "resume");
  const failure = await callStripe(
    () => (row.status === "paused" ? resumePaused(ctx, row) : resumeCollection(ctx, row)),
    async () => findResumption(row, await retrieveWithInvoice(ctx, row)),
  ).then(
    (isPaid) => (isPaid ? null : fail("payment_failed", { reason: "the resumption is unpaid" })),
    (error: unknown) => {
      if (error instanceof AppError && error.code === "payment_failed") return error;
      throw error;
    },
  );
  return { isChanged: failure === null, failure };
}

/** @returns false if the payment failed, so that it stays paused */
async function resumePaused(ctx: Ctx, row: SubscriptionWithItems): Promise<boolean> {
  const { stripeSubscriptionId: id } = row;
  const paused = await retrieveWithInvoice(ctx, row);
  // An earlier request has resumed it already, or has made an invoice that waits to be paid.
  if (findResumption(row, paused) !== undefined) return true;
  const params: Stripe.SubscriptionResumeParams = {
    ...(isPeriodPaid(ctx, row, paused)
      ? { billing_cycle_anchor: { type: "unchanged" }, proration_behavior: "none" }
      : { billing_cycle_anchor: { type: "now" } }),
    // By default, Stripe makes an invoice, charges nothing and voids the invoice a day later.
    payment_behavior: "resume_on_payment_success",
  };
  const key = await idempotencyKey("resume", `${row.id}:${ctx.requestId}`, params);
  const { status } = await ctx.stripe.subscriptions.resume(id, params, key);
  return status !== "paused";
}

/**
 * Returns the parameters to preview what `resumeSubscription` charges; null if it charges nothing, because the current
 * period is paid.
 */
export async function findResumptionInvoice(
  ctx: Ctx,
  row: SubscriptionWithItems,
): Promise<Stripe.InvoiceCreatePreviewParams | null> {
  const found = await retrieveWithInvoice(ctx, row);
  const subscription = row.stripeSubscriptionId;
  if (row.status === "paused")
    return isPeriodPaid(ctx, row, found)
      ? null
      : { subscription, subscription_details: { resume_at: "now" } };
  return isLatestInvoiceUnpaid(found)
    ? {
        subscription,
        subscription_details: {
          billing_cycle_anchor: { type: "now" },
          proration_behavior: "none",
        },
      }
    : null;
}

const isLatestInvoiceUnpaid = ({ latest_invoice: invoice }: Stripe.Subscription): boolean =>
  typeof invoice === "object" && invoice !== null && invoice.status !== "paid";

const retrieveWithInvoice = (ctx: Ctx, { stripeSubscriptionId }: SubscriptionWithItems) =>
  ctx.stripe.subscriptions.retrieve(stripeSubscriptionId, { expand: ["latest_invoice"] });

/** @returns whether its resumption was paid; undefined if nobody has resumed it */
function findResumption(
  row: SubscriptionWithItems,
  { status, pause_collection: pause, latest_invoice: invoice }: Stripe.Subscription,
): boolean | undefined {
  if (row.status !== "paused") return pause === null ? true : undefined;
  if (status !== "paused") return true;
  return typeof invoice === "object" && invoice?.status === "open" ? false : undefined;
}

/**
 * Whether a failed payment has paused it and was made up for since, so that the rest of the period is paid. Who pauses
 * on their own gets that time credited instead.
 */
function isPeriodPaid(
  ctx: Ctx,
  { currentPeriodEnd, pauseReason }: SubscriptionWithItems,
  { latest_invoice: invoice }: Stripe.Subscription,
): boolean {
  return (
    (pauseReason ?? "").endsWith("_payment_failure") &&
    typeof invoice === "object" &&
    invoice?.status === "paid" &&
    (currentPeriodEnd ?? 0) > ctx.now
  );
}

/** @returns true: if the payment fails, Stripe refuses the change, with a card error */
async function resumeCollection(ctx: Ctx, row: SubscriptionWithItems): Promise<boolean> {
  const { stripeSubscriptionId: id } = row;
  const isUnpaid = isLatestInvoiceUnpaid(await retrieveWithInvoice(ctx, row));
  const params: Stripe.SubscriptionUpdateParams = {
    pause_collection: "",
    ...(isUnpaid && {
      billing_cycle_anchor: { type: "now" },
      proration_behavior: "none",
      payment_behavior: "error_if_incomplete",
    }),
  };
  const key = await idempotencyKey("resume", `${row.id}:${ctx.requestId}`, params);
  await ctx.stripe.subscriptions.update(id, params, key);
  return true;
}
