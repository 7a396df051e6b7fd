import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { changedRows } from "../../lib/rows.ts";
import { dayOf, fromStripeTime } from "../../lib/time.ts";
import {
  listPaymentsOfCustomer,
  markStale,
  putPayments,
  type PaymentRow,
} from "../../purchases/payments/store.ts";

/**
 * The writes that make our payments what Stripe's charges say, with the days whose totals they change. Every charge of
 * a customer of ours counts, whatever it was for. One that Stripe lists no more stays as it was, and so do those of a
 * customer that was deleted: the money came in.
 */
export async function mirrorPayments(
  ctx: Ctx,
  input: { customer: { id: string; userId: string }; charges: Stripe.Charge[] },
): Promise<Statement[]> {
  const { mode } = ctx.config.stripe;
  const existing = await listPaymentsOfCustomer(ctx.db, input.customer.id);
  const seen = input.charges.map((charge): PaymentRow => ({
    mode,
    userId: input.customer.userId,
    customerId: input.customer.id,
    ...toPaymentFacts(charge),
  }));
  const changed = changedRows(existing, seen, ({ stripeChargeId }) => stripeChargeId);
  if (changed.length === 0) return [];
  const days = [...new Set(changed.map(({ createdAt }) => dayOf(createdAt)))];
  return [putPayments(ctx.db, changed), markStale(ctx.db, mode, days)];
}

const statuses = ["succeeded", "failed"] as const;

/** What Stripe decides of a payment; the rest is ours. */
type PaymentFacts = Omit<PaymentRow, "mode" | "userId" | "customerId">;

/** Stripe's charge → what we keep: of a payment that succeeded what was taken, of another what was asked for. */
export function toPaymentFacts(charge: Stripe.Charge): PaymentFacts {
  const { payment_intent: intent, status } = charge;
  return {
    stripeChargeId: charge.id,
    // A status that nobody knows yet is money that nobody has yet.
    status: statuses.find((known) => known === status) ?? "pending",
    amountMinor: charge.status === "succeeded" ? charge.amount_captured : charge.amount,
    refundedMinor: charge.amount_refunded,
    currency: charge.currency,
    failureCode: charge.failure_code,
    stripePaymentIntentId: typeof intent === "object" ? (intent?.id ?? null) : (intent ?? null),
    createdAt: fromStripeTime(charge.created) ?? 0,
  };
}
