import type { Ctx } from "../../context.ts";
import { listSubscriptionsByPaymentIntent } from "./store.ts";

/** Returns the mirrored dispute status of the subscriptions whose latest invoice was paid by these payments. */
export async function listSubscriptionDisputes(ctx: Ctx, input: { paymentIntentIds: string[] }) {
  const { mode } = ctx.config.stripe;
  const rows = await listSubscriptionsByPaymentIntent(ctx.db, mode, input.paymentIntentIds);
  return rows.map(({ customerId, latestPaymentIntentId, disputeStatus }) => ({
    customerId,
    paymentIntentId: latestPaymentIntentId,
    disputeStatus,
  }));
}
