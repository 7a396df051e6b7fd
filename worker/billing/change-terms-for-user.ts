import type Stripe from "stripe";
import type { Ctx } from "../context.ts";
import { fail, failAt } from "../errors.ts";
import { DAY, SECOND } from "../lib/time.ts";
import { idempotencyKey } from "../stripe/idempotency.ts";
import { findInvoiceToPay } from "../stripe/find-invoice-to-pay.ts";
import { requireTeamAction } from "../purchases/subscriptions/list-team-actions.ts";
import { requireSubscriptionForTeam } from "../purchases/subscriptions/require-subscription.ts";
import { callStripe } from "./call-stripe.ts";
import { assertPaid, changePlanAtStripe, type PreviewedPlanChoice } from "./change-plan.ts";
import {
  recordAndSync,
  toReasonField,
  type SubscriptionRef,
  type TeamReason,
} from "./change-subscription-for-user.ts";
import { pauseAtStripe, resumeAtStripe } from "./pause-subscription.ts";
import { previewPlanChangeOf, type PlanPreview } from "./preview-plan-change.ts";
import { previewResumptionOf, type ResumptionPreview } from "./preview-resumption.ts";
import type { PlanChoice } from "./resolve-plan-choice.ts";
import { setDiscountAtStripe } from "./set-discount.ts";

/*
 * What the team changes in a user's subscription while it goes on, and payments that they ask for. As in
 * `change-subscription-for-user.ts`, a refusal by Stripe is not audited.
 */

/** Stripe accepts no later end of a trial. */
const MAX_TRIAL_MS = 730 * DAY;

/**
 * Calculates a change of plan or seats as the user would see it.
 * @throws `not_found`; as `previewPlanChangeOf`
 */
export async function previewPlanChangeForUser(
  ctx: Ctx,
  { id, ...choice }: SubscriptionRef & PlanChoice,
): Promise<PlanPreview> {
  return previewPlanChangeOf(ctx, await requireSubscriptionForTeam(ctx, { id }), choice);
}

/**
 * Changes plan or seats, and charges the user what the preview said.
 * @throws `not_found`; as `changePlanAtStripe`; `payment_failed`, and the old plan stays
 */
export async function changePlanForUser(
  ctx: Ctx,
  { id, reason, ...choice }: SubscriptionRef & TeamReason & PreviewedPlanChoice,
): Promise<void> {
  const row = await requireSubscriptionForTeam(ctx, { id });
  const [item] = row.items;
  const change = await changePlanAtStripe(ctx, row, choice);
  if (!change) return;
  await recordAndSync(
    ctx,
    row,
    change.isPaid && {
      action: "subscription.plan_changed",
      before: { price: item?.stripePriceId, seats: item?.quantity },
      after: { price: choice.priceId, seats: choice.quantity, ...toReasonField({ reason }) },
    },
  );
  assertPaid(change);
}

/**
 * Calculates what ending a pause would charge the user.
 * @throws `not_found`; as `previewResumptionOf`
 */
export async function previewResumptionForUser(
  ctx: Ctx,
  input: SubscriptionRef,
): Promise<ResumptionPreview> {
  return previewResumptionOf(ctx, await requireSubscriptionForTeam(ctx, input));
}

/**
 * Pauses a subscription, as its user could, also where users may not. Pausing twice changes nothing.
 * @throws `not_found`; `subscription_not_changeable`; `subscription_disputed`; `stripe_unavailable`
 */
export async function pauseForUser(ctx: Ctx, input: SubscriptionRef & TeamReason): Promise<void> {
  const row = await requireSubscriptionForTeam(ctx, input);
  const isChanged = await pauseAtStripe(ctx, row);
  await recordAndSync(
    ctx,
    row,
    isChanged && { action: "subscription.paused", after: toReasonField(input) },
  );
}

/**
 * Ends a pause, whoever made it, and charges what the preview said.
 * @throws `payment_failed`, and it stays paused; otherwise as `pauseForUser`
 */
export async function endPauseForUser(
  ctx: Ctx,
  input: SubscriptionRef & TeamReason,
): Promise<void> {
  const row = await requireSubscriptionForTeam(ctx, input);
  const { isChanged, failure } = await resumeAtStripe(ctx, row);
  await recordAndSync(
    ctx,
    row,
    isChanged && { action: "subscription.pause_ended", after: toReasonField(input) },
  );
  if (failure) throw failure;
}

/**
 * Extends a free trial. The first charge moves to its new end.
 * @param input.trialEnd in unix milliseconds, later than the present end
 * @throws `not_found`; `subscription_not_changeable` if it is no trial, or is canceled; `invalid_input` at `trialEnd`;
 *   `stripe_unavailable`
 */
export async function extendTrialForUser(
  ctx: Ctx,
  input: SubscriptionRef & TeamReason & { trialEnd: number },
): Promise<void> {
  const row = await requireSubscriptionForTeam(ctx, input);
  requireTeamAction(row, "extend_trial");
  const trialEnd = Math.floor(input.trialEnd / SECOND);
  const isChanged = row.trialEnd === null || trialEnd !== Math.floor(row.trialEnd / SECOND);
  if (isChanged) {
    if (input.trialEnd <= Math.max(row.trialEnd ?? 0, ctx.now))
      throw failAt("trialEnd", "Choose a day after the present end of the free trial.");
    if (input.trialEnd > ctx.now + MAX_TRIAL_MS)
      throw failAt("trialEnd", "A free trial can end at most two years from now.");
    const params: Stripe.SubscriptionUpdateParams = {
      trial_end: trialEnd,
      proration_behavior: "none",
    };
    const key = await idempotencyKey("trial", `${row.id}:${ctx.requestId}`, params);
    await callStripe(
      () => ctx.stripe.subscriptions.update(row.stripeSubscriptionId, params, key),
      async () => {
        const found = await ctx.stripe.subscriptions.retrieve(row.stripeSubscriptionId);
        return found.trial_end === trialEnd ? found : undefined;
      },
    );
  }
  await recordAndSync(
    ctx,
    row,
    isChanged && {
      action: "subscription.trial_extended",
      before: { trialEnd: row.trialEnd },
      after: { trialEnd: trialEnd * SECOND, ...toReasonField(input) },
    },
  );
}

/**
 * Applies a discount code to the next charges, in place of the present discounts; without a code, removes them.
 * @throws `not_found`; `subscription_not_changeable`, in Stripe's words, if the code has conditions that it does not
 *   meet; `invalid_input` at `code` for a code that can't be used; `stripe_unavailable`
 */
export async function setDiscountForUser(
  ctx: Ctx,
  { id, code, ...reason }: SubscriptionRef & TeamReason & { code: string | null },
): Promise<void> {
  const row = await requireSubscriptionForTeam(ctx, { id });
  requireTeamAction(row, "discount");
  const promotion = code === null ? null : await callStripe(() => findPromotion(ctx, code));
  const isChanged = await setDiscountAtStripe(
    ctx,
    row,
    promotion && { promotion_code: promotion.id },
  );
  await recordAndSync(
    ctx,
    row,
    isChanged && {
      action: "subscription.discount_changed",
      after: { code: promotion?.code ?? null, ...toReasonField(reason) },
    },
  );
}

async function findPromotion(ctx: Ctx, code: string): Promise<Stripe.PromotionCode> {
  const { data } = await ctx.stripe.promotionCodes.list({ code, active: true, limit: 1 });
  if (!data[0]) throw failAt("code", "There is no active discount code with this name.");
  return data[0];
}

/**
 * Charges the open invoice again, with the default payment method. Two requests at once make one attempt. Does nothing
 * if it was paid meanwhile.
 * @throws `not_found`; `subscription_not_changeable` if nothing is open, or in Stripe's words; `payment_failed`;
 *   `stripe_unavailable`
 */
export async function retryPaymentForUser(
  ctx: Ctx,
  input: SubscriptionRef & TeamReason,
): Promise<void> {
  const row = await requireSubscriptionForTeam(ctx, input);
  requireTeamAction(row, "retry_payment");
  const { invoices, subscriptions } = ctx.stripe;
  const invoice = await callStripe(async () => {
    const expand = ["latest_invoice"];
    const found = await subscriptions.retrieve(row.stripeSubscriptionId, { expand });
    return findInvoiceToPay(ctx.stripe, found, { isWrittenOff: row.writtenOffAt !== null }, {});
  });
  if (invoice) {
    const { id } = invoice;
    if (id === undefined) throw fail("subscription_not_changeable", { reason: "a preview" });
    const params = { off_session: true };
    // Another key for each request: Stripe would answer with the last decline again, since it counts only attempts of
    // its own. A second click finds the invoice paid.
    const key = await idempotencyKey("pay", `${id}:${ctx.requestId}`, params);
    await callStripe(
      () => invoices.pay(id, params, key),
      async () => {
        const found = await invoices.retrieve(id);
        return found.status === "paid" ? found : undefined;
      },
    );
  }
  await recordAndSync(
    ctx,
    row,
    invoice !== null && {
      action: "subscription.payment_retried",
      after: {
        invoice: invoice.number,
        amountMinor: invoice.amount_remaining,
        currency: invoice.currency,
        ...toReasonField(input),
      },
    },
  );
}
