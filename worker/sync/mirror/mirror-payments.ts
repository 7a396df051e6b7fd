import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { changedRows } from "../../lib/rows.ts";
import type { PaidCharge } from "../../purchases/find-duplicate-purchases.ts";
import { isEffectiveRefund, refundsOf, sumRefunds } from "../../stripe/refunds.ts";
import { sumMovements } from "./sum-movements.ts";
import { toUtcDay, fromStripeTime } from "../../lib/time.ts";
import {
  listPaymentsOfCustomer,
  markDaysStale,
  upsertPayments,
  type PaymentRow,
} from "../../purchases/payments/store.ts";

/**
 * Returns the writes that update our payments to match Stripe's charges, and mark the affected days as stale. Includes
 * every charge of our customers, whatever it was for. Payments that Stripe no longer lists, or of a deleted customer,
 * are kept: the money was received.
 */
export async function mirrorPayments(
  ctx: Ctx,
  input: {
    customer: { id: string; userId: string };
    /** With all refunds and the balance transactions expanded. */
    charges: Stripe.Charge[];
    /** By payment intent. */
    disputes: ReadonlyMap<string, Stripe.Dispute[]>;
  },
): Promise<Statement[]> {
  const { mode } = ctx.config.stripe;
  const existing = await listPaymentsOfCustomer(ctx.db, input.customer.id);
  const seen = input.charges.map((charge): PaymentRow => ({
    mode,
    userId: input.customer.userId,
    customerId: input.customer.id,
    ...toPaymentFacts(charge, input.disputes.get(paymentIntentIdOf(charge) ?? "") ?? []),
  }));
  const changed = changedRows(existing, seen, ({ stripeChargeId }) => stripeChargeId);
  if (changed.length === 0) return [];
  const days = [...new Set(changed.map(({ createdAt }) => toUtcDay(createdAt)))];
  return [upsertPayments(ctx.db, changed), markDaysStale(ctx.db, mode, days)];
}

const statuses = ["succeeded", "failed"] as const;

/** The columns of a payment that come from Stripe. */
type PaymentFacts = Omit<PaymentRow, "mode" | "userId" | "customerId">;

/**
 * Converts a charge and its disputes to our columns. The amount is the captured amount if the charge succeeded,
 * otherwise the requested amount.
 * @param charge with all refunds and the balance transactions expanded
 */
export function toPaymentFacts(charge: Stripe.Charge, disputes: Stripe.Dispute[]): PaymentFacts {
  const { status } = charge;
  return {
    stripeChargeId: charge.id,
    // Treat unknown statuses as not yet paid.
    status: statuses.find((known) => known === status) ?? "pending",
    amountMinor: charge.status === "succeeded" ? charge.amount_captured : charge.amount,
    refundedMinor: sumRefunds(refundsOf(charge)),
    currency: charge.currency,
    failureCode: charge.failure_code,
    stripePaymentIntentId: paymentIntentIdOf(charge),
    createdAt: fromStripeTime(charge.created) ?? 0,
    ...sumMovements(charge, disputes),
  };
}

/** Returns what duplicates are found by; null for a charge that did not succeed. */
export function toPaidCharge(charge: Stripe.Charge): PaidCharge | null {
  const paymentIntentId = paymentIntentIdOf(charge);
  if (charge.status !== "succeeded" || paymentIntentId === null) return null;
  const refunds = refundsOf(charge);
  return {
    paymentIntentId,
    amountMinor: charge.amount_captured,
    refundedMinor: sumRefunds(refunds),
    currency: charge.currency,
    failedRefunds: refunds.filter((refund) => !isEffectiveRefund(refund)).length,
    isDisputed: charge.disputed,
  };
}

function paymentIntentIdOf({ payment_intent: intent }: Stripe.Charge): string | null {
  return typeof intent === "object" ? (intent?.id ?? null) : intent;
}
