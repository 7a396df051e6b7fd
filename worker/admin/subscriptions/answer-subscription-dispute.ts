import type { Ctx } from "../../context.ts";
import { answerDispute, type DisputeAnswer } from "../../billing/answer-dispute.ts";
import { requireSubscriptionForTeam } from "../../purchases/subscriptions/require-subscription.ts";

/**
 * Submits evidence for the dispute of a subscription's payment.
 * @throws `not_found`; as `answerDispute`
 */
export async function answerSubscriptionDispute(
  ctx: Ctx,
  { id, ...answer }: { id: string } & DisputeAnswer,
): Promise<void> {
  const row = await requireSubscriptionForTeam(ctx, { id });
  const { customerId, disputedPaymentIntentId: paymentIntentId } = row;
  await answerDispute(ctx, { targetId: id, customerId, paymentIntentId }, answer);
}
