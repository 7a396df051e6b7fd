import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import type { Duplicate } from "../../purchases/find-duplicate-purchases.ts";

/**
 * Ends and refunds second payments at Stripe; one that is disputed is only ended. Each step has its own key, and a step
 * that is done already is skipped, so that whoever dies between them is followed by somebody who ends the work.
 * @throws what Stripe threw; the customer is still dirty then
 */
export async function sendBackDuplicates(ctx: Ctx, duplicates: Duplicate[]): Promise<void> {
  for (const duplicate of duplicates) {
    if (duplicate.type === "order") await refund(ctx, duplicate.id, duplicate.stripeId);
    else await endSubscription(ctx, duplicate);
  }
}

async function endSubscription(ctx: Ctx, duplicate: Duplicate): Promise<void> {
  // Refund first: once it is canceled, nothing shows any more that the rest is still to be done.
  const { latest_invoice: invoice } = await ctx.stripe.subscriptions.retrieve(duplicate.stripeId);
  if (invoice) {
    const { data: payments } = await ctx.stripe.invoicePayments.list({
      invoice: typeof invoice === "string" ? invoice : invoice.id,
      status: "paid",
    });
    for (const { payment } of payments) {
      const intent = payment.payment_intent;
      if (intent) await refund(ctx, duplicate.id, typeof intent === "string" ? intent : intent.id);
    }
  }
  const params = { prorate: false, invoice_now: false };
  await ctx.stripe.subscriptions.cancel(
    duplicate.stripeId,
    params,
    await idempotencyKey("duplicate-cancel", duplicate.id, params),
  );
}

async function refund(ctx: Ctx, rowId: string, paymentIntentId: string): Promise<void> {
  const params = { payment_intent: paymentIntentId, reason: "duplicate" as const };
  const { latest_charge: charge } = await ctx.stripe.paymentIntents.retrieve(paymentIntentId, {
    expand: ["latest_charge"],
  });
  if (typeof charge === "object" && charge?.refunded) return;
  try {
    await ctx.stripe.refunds.create(
      params,
      await idempotencyKey("duplicate-refund", rowId, params),
    );
  } catch (error) {
    // The buyer's bank has the money and decides about it; Stripe refunds none of it.
    const isDisputed =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "charge_disputed";
    if (!isDisputed) throw error;
  }
}
