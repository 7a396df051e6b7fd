import type Stripe from "stripe";
import { failAt } from "../errors.ts";
import type { Ctx, UserCtx } from "../context.ts";
import { SECOND, fromStripeTime } from "../lib/time.ts";
import {
  requireOwnSubscription,
  type SubscriptionWithPolicy,
} from "../purchases/subscriptions/require-subscription.ts";
import { resolvePlanChoice, type ResolvedPlan, type PlanChoice } from "./resolve-plan-choice.ts";
import { idOf } from "../stripe/references.ts";
import { callStripe } from "./call-stripe.ts";
import type { Plan } from "../catalog/list-plans.ts";

/**
 * The cost of a plan change as calculated by Stripe, including taxes, discounts and credit. Amounts are in minor units,
 * times in unix milliseconds.
 */
export type PlanPreview = {
  priceId: string;
  quantity: number;
  /** How many seats and invitations have to end with the change, because more are used. */
  seatsToTake: number;
  product: { id: string; slug: string; name: string };
  currency: string;
  /** Charged when the change is confirmed. */
  dueNowMinor: number;
  /** Credit for the unused paid time; it reduces the next charges. */
  creditMinor: number;
  /** The lines of Stripe's invoice for both amounts. */
  lines: PreviewLine[];
  /** Tax on top of the lines; negative if a credit is larger. Tax within the prices is in the lines. */
  taxMinor: number;
  next: { amountMinor: number; at: number | null };
  /** Must be sent with the confirmation, so that exactly this amount is charged. */
  prorationDate: number;
};

/**
 * Calculates a change of price or seats of the user's own subscription without making it.
 * @throws `not_found` for another user's subscription; as `previewPlanChangeOf`
 */
export async function previewPlanChange(
  ctx: UserCtx,
  { id, ...choice }: { id: string } & PlanChoice,
): Promise<PlanPreview> {
  return previewPlanChangeOf(ctx, await requireOwnSubscription(ctx, { id }), choice);
}

/**
 * Does the same for any subscription. The caller checks permissions.
 * @throws as `resolvePlanChoice`; `invalid_input` if nothing would change; `stripe_unavailable`
 */
export async function previewPlanChangeOf(
  ctx: Ctx,
  row: SubscriptionWithPolicy,
  choice: PlanChoice,
): Promise<PlanPreview> {
  const chosen = await resolvePlanChoice(ctx, row, choice);
  if (!chosen.hasChanges) {
    throw failAt("priceId", "The subscription is that already");
  }
  const prorationDate = Math.floor(ctx.now / SECOND);
  const isTrialing = chosen.subscription.status === "trialing";
  const [immediateInvoice, recurringInvoice] = await callStripe(() =>
    Promise.all([
      // Nothing was paid for a trial, so nothing is prorated.
      isTrialing ? null : ctx.stripe.invoices.createPreview(prorationParams(chosen, prorationDate)),
      ctx.stripe.invoices.createPreview(recurringParams(chosen)),
    ]),
  );
  const { price, product } = chosen.plan;
  return {
    priceId: price.id,
    quantity: chosen.quantity,
    seatsToTake: chosen.seatsToTake,
    product: { id: product.id, slug: product.slug, name: product.name },
    currency: recurringInvoice.currency,
    dueNowMinor: immediateInvoice?.amount_due ?? 0,
    creditMinor: Math.max(0, -(immediateInvoice?.total ?? 0)),
    lines: (immediateInvoice?.lines.data ?? []).map((line) => toPreviewLine(line, chosen.plans)),
    taxMinor: sumTaxOnTop(immediateInvoice),
    next: {
      amountMinor: recurringInvoice.total,
      at: isTrialing ? chosen.subscription.trialEnd : findPeriodEnd(immediateInvoice),
    },
    prorationDate: prorationDate * SECOND,
  };
}

function sumTaxOnTop(invoice: Stripe.Invoice | null): number {
  return (invoice?.total_taxes ?? [])
    .filter(({ tax_behavior: behavior }) => behavior === "exclusive")
    .reduce((sum, { amount }) => sum + amount, 0);
}

function prorationParams(
  { subscription, items }: ResolvedPlan,
  prorationDate: number,
): Stripe.InvoiceCreatePreviewParams {
  return {
    subscription: subscription.stripeSubscriptionId,
    subscription_details: {
      items,
      proration_behavior: "always_invoice",
      proration_date: prorationDate,
    },
  };
}

/** Returns the parameters for a regular period after the change, without proration. */
function recurringParams({ subscription, items }: ResolvedPlan): Stripe.InvoiceCreatePreviewParams {
  return {
    subscription: subscription.stripeSubscriptionId,
    subscription_details: { items, proration_behavior: "none" },
    preview_mode: "recurring",
  };
}

/**
 * Returns the end of the first period after the change: the current period, or a new one if the interval differs.
 * Credit lines are ignored, since they cover time that was paid before and may end later.
 */
function findPeriodEnd(invoice: Stripe.Invoice | null): number | null {
  const charges = (invoice?.lines.data ?? []).filter(({ amount }) => amount >= 0);
  const ends = charges.map(({ period }) => period.end);
  return ends.length === 0 ? null : fromStripeTime(Math.max(...ends));
}

/**
 * A line of the invoice for a plan change. A screen describes it from its kind, product and seats.
 * - `unused_time`: credit for time that was paid for and won't be used
 * - `remaining_time`: the new price for the rest of the current period
 * - `full_period`: the new price for a new period, until `periodEnd`
 * - `other`: anything else, as `description` says
 */
type PreviewLine = {
  kind: "unused_time" | "remaining_time" | "full_period" | "other";
  /** Null for a price that the catalog doesn't have. */
  productName: string | null;
  quantity: number;
  /** In unix milliseconds. */
  periodEnd: number;
  /** Stripe's own text, in English. */
  description: string | null;
  /** In minor units; a credit is negative. */
  amountMinor: number;
};

/** Turns a line of Stripe's preview into what a screen shows. @param plans the prices whose products have a name */
function toPreviewLine(line: Stripe.InvoiceLineItem, plans: Plan[]): PreviewLine {
  const stripePriceId = idOf(line.pricing?.price_details?.price);
  const plan = plans.find((each) => each.price.stripePriceId === stripePriceId);
  return {
    kind: findKind(line),
    productName: plan?.product.name ?? null,
    quantity: line.quantity ?? 1,
    periodEnd: line.period.end * SECOND,
    description: line.description,
    amountMinor: line.amount,
  };
}

function findKind({ parent, amount }: Stripe.InvoiceLineItem): PreviewLine["kind"] {
  const details = parent?.subscription_item_details;
  if (!details) return "other";
  if (!details.proration) return "full_period";
  return amount < 0 ? "unused_time" : "remaining_time";
}
