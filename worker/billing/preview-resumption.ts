import type { Ctx, UserCtx } from "../context.ts";
import {
  requireAction,
  requireOwnSubscription,
  type SubscriptionWithPolicy,
} from "../purchases/subscriptions/require-subscription.ts";
import { callStripe } from "./call-stripe.ts";
import { findResumptionInvoice } from "./pause-subscription.ts";

/** What ending a pause charges at once, in minor units: after credit, with tax. */
export type ResumptionPreview = { dueNowMinor: number; currency: string };

/**
 * Calculates what ending a pause of the user's own subscription would charge now, as Stripe does, without ending it.
 * @throws `not_found` for another user's subscription; as `previewResumptionOf`
 */
export async function previewResumption(
  ctx: UserCtx,
  input: { id: string },
): Promise<ResumptionPreview> {
  return previewResumptionOf(ctx, await requireOwnSubscription(ctx, input));
}

/**
 * Does the same for any subscription. The caller checks permissions.
 * @throws `subscription_not_changeable` if it is not paused; `stripe_unavailable`
 */
export async function previewResumptionOf(
  ctx: Ctx,
  row: SubscriptionWithPolicy,
): Promise<ResumptionPreview> {
  requireAction(row, "resume");
  const nothing = { dueNowMinor: 0, currency: row.items[0]?.currency ?? "" };
  return callStripe(async () => {
    const params = await findResumptionInvoice(ctx, row);
    if (params === null) return nothing;
    const invoice = await ctx.stripe.invoices.createPreview(params);
    return { dueNowMinor: invoice.amount_due, currency: invoice.currency };
  });
}
