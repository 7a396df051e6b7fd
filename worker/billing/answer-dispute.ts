import type Stripe from "stripe";
import { z } from "zod";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { fail, failAt } from "../errors.ts";
import { fromStripeTime } from "../lib/time.ts";
import { recordChange } from "../audit/record-change.ts";
import { findDecidingDispute } from "../access/policy.ts";
import { evidenceFields, MAX_EVIDENCE } from "../shared/dispute-evidence.ts";
import { idempotencyKey } from "../stripe/idempotency.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { callStripe } from "./call-stripe.ts";
import { nullOnError, shortTimeout } from "./fetch-billing-details.ts";

/** A dispute as the bank opened it. Amounts in minor units, times in unix milliseconds. */
type DisputeDetails = {
  id: string;
  /** Stripe's status. */
  status: string;
  /** Stripe's code for what the cardholder says, e.g. `product_not_received`. */
  reason: string;
  amountMinor: number;
  currency: string;
  openedAt: number;
  /** Until when the bank takes evidence; null if it takes none. */
  dueAt: number | null;
  /** Whether evidence was submitted, by the shop or in Stripe's dashboard. */
  isAnswered: boolean;
  canAnswer: boolean;
};

/** Fetches the dispute of a payment. Best effort: null if there is none, or Stripe did not answer in time. */
export async function fetchDispute(
  ctx: Ctx,
  {
    disputeStatus,
    paymentIntentId,
  }: { disputeStatus: string | null; paymentIntentId: string | null },
): Promise<DisputeDetails | null> {
  if (disputeStatus === null || paymentIntentId === null) return null;
  const listed = await nullOnError(
    ctx.stripe.disputes.list({ payment_intent: paymentIntentId, limit: 10 }, shortTimeout),
  );
  const dispute = findDecidingDispute(listed?.data ?? []);
  return dispute ? toDetails(ctx, dispute) : null;
}

function toDetails(ctx: Ctx, dispute: Stripe.Dispute): DisputeDetails {
  const { id, status, reason, currency, evidence_details: details } = dispute;
  const dueAt = fromStripeTime(details.due_by);
  const isAnswered = details.submission_count > 0;
  const isWaiting = status === "needs_response" || status === "warning_needs_response";
  const isLate = details.past_due || (dueAt !== null && dueAt <= ctx.now);
  return {
    id,
    status,
    reason,
    currency,
    dueAt,
    isAnswered,
    amountMinor: dispute.amount,
    openedAt: fromStripeTime(dispute.created) ?? 0,
    canAnswer: isWaiting && !isLate && !isAnswered,
  };
}

/** The evidence that is submitted: texts that the bank reads. */
export const disputeAnswer = z.strictObject({
  disputeId: z.string().regex(/^(?:dp|du)_\w{1,60}$/),
  evidence: z
    .partialRecord(z.enum(evidenceFields), z.string().trim().max(MAX_EVIDENCE))
    // It can be submitted once, so an empty answer would be the last one.
    .refine(
      (evidence) => Object.values(evidence).some((text) => text !== ""),
      "Enter what the bank should read.",
    ),
});
export type DisputeAnswer = z.output<typeof disputeAnswer>;

/**
 * Submits evidence to the bank, which can be done once. Doing it again changes nothing. The caller checks permissions.
 * @param purchase whose payment is disputed; `targetId`: of the order or subscription
 * @throws `not_found` for a dispute of another payment; `invalid_input` at `disputeId` if the bank takes no evidence any
 *   longer; `stripe_unavailable`
 */
export async function answerDispute(
  ctx: Ctx,
  purchase: { targetId: string; customerId: string; paymentIntentId: string | null },
  { disputeId, evidence }: DisputeAnswer,
): Promise<void> {
  const { disputes } = ctx.stripe;
  const found = await callStripe(() => disputes.retrieve(disputeId));
  const { payment_intent: paid } = found;
  if (purchase.paymentIntentId === null || paid !== purchase.paymentIntentId)
    throw fail("not_found", { reason: "a dispute of another payment" });
  const { isAnswered, canAnswer } = toDetails(ctx, found);
  if (!isAnswered) {
    if (!canAnswer) throw failAt("disputeId", "The bank takes no more evidence for this dispute.");
    const params = { evidence, submit: true };
    const key = await idempotencyKey("evidence", disputeId, params);
    await callStripe(
      () => disputes.update(disputeId, params, key),
      async () => {
        const after = await disputes.retrieve(disputeId);
        return after.evidence_details.submission_count > 0 ? after : undefined;
      },
    );
    await commit(ctx.db, [
      recordChange(ctx, {
        action: "dispute.answered",
        targetId: purchase.targetId,
        after: { dispute: disputeId, fields: Object.keys(evidence) },
      }),
    ]);
  }
  await syncStripeCustomer(ctx, { customerId: purchase.customerId, force: true });
}
