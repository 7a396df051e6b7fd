import type Stripe from "stripe";
import type { Ctx } from "../context.ts";
import { fromStripeTime } from "../lib/time.ts";
import { sumRefunds } from "../stripe/refunds.ts";
import {
  nullOnError,
  shortTimeout,
  toPaymentMethod,
  type PaymentMethod,
} from "./fetch-billing-details.ts";

/** A payment as fetched from Stripe. Amounts in minor units, times in unix milliseconds. */
export type PaymentDetails = {
  amountMinor: number;
  refundedMinor: number;
  currency: string;
  paidAt: number | null;
  method: PaymentMethod | null;
  /** The receipt that was sent to the user. */
  receiptUrl: string | null;
  /** Newest first. */
  refunds: {
    id: string;
    amountMinor: number;
    /** Stripe's status. A pending refund can still fail. */
    status: string | null;
    reason: string | null;
    createdAt: number;
  }[];
};

/** Fetches a payment's details from Stripe. Best effort: null if nothing was paid, or Stripe did not answer in time. */
export async function fetchPaymentDetails(
  ctx: Ctx,
  paymentIntentId: string | null,
): Promise<PaymentDetails | null> {
  if (paymentIntentId === null) return null;
  const [intent, refunds] = await Promise.all([
    nullOnError(
      ctx.stripe.paymentIntents.retrieve(
        paymentIntentId,
        { expand: ["latest_charge", "payment_method"] },
        shortTimeout,
      ),
    ),
    nullOnError(
      ctx.stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }, shortTimeout),
    ),
  ]);
  const charge = intent?.latest_charge;
  if (!intent || typeof charge !== "object" || charge === null) return null;
  return {
    amountMinor: charge.amount,
    refundedMinor: refunds ? sumRefunds(refunds.data) : charge.amount_refunded,
    currency: charge.currency,
    paidAt: charge.paid ? fromStripeTime(charge.created) : null,
    method: toPaymentMethod(intent.payment_method),
    receiptUrl: charge.receipt_url,
    refunds: (refunds?.data ?? []).map(toRefundDetails),
  };
}

function toRefundDetails({ id, amount, status, reason, created }: Stripe.Refund) {
  return { id, amountMinor: amount, status, reason, createdAt: fromStripeTime(created) ?? 0 };
}
