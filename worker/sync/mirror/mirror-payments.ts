import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { changedRows } from "../../lib/rows.ts";
import type { PaidCharge } from "../../purchases/find-duplicate-purchases.ts";
import { isEffectiveRefund, refundsOf, sumRefunds } from "../../stripe/refunds.ts";
import type { RowChange } from "../../email/queued-email.ts";
import { idOf } from "../../stripe/references.ts";
import { mapPaidInvoices, type PaidInvoice } from "./map-paid-invoices.ts";
import { sumMovements } from "./sum-movements.ts";
import { toUtcDay, fromStripeTime } from "../../lib/time.ts";
import {
  listPaymentsOfCustomer,
  upsertPayments,
  type PaymentRow,
} from "../../purchases/payments/store.ts";
import { markDaysStale } from "../../purchases/totals/store.ts";
import {
  joinPacked,
  listPackedOfCustomers,
  takeOutOfPack,
} from "../../purchases/payments/store-packs.ts";
import { createSourceFinder, type PaymentSource, type Purchases } from "./payment-source.ts";

/**
 * Returns all payments as they will be, those that change, and the writes that update ours to match Stripe's charges
 * and mark the affected days as stale. Covers every charge of our customers, including those for other things. Payments that Stripe no longer
 * lists, or of a deleted customer, are kept: the money was received.
 */
export async function mirrorPayments(
  ctx: Ctx,
  input: {
    customer: { id: string; userId: string };
    /** With all refunds and the balance transactions expanded. */
    charges: Stripe.Charge[];
    /** By payment intent. */
    disputes: ReadonlyMap<string, Stripe.Dispute[]>;
    /** With their latest invoice and its payments expanded. */
    subscriptions: Stripe.Subscription[];
    sessions: Stripe.Checkout.Session[];
    /** What the payments can be for, as they will be. */
    purchases: Purchases;
  },
): Promise<{
  rows: PaymentRow[];
  changes: RowChange<PaymentRow>[];
  statements: Statement[];
}> {
  const { mode } = ctx.config.stripe;
  const [unpacked, packed] = await Promise.all([
    listPaymentsOfCustomer(ctx.db, input.customer.id),
    listPackedOfCustomers(ctx.db, [input.customer.id]),
  ]);
  const existing = joinPacked(unpacked, packed);
  const invoiceOf = await mapPaidInvoices(ctx, { ...input, existing });
  const facts = input.charges.map((charge) => ({
    ...invoiceOf(charge),
    ...toPaymentFacts(charge, input.disputes.get(idOf(charge.payment_intent) ?? "") ?? []),
  }));
  const sourceOf = createSourceFinder(input.purchases, existing, ctx.now);
  const firstId = findFirstPayment([...existing, ...facts]);
  const seen = facts.map((payment): PaymentRow => ({
    mode,
    userId: input.customer.userId,
    customerId: input.customer.id,
    ...payment,
    ...sourceOf(payment),
    isFirst: payment.stripeChargeId === firstId,
  }));
  const changed = changedRows(existing, seen, ({ stripeChargeId }) => stripeChargeId);
  // A payment that Stripe no longer lists stays.
  const rows = joinPacked(seen, existing);
  if (changed.length === 0) return { rows, changes: [], statements: [] };
  const days = [...new Set(changed.map(({ createdAt }) => toUtcDay(createdAt)))];
  const rowOf = new Map(existing.map((row) => [row.stripeChargeId, row]));
  const changes = changed.map((after) => ({ before: rowOf.get(after.stripeChargeId), after }));
  return {
    rows,
    changes,
    statements: [
      ...takeOutOfPack(packed, changed),
      upsertPayments(ctx.db, changes),
      markDaysStale(ctx.db, mode, days),
    ],
  };
}

const statuses = ["succeeded", "failed"] as const;

/** The columns of a payment that come from its charge. */
type PaymentFacts = Omit<
  PaymentRow,
  "mode" | "userId" | "customerId" | "isFirst" | keyof PaidInvoice | keyof PaymentSource
>;

/** Returns the charge id of the first payment that succeeded. */
function findFirstPayment(payments: PaymentFacts[]): string | undefined {
  const key = ({ createdAt, stripeChargeId }: PaymentFacts) =>
    `${String(createdAt).padStart(15, "0")} ${stripeChargeId}`;
  return payments
    .filter(({ status, amountMinor }) => status === "succeeded" && amountMinor > 0)
    .toSorted((a, b) => (key(a) < key(b) ? -1 : 1))[0]?.stripeChargeId;
}

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
    stripePaymentIntentId: idOf(charge.payment_intent),
    createdAt: fromStripeTime(charge.created) ?? 0,
    country: findCountry(charge),
    ...sumMovements(charge, disputes),
  };
}

/** Returns what duplicates are found by; null for a charge that did not succeed. */
export function toPaidCharge(charge: Stripe.Charge): PaidCharge | null {
  const paymentIntentId = idOf(charge.payment_intent);
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

/** Returns the country of the billing address, or else of the card or the bank; null if none is known. */
function findCountry({ billing_details: billing, payment_method_details: method }: Stripe.Charge) {
  return billing.address?.country ?? method?.card?.country ?? method?.sepa_debit?.country ?? null;
}
