import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { chooseDiscount, discountParams } from "../discounts/params.ts";
import { newId } from "../protocol/ids.ts";
import { ApiError, invalid } from "../protocol/errors.ts";
import { flag, integer, listOf, oneOf, shape, text, unsettable } from "../protocol/params.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import { planChange } from "./change-plan.ts";
import { buildInvoice, type Draft } from "./create-draft-invoice.ts";
import type { InvoiceLine } from "./invoice-line.ts";
import { itemChange } from "./plan-items.ts";
import { pendingLines } from "./pending-items.ts";
import { previewFirst } from "./preview-first-invoice.ts";
import { billWhole, creditRest } from "./compute-prorations.ts";
import { nextPeriods } from "./renew-subscription.ts";
import { billOf } from "./subscription-invoice.ts";
import { isLive } from "./subscription-status.ts";
import { itemsOf, nextRenewal } from "./subscription-items.ts";

/** `invoices.createPreview`. */
export const previewParams = shape<Stripe.InvoiceCreatePreviewParams>()({
  customer: text.optional(),
  discounts: discountParams.optional(),
  preview_mode: oneOf("next", "recurring").optional(),
  subscription: text.optional(),
  subscription_details: shape<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails>()({
    billing_cycle_anchor:
      shape<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails.BillingCycleAnchor>()({
        type: oneOf("now", "unchanged"),
      }).optional(),
    cancel_at: unsettable(integer.or(oneOf("min_period_end", "max_period_end"))).optional(),
    cancel_at_period_end: flag.optional(),
    cancel_now: flag.optional(),
    items: listOf(itemChange).optional(),
    proration_behavior: oneOf("always_invoice", "create_prorations", "none").optional(),
    proration_date: integer.optional(),
    trial_end: integer.or(oneOf("now")).optional(),
  }).optional(),
});
export type PreviewParams = z.output<typeof previewParams>;

/** The invoice that a change would make, or the next one; nothing is written. */
export function previewInvoice(account: Account, params: PreviewParams): object {
  const draft = params.subscription
    ? previewChange(
        account,
        account.get("subscription", params.subscription, "subscription"),
        params,
      )
    : previewFirst(account, params);
  const chosen = chooseDiscount(account, params.discounts ?? [], {
    currency: draft.currency,
    customer: draft.customer?.id ?? null,
    total: draft.lines.reduce((sum, { amount }) => sum + amount, 0),
  });
  const discounts = chosen ? [{ id: newId("discount"), coupon: chosen.coupon }] : draft.discounts;
  const { invoice, lines } = buildInvoice(account, { ...draft, discounts: discounts ?? [] });
  const id = `upcoming_${invoice.id}`;
  return {
    ...account.show("invoice", invoice),
    id,
    lines: {
      object: "list",
      url: `/v1/invoices/${id}/lines`,
      has_more: false,
      data: lines.map((line) => account.show("line_item", { ...line, invoice: id })),
    },
  };
}

function previewChange(
  account: Account,
  subscription: SubscriptionRow,
  { customer, preview_mode: mode, subscription_details: details = {} }: PreviewParams,
): Draft {
  if (customer && customer !== subscription.customer)
    throw invalid(`No such subscription: '${subscription.id}'`, {
      code: "resource_missing",
      param: "subscription",
    });
  if (!isLive(subscription)) throw noUpcoming(subscription);
  if (details.cancel_now) return previewEnd(account, subscription, details);
  const now = account.clock.now();
  const trialEnds = details.trial_end === "now" && subscription.status === "trialing";
  const then = trialEnds ? ({ ...subscription, status: "active" } as const) : subscription;
  const { plan, prorations, whole, billsNow } = planChange(account, then, {
    items: details.items ?? [],
    proration: details.proration_behavior ?? "create_prorations",
    prorationDate: details.proration_date,
    restartAll: trialEnds || details.billing_cycle_anchor?.type === "now",
  });
  const prorationDate = prorations.length > 0 ? (details.proration_date ?? now) : undefined;
  if (billsNow && mode !== "recurring") {
    const lines = [...prorations, ...whole];
    return billOf(account, then, { reason: "subscription_update", lines, prorationDate });
  }
  const renewsAt = nextRenewal(plan.after);
  const renewal = endsBy(account, subscription, details, renewsAt)
    ? []
    : billWhole(account, then, nextPeriods(account, then, plan.after, renewsAt));
  if (mode === "recurring") {
    const bill = billOf(account, then, { reason: "subscription_cycle", lines: [] });
    return { ...bill, lines: renewal, usesBalance: false };
  }
  const draft = billOf(account, then, {
    reason: "subscription_cycle",
    lines: [...prorations, ...renewal],
    prorationDate,
    period: {
      start: Math.min(...plan.after.map((item) => item.current_period_start)),
      end: renewsAt,
    },
  });
  if (draft.lines.length === 0) throw noUpcoming(subscription);
  return draft;
}

/** What is left to settle when the subscription ends now. */
function previewEnd(
  account: Account,
  subscription: SubscriptionRow,
  details: NonNullable<PreviewParams["subscription_details"]>,
): Draft {
  const at = details.proration_date ?? account.clock.now();
  const prorates = details.proration_behavior !== "none" && subscription.status !== "trialing";
  const lines = prorates
    ? itemsOf(account, subscription.id).flatMap((item): InvoiceLine[] =>
        creditRest(account, subscription, item, at),
      )
    : [];
  const owner = { customer: subscription.customer as string, currency: subscription.currency };
  if (
    lines.length + pendingLines(account, { ...owner, subscription: subscription.id }).length ===
    0
  )
    throw noUpcoming(subscription);
  return billOf(account, subscription, {
    reason: "subscription_update",
    lines,
    prorationDate: lines.length > 0 ? at : undefined,
  });
}

/** Whether the subscription is over by then, as it is planned or as the preview would have it. */
function endsBy(
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
    ...itemsOf(account, subscription.id).map((item) => item.current_period_end),
  );
  const endsAt = at === "max_period_end" ? lastEnd : (at ?? subscription.cancel_at);
  return endsAt !== null && endsAt <= renewsAt;
}

function noUpcoming({ customer }: SubscriptionRow): ApiError {
  return new ApiError(404, {
    type: "invalid_request_error",
    code: "invoice_upcoming_none",
    message: `No upcoming invoices for customer: '${customer as string}'`,
  });
}
