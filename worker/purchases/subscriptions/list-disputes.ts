import type { Ctx } from "../../context.ts";
import { listSubscriptionsByPaymentIntent } from "./store.ts";

/** What we have of the disputes of these payments, where they paid the latest invoice of subscriptions. */
export async function listSubscriptionDisputes(ctx: Ctx, input: { paymentIntentIds: string[] }) {
  const { mode } = ctx.config.stripe;
  const rows = await listSubscriptionsByPaymentIntent(ctx.db, mode, input.paymentIntentIds);
  return rows.map(({ customerId, latestPaymentIntentId, disputeStatus }) => ({
    customerId,
    paymentIntentId: latestPaymentIntentId,
    disputeStatus,
  }));
}
