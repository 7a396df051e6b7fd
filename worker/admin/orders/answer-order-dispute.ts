import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { answerDispute, type DisputeAnswer } from "../../billing/answer-dispute.ts";
import { findOrder } from "../../purchases/orders/store.ts";

/**
 * Submits evidence for the dispute of an order.
 * @throws `not_found`; as `answerDispute`
 */
export async function answerOrderDispute(
  ctx: Ctx,
  { id, ...answer }: { id: string } & DisputeAnswer,
): Promise<void> {
  const order = await findOrder(ctx.db, id, ctx.config.stripe.mode);
  if (!order) throw fail("not_found", { reason: "no such order" });
  const { customerId, stripePaymentIntentId: paymentIntentId } = order;
  await answerDispute(ctx, { targetId: id, customerId, paymentIntentId }, answer);
}
