import type Stripe from "stripe";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { SECOND, fromStripeTime } from "../../lib/time.ts";
import { toPreviewLine, type PreviewLine } from "./to-preview-line.ts";
import { resolvePlanChoice, type ResolvedPlan, type PlanChoice } from "./resolve-plan-choice.ts";
import { callStripe } from "./call-stripe.ts";

/**
 * The cost of a plan change as calculated by Stripe, including taxes, discounts and credit. Amounts are in minor units,
 * times in unix milliseconds.
 */
export type PlanPreview = {
  priceId: string;
  quantity: number;
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
 * Calculates a change of price or seats without making it.
 * @throws as `resolvePlanChoice`; `invalid_input` if nothing would change; `stripe_unavailable`
 */
export async function previewPlanChange(ctx: UserCtx, choice: PlanChoice): Promise<PlanPreview> {
  const chosen = await resolvePlanChoice(ctx, choice);
  if (!chosen.hasChanges) {
    throw fail("invalid_input", {
      reason: "nothing would change",
      fields: [{ path: "priceId", message: "The subscription is that already" }],
    });
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
