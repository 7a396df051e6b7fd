import type { Ctx } from "../../context.ts";
import { listOrdersByPaymentIntent } from "./store.ts";

/** What we have of the disputes of these payments, where they paid orders. */
export async function listOrderDisputes(ctx: Ctx, input: { paymentIntentIds: string[] }) {
  const { mode } = ctx.config.stripe;
  const rows = await listOrdersByPaymentIntent(ctx.db, mode, input.paymentIntentIds);
  return rows.map(({ customerId, stripePaymentIntentId, disputeStatus }) => ({
    customerId,
    paymentIntentId: stripePaymentIntentId,
    disputeStatus,
  }));
}
