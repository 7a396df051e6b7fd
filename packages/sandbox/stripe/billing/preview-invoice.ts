import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { resolveDiscount, discountParams } from "../discounts/params.ts";
import { newId } from "../protocol/ids.ts";
import { ApiError, invalidRequestError } from "../protocol/errors.ts";
import { flag, integer, listOf, oneOf, schemaFor, text, unsettable } from "../protocol/params.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import { automaticTax } from "./create-subscription.ts";
import { computePlanChange } from "./change-plan.ts";
import { buildInvoice, type InvoiceDraft } from "./create-draft-invoice.ts";
import type { InvoiceLine } from "./invoice-line.ts";
import { itemChangeParams } from "./plan-items.ts";
import { listPendingLines } from "./pending-items.ts";
import { previewFirstInvoice } from "./preview-first-invoice.ts";
import { billFullPeriods, creditUnusedTime } from "./compute-prorations.ts";
import { advanceEndedPeriods } from "./renew-subscription.ts";
import { computeResumedPeriod } from "./resume-subscription-on-request.ts";
import { buildSubscriptionInvoiceDraft } from "./subscription-invoice.ts";
import { isOngoing } from "./subscription-status.ts";
import { listSubscriptionItems, getNextRenewalTime } from "./subscription-items.ts";

/** The parameters of `invoices.createPreview`. */
export const previewParams = schemaFor<Stripe.InvoiceCreatePreviewParams>()({
  automatic_tax: automaticTax.optional(),
  customer: text.optional(),
  discounts: discountParams.optional(),
  preview_mode: oneOf("next", "recurring").optional(),
  subscription: text.optional(),
  subscription_details: schemaFor<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails>()({
    billing_cycle_anchor:
      schemaFor<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails.BillingCycleAnchor>()({
        type: oneOf("now", "unchanged"),
      }).optional(),
    cancel_at: unsettable(integer.or(oneOf("min_period_end", "max_period_end"))).optional(),
    cancel_at_period_end: flag.optional(),
    cancel_now: flag.optional(),
    items: listOf(itemChangeParams).optional(),
    proration_behavior: oneOf("always_invoice", "create_prorations", "none").optional(),
    proration_date: integer.optional(),
    resume_at: oneOf("now").optional(),
    trial_end: integer.or(oneOf("now")).optional(),
  }).optional(),
});
export type PreviewParams = z.output<typeof previewParams>;

/** Returns the invoice that a change would create, or the next one, without storing anything. */
export function previewInvoice(account: Account, params: PreviewParams): object {
  const draft = params.subscription
    ? previewSubscriptionChange(
        account,
        account.get("subscription", params.subscription, "subscription"),
        params,
      )
    : previewFirstInvoice(account, params);
  const chosen = resolveDiscount(account, params.discounts ?? [], {
    currency: draft.currency,
    customer: draft.customer?.id ?? null,
    total: draft.lines.reduce((sum, { amount }) => sum + amount, 0),
  });
  const discounts = chosen ? [{ id: newId("discount"), coupon: chosen.coupon }] : draft.discounts;
  const { invoice, lines } = buildInvoice(account, { ...draft, discounts: discounts ?? [] });
  const id = `upcoming_${invoice.id}`;
  return {
    ...account.serialize("invoice", invoice),
    id,
    lines: {
      object: "list",
      url: `/v1/invoices/${id}/lines`,
      has_more: false,
      data: lines.map((line) => account.serialize("line_item", { ...line, invoice: id })),
    },
  };
}

function previewSubscriptionChange(
  account: Account,
  subscription: SubscriptionRow,
  { customer, preview_mode: mode, subscription_details: details = {} }: PreviewParams,
): InvoiceDraft {
  if (customer && customer !== subscription.customer)
    throw invalidRequestError(`No such subscription: '${subscription.id}'`, {
      code: "resource_missing",
      param: "subscription",
    });
  if (!isOngoing(subscription)) throw noUpcomingInvoiceError(subscription);
  if (details.cancel_now) return previewFinalInvoice(account, subscription, details);
  if (details.resume_at) return previewResumption(account, subscription);
  const now = account.clock.now();
  const endsTrial = details.trial_end === "now" && subscription.status === "trialing";
  const projected = endsTrial ? ({ ...subscription, status: "active" } as const) : subscription;
  const { plan, prorations, fullPeriodLines, isBilledNow } = computePlanChange(account, projected, {
    items: details.items ?? [],
    proration: details.proration_behavior ?? "create_prorations",
    prorationDate: details.proration_date,
    restartAllPeriods: endsTrial || details.billing_cycle_anchor?.type === "now",
  });
  const prorationDate = prorations.length > 0 ? (details.proration_date ?? now) : undefined;
  if (isBilledNow && mode !== "recurring") {
    const lines = [...prorations, ...fullPeriodLines];
    return buildSubscriptionInvoiceDraft(account, projected, {
      reason: "subscription_update",
      lines,
      prorationDate,
    });
  }
  const renewsAt = getNextRenewalTime(plan.after);
  const renewal = endsBeforeRenewal(account, subscription, details, renewsAt)
    ? []
    : billFullPeriods(
        account,
        projected,
        advanceEndedPeriods(account, projected, plan.after, renewsAt),
      );
  if (mode === "recurring") {
    const bill = buildSubscriptionInvoiceDraft(account, projected, {
      reason: "subscription_cycle",
      lines: [],
    });
    return { ...bill, lines: renewal, usesBalance: false };
  }
  const draft = buildSubscriptionInvoiceDraft(account, projected, {
    reason: "subscription_cycle",
    lines: [...prorations, ...renewal],
    prorationDate,
    period: {
      start: Math.min(...plan.after.map((item) => item.current_period_start)),
      end: renewsAt,
    },
  });
  if (draft.lines.length === 0) throw noUpcomingInvoiceError(subscription);
  return draft;
}

/** Previews the invoice of a paused subscription that is resumed now. */
function previewResumption(account: Account, subscription: SubscriptionRow): InvoiceDraft {
  if (subscription.status !== "paused")
    throw invalidRequestError(
      "`subscription_details[resume_at]` can only be set for paused subscriptions.",
      { param: "subscription_details[resume_at]" },
    );
  const items = listSubscriptionItems(account, subscription.id).map((item) =>
    computeResumedPeriod(account, subscription, item, false),
  );
  return buildSubscriptionInvoiceDraft(account, subscription, {
    reason: "subscription_update",
    lines: billFullPeriods(account, subscription, items),
  });
}

/** Previews the final invoice of a subscription that is canceled now. */
function previewFinalInvoice(
  account: Account,
  subscription: SubscriptionRow,
  details: NonNullable<PreviewParams["subscription_details"]>,
): InvoiceDraft {
  const at = details.proration_date ?? account.clock.now();
  const prorates = details.proration_behavior !== "none" && subscription.status !== "trialing";
  const lines = prorates
    ? listSubscriptionItems(account, subscription.id).flatMap((item): InvoiceLine[] =>
        creditUnusedTime(account, subscription, item, at),
      )
    : [];
  const billTo = { customer: subscription.customer as string, currency: subscription.currency };
  if (
    lines.length +
      listPendingLines(account, { ...billTo, subscription: subscription.id }).length ===
    0
  )
    throw noUpcomingInvoiceError(subscription);
  return buildSubscriptionInvoiceDraft(account, subscription, {
    reason: "subscription_update",
    lines,
    prorationDate: lines.length > 0 ? at : undefined,
  });
}

/** Whether the subscription ends before the renewal, according to the preview's parameters or its own `cancel_at`. */
function endsBeforeRenewal(
  account: Account,
  subscription: SubscriptionRow,
  {
    cancel_at: at,
    cancel_at_period_end: atPeriodEnd,
  }: NonNullable<PreviewParams["subscription_details"]>,
  renewsAt: number,
): boolean {
  if (at === null || (at === undefined && atPeriodEnd === false)) return false;
  if (atPeriodEnd || at === "min_period_end") return true;
  const lastEnd = Math.max(
    ...listSubscriptionItems(account, subscription.id).map((item) => item.current_period_end),
  );
  const endsAt = at === "max_period_end" ? lastEnd : (at ?? subscription.cancel_at);
  return endsAt !== null && endsAt <= renewsAt;
}

function noUpcomingInvoiceError({ customer }: SubscriptionRow): ApiError {
  return new ApiError(404, {
    type: "invalid_request_error",
    code: "invoice_upcoming_none",
    message: `No upcoming invoices for customer: '${customer as string}'`,
  });
}
