import Stripe from "stripe";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { fail, failAt, type AppError } from "../errors.ts";
import { fromStripeTime } from "../lib/time.ts";
import { idempotencyKey } from "../stripe/idempotency.ts";
import { fromMetadata, toMetadata } from "../stripe/metadata.ts";
import { isEffectiveRefund, sumRefunds } from "../stripe/refunds.ts";
import { isStoredError } from "../stripe/classify-error.ts";
import { listAuditEntries } from "../audit/list-audit-entries.ts";
import { recordChange } from "../audit/record-change.ts";

/** How much to refund, and why. Amounts in minor units. */
export type RefundChoice = {
  /** By default, everything that is left. */
  amountMinor?: number | undefined;
  /** The refunded amount that the request is based on, so that a repeated request refunds once. */
  refundedMinor: number;
  /** Stripe's ids of the lines of an order that are refunded, which ends their access. */
  lineIds?: string[] | undefined;
  reason: "requested_by_customer" | "duplicate" | "fraudulent";
};

/** The payment, and the id of our order or subscription it paid for. */
type Payment = { of: "order" | "subscription"; targetId: string; paymentIntentId: string };

/** Metadata of the refund at Stripe: identifies the request that created it. */
const REFUND_METADATA_KEY = "gatehouse_refund";

/**
 * Refunds a payment at Stripe; the caller syncs. Repeating the same request (a second click, a lost response) refunds
 * once: existing refunds are checked first, and the idempotency key consists of the payment, the amount and the amount
 * refunded before. The audit entry is written right after Stripe's response, with an id derived from the refund: if
 * that fails, repeating the request writes it, and it is never written twice.
 * @returns whether nothing of the payment is left after it
 * @throws `payment_disputed`, `not_refundable`, `refund_outdated`; `invalid_input` at `amountMinor` for more than is
 *   left or an amount that the currency does not allow; `stripe_unavailable`
 */
export async function refundPayment(
  ctx: Ctx,
  { of, targetId, paymentIntentId }: Payment,
  choice: RefundChoice,
): Promise<{ isFullyRefunded: boolean }> {
  const charge = await findCharge(ctx, paymentIntentId);
  const amountMinor = choice.amountMinor ?? charge.amount - choice.refundedMinor;
  const lineIds = choice.lineIds?.toSorted() ?? [];
  // A line is refunded once, whatever was refunded of the payment before.
  const decision =
    lineIds.length > 0 ? lineIds.join(",") : `${choice.refundedMinor}:${amountMinor}`;
  const { existingRefund, attempts, effectiveMinor, refundedLineIds } = await findRefunds(
    ctx,
    paymentIntentId,
    decision,
  );
  if (!existingRefund && lineIds.some((id) => refundedLineIds.includes(id)))
    throw fail("refund_outdated", { reason: "one of the lines was refunded" });
  if (!existingRefund)
    assertRefundable(
      { amount: charge.amount, effectiveMinor },
      {
        refundedMinor: lineIds.length > 0 ? effectiveMinor : choice.refundedMinor,
        amountMinor,
      },
    );
  const refund = existingRefund ?? (await create());
  await commit(ctx.db, [
    recordChange(ctx, {
      action: `${of}.refunded`,
      targetId,
      before: { refundedMinor: choice.refundedMinor },
      after: {
        refundedMinor: choice.refundedMinor + refund.amount,
        currency: refund.currency,
        reason: refund.reason,
        refundId: refund.id,
      },
      idempotency: { key: refund.id, at: fromStripeTime(refund.created) ?? ctx.now },
    }),
  ]);
  return { isFullyRefunded: choice.refundedMinor + refund.amount >= charge.amount };

  async function create(): Promise<Stripe.Refund> {
    // After an error, Stripe returns it again for the same key for a day, so the next request needs another key.
    const failedAttempts = await listAuditEntries(ctx, {
      targetId,
      action: `${of}.refund_unanswered`,
      limit: 100,
    });
    const key = await idempotencyKey(
      "refund",
      `${targetId}:${choice.refundedMinor}:${attempts + failedAttempts.items.length}`,
      { amountMinor, ...(lineIds.length > 0 && { lineIds }) },
    );
    try {
      return await ctx.stripe.refunds.create(
        {
          payment_intent: paymentIntentId,
          amount: amountMinor,
          reason: choice.reason,
          metadata: {
            [REFUND_METADATA_KEY]: decision,
            ...toMetadata({ lineIds: lineIds.join(",") }),
          },
        },
        key,
      );
    } catch (cause) {
      const createdRefund = (await findRefunds(ctx, paymentIntentId, decision)).existingRefund;
      if (createdRefund) return createdRefund;
      if (isStoredError(cause)) {
        await commit(ctx.db, [
          recordChange(ctx, {
            action: `${of}.refund_unanswered`,
            targetId,
            after: { amountMinor },
          }),
        ]);
      }
      throw toRefundFailure(cause);
    }
  }
}

/**
 * Returns the charge of a payment.
 * @throws `not_refundable` if nothing was paid
 */
async function findCharge(ctx: Ctx, paymentIntentId: string): Promise<Stripe.Charge> {
  const { latest_charge: charge } = await ctx.stripe.paymentIntents.retrieve(paymentIntentId, {
    expand: ["latest_charge"],
  });
  if (typeof charge !== "object" || charge?.status !== "succeeded")
    throw fail("not_refundable", { reason: "no charge that succeeded" });
  return charge;
}

/**
 * Returns the refund that a request created, how many of its refunds failed at the bank, and what all refunds of the
 * payment add up to that did not fail, with the lines that they were of.
 */
async function findRefunds(ctx: Ctx, paymentIntentId: string, decision: string) {
  const { data } = await ctx.stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 });
  const ofDecision = data.filter(({ metadata }) => metadata?.[REFUND_METADATA_KEY] === decision);
  return {
    existingRefund: ofDecision.find(isEffectiveRefund),
    attempts: ofDecision.filter((refund) => !isEffectiveRefund(refund)).length,
    effectiveMinor: sumRefunds(data),
    refundedLineIds: data
      .filter(isEffectiveRefund)
      .flatMap(({ metadata }) => fromMetadata(metadata).lineIds?.split(",") ?? []),
  };
}

function assertRefundable(
  { amount, effectiveMinor }: { amount: number; effectiveMinor: number },
  { refundedMinor, amountMinor }: { refundedMinor: number; amountMinor: number },
): void {
  const left = amount - effectiveMinor;
  if (left === 0) throw fail("not_refundable", { reason: "all was refunded" });
  if (effectiveMinor !== refundedMinor)
    throw fail("refund_outdated", { reason: `${effectiveMinor} are refunded` });
  if (amountMinor > left) throw exceedsRemaining();
}

const exceedsRemaining = (cause?: unknown) =>
  failAt("amountMinor", "This is more than the remaining amount.", cause);

/** Maps Stripe's refusal to our error; at `amountMinor` if it concerns the amount. */
function toRefundFailure(cause: unknown): AppError {
  const reason = "the payment was not refunded";
  if (!(cause instanceof Stripe.errors.StripeInvalidRequestError))
    return fail("stripe_unavailable", { reason, cause });
  if (cause.code === "charge_disputed") return fail("payment_disputed", { reason, cause });
  if (cause.code === "charge_already_refunded") return fail("not_refundable", { reason, cause });
  if (cause.param !== "amount") return fail("stripe_unavailable", { reason, cause });
  if (/greater than/.test(cause.message)) return exceedsRemaining(cause);
  return failAt("amountMinor", cause.message, cause);
}
