import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail, type Failure } from "../../errors.ts";
import { fromStripeTime } from "../../lib/time.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { isStoredError } from "../../stripe/is-stored-error.ts";
import { listAudit } from "../audit/list-audit-entries.ts";
import { recordChange } from "../../audit/record-change.ts";

/** What of a payment is to be given back. Amounts in minor units. */
export type RefundChoice = {
  /** Left out, all that is left. */
  amountMinor?: number | undefined;
  /** What had been refunded when this was decided: the same decision twice is one refund. */
  refundedMinor: number;
  reason: "requested_by_customer" | "duplicate" | "fraudulent";
};

/** The payment, and what it is for: an id of ours. */
type Payment = { of: "order" | "subscription"; targetId: string; paymentIntentId: string };

/** On the refund at Stripe: which decision it came of. */
const ACT = "gatehouse_refund";

/**
 * Gives money back at Stripe; the caller syncs. Whoever asks again for the same (another click, an answer that was lost)
 * finds it done: Stripe's refunds are looked at first, and the idempotency key is of the payment, the amount and what
 * had been refunded before. The audit entry is written right after Stripe's answer, under an id that follows from the
 * refund: should that fail, asking again writes it, and it is never written twice.
 * @throws `payment_disputed`, `not_refundable`, `refund_outdated`; `invalid_input` of `amountMinor` for more than is left
 *   or what the currency does not have; `stripe_unavailable`
 */
export async function refundPayment(
  ctx: Ctx,
  { of, targetId, paymentIntentId }: Payment,
  choice: RefundChoice,
): Promise<void> {
  const charge = await findCharge(ctx, paymentIntentId);
  const amountMinor = choice.amountMinor ?? charge.amount - choice.refundedMinor;
  const act = `${choice.refundedMinor}:${amountMinor}`;
  const { made, attempts } = await findRefunds(ctx, paymentIntentId, act);
  if (!made) refuseStale(charge, { ...choice, amountMinor });
  const refund = made ?? (await create());
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
      once: { key: refund.id, at: fromStripeTime(refund.created) ?? ctx.now },
    }),
  ]);

  async function create(): Promise<Stripe.Refund> {
    // A key that Stripe answered with an error is spent for a day, so the next decision has another.
    const spent = await listAudit(ctx, { targetId, action: `${of}.refund_unanswered`, limit: 100 });
    const key = await idempotencyKey(
      "refund",
      `${targetId}:${choice.refundedMinor}:${attempts + spent.items.length}`,
      { amountMinor },
    );
    try {
      return await ctx.stripe.refunds.create(
        {
          payment_intent: paymentIntentId,
          amount: amountMinor,
          reason: choice.reason,
          metadata: { [ACT]: act },
        },
        key,
      );
    } catch (cause) {
      const hidden = (await findRefunds(ctx, paymentIntentId, act)).made;
      if (hidden) return hidden;
      if (isStoredError(cause)) {
        await commit(ctx.db, [
          recordChange(ctx, {
            action: `${of}.refund_unanswered`,
            targetId,
            after: { amountMinor },
          }),
        ]);
      }
      throw toRefusal(cause);
    }
  }
}

/** @throws `not_refundable` where nothing was paid */
async function findCharge(ctx: Ctx, paymentIntentId: string): Promise<Stripe.Charge> {
  const { latest_charge: charge } = await ctx.stripe.paymentIntents.retrieve(paymentIntentId, {
    expand: ["latest_charge"],
  });
  if (typeof charge !== "object" || charge?.status !== "succeeded")
    throw fail("not_refundable", { reason: "no charge that succeeded" });
  return charge;
}

/** The refund that came of a decision, and how often that was made and failed at the buyer's bank. */
async function findRefunds(ctx: Ctx, paymentIntentId: string, act: string) {
  const { data } = await ctx.stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 });
  const ofAct = data.filter(({ metadata }) => metadata?.[ACT] === act);
  const isGone = ({ status }: Stripe.Refund) => status === "failed" || status === "canceled";
  return {
    made: ofAct.find((refund) => !isGone(refund)),
    attempts: ofAct.filter(isGone).length,
  };
}

function refuseStale(
  charge: Stripe.Charge,
  { refundedMinor, amountMinor }: { refundedMinor: number; amountMinor: number },
): void {
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) throw fail("not_refundable", { reason: "all was refunded" });
  if (charge.amount_refunded !== refundedMinor)
    throw fail("refund_outdated", { reason: `${charge.amount_refunded} are refunded` });
  if (amountMinor > left) throw tooMuch();
}

const tooMuch = (cause?: unknown) =>
  fail("invalid_input", {
    reason: "more than is left",
    cause,
    fields: [{ path: "amountMinor", message: "This is more than is left of the payment" }],
  });

/** Stripe's refusal in our words; at the amount, where it is about that. */
function toRefusal(cause: unknown): Failure {
  const reason = "the payment was not refunded";
  if (!(cause instanceof Stripe.errors.StripeInvalidRequestError))
    return fail("stripe_unavailable", { reason, cause });
  if (cause.code === "charge_disputed") return fail("payment_disputed", { reason, cause });
  if (cause.code === "charge_already_refunded") return fail("not_refundable", { reason, cause });
  if (cause.param !== "amount") return fail("stripe_unavailable", { reason, cause });
  if (/greater than/.test(cause.message)) return tooMuch(cause);
  return fail("invalid_input", {
    reason,
    cause,
    fields: [{ path: "amountMinor", message: cause.message }],
  });
}
