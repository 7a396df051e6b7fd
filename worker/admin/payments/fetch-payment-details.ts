import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { fromStripeTime } from "../../lib/time.ts";
import {
  orNull,
  patience,
  toPaymentMethod,
  type PaymentMethod,
} from "../../shop/billing/fetch-billing-details.ts";

/** A payment as Stripe tells it now. Amounts in minor units, times in unix milliseconds. */
export type ToldPayment = {
  amountMinor: number;
  refundedMinor: number;
  currency: string;
  paidAt: number | null;
  method: PaymentMethod | null;
  /** The receipt that the buyer was sent. */
  receiptUrl: string | null;
  /** Newest first. */
  refunds: {
    id: string;
    amountMinor: number;
    /** Stripe's word; a pending one can still fail. */
    status: string | null;
    reason: string | null;
    createdAt: number;
  }[];
};

/** Best effort: null where nothing was paid, or Stripe did not answer in time. */
export async function askAboutPayment(
  ctx: Ctx,
  paymentIntentId: string | null,
): Promise<ToldPayment | null> {
  if (paymentIntentId === null) return null;
  const [intent, refunds] = await Promise.all([
    orNull(
      ctx.stripe.paymentIntents.retrieve(
        paymentIntentId,
        { expand: ["latest_charge", "payment_method"] },
        patience,
      ),
    ),
    orNull(ctx.stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }, patience)),
  ]);
  const charge = intent?.latest_charge;
  if (!intent || typeof charge !== "object" || charge === null) return null;
  return {
    amountMinor: charge.amount,
    refundedMinor: charge.amount_refunded,
    currency: charge.currency,
    paidAt: charge.paid ? fromStripeTime(charge.created) : null,
    method: toPaymentMethod(intent.payment_method),
    receiptUrl: charge.receipt_url,
    refunds: (refunds?.data ?? []).map(toToldRefund),
  };
}

function toToldRefund({ id, amount, status, reason, created }: Stripe.Refund) {
  return { id, amountMinor: amount, status, reason, createdAt: fromStripeTime(created) ?? 0 };
}
