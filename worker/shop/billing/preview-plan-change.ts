import type Stripe from "stripe";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { SECOND, fromStripeTime } from "../../lib/time.ts";
import { choosePlan, type ChosenPlan, type PlanChoice } from "./resolve-plan-choice.ts";
import { tellStripe } from "./call-stripe.ts";

/**
 * What a change of plan would cost, as Stripe counts it: taxes, discounts and credit included. Amounts in minor units,
 * times in unix milliseconds.
 */
export type PlanPreview = {
  priceId: string;
  quantity: number;
  product: { id: string; slug: string; name: string };
  currency: string;
  /** Charged the moment the change is confirmed. */
  dueNowMinor: number;
  /** What is left over of the time already paid; it is taken off the next charges. */
  creditMinor: number;
  /** How the two come about, in Stripe's words; a credit is negative. */
  lines: { description: string | null; amountMinor: number }[];
  next: { amountMinor: number; at: number | null };
  /** To be sent with the confirmation, so that exactly this is charged. */
  prorationDate: number;
};

/**
 * Works out a change of price or seats without making it.
 * @throws as `choosePlan`; `invalid_input` where nothing would change; `stripe_unavailable`
 */
export async function previewPlan(ctx: UserCtx, choice: PlanChoice): Promise<PlanPreview> {
  const chosen = await choosePlan(ctx, choice);
  if (!chosen.differs) {
    throw fail("invalid_input", {
      reason: "nothing would change",
      fields: [{ path: "priceId", message: "The subscription is that already" }],
    });
  }
  const prorationDate = Math.floor(ctx.now / SECOND);
  const trialing = chosen.subscription.status === "trialing";
  const [now, next] = await tellStripe(() =>
    Promise.all([
      // Nothing has been paid for a trial, so nothing is prorated.
      trialing ? null : ctx.stripe.invoices.createPreview(changeParams(chosen, prorationDate)),
      ctx.stripe.invoices.createPreview(rhythmParams(chosen)),
    ]),
  );
  const { price, product } = chosen.plan;
  return {
    priceId: price.id,
    quantity: chosen.quantity,
    product: { id: product.id, slug: product.slug, name: product.name },
    currency: next.currency,
    dueNowMinor: now?.amount_due ?? 0,
    creditMinor: Math.max(0, -(now?.total ?? 0)),
    lines: (now?.lines.data ?? []).map(({ description, amount }) => ({
      description,
      amountMinor: amount,
    })),
    next: { amountMinor: next.total, at: trialing ? chosen.subscription.trialEnd : endOf(now) },
    prorationDate: prorationDate * SECOND,
  };
}

function changeParams(
  { subscription, items }: ChosenPlan,
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

/** A usual period after the change, with nothing prorated in it. */
function rhythmParams({ subscription, items }: ChosenPlan): Stripe.InvoiceCreatePreviewParams {
  return {
    subscription: subscription.stripeSubscriptionId,
    subscription_details: { items, proration_behavior: "none" },
    preview_mode: "recurring",
  };
}

/**
 * Where the period ends that the change leads into: the running one, or a new one of another length. Credits are for
 * the time that was paid before, which may reach further.
 */
function endOf(invoice: Stripe.Invoice | null): number | null {
  const charges = (invoice?.lines.data ?? []).filter(({ amount }) => amount >= 0);
  const ends = charges.map(({ period }) => period.end);
  return ends.length === 0 ? null : fromStripeTime(Math.max(...ends));
}
