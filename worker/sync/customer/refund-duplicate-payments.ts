import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import type { Duplicate } from "../../purchases/find-duplicate-purchases.ts";

/**
 * Cancels and refunds second payments at Stripe. Disputed payments can't be refunded, so they are only canceled. Each
 * step has its own idempotency key and is skipped if already done, so a retry continues after a crash.
 * @throws errors from Stripe; the customer stays dirty
 */
export async function refundDuplicatePayments(ctx: Ctx, duplicates: Duplicate[]): Promise<void> {
  for (const duplicate of duplicates) {
    if (duplicate.type === "order") await refund(ctx, duplicate.id, duplicate.stripeId);
    else await refundAndCancelSubscription(ctx, duplicate);
  }
}

async function refundAndCancelSubscription(ctx: Ctx, duplicate: Duplicate): Promise<void> {
  // Refund first: a canceled subscription is no longer detected as a duplicate, so a retry would not refund it.
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
    // The bank decides about the money; Stripe refuses the refund.
    const isDisputed =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "charge_disputed";
    if (!isDisputed) throw error;
  }
}
