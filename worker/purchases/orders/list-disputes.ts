import type { Ctx } from "../../context.ts";
import { listOrdersByPaymentIntent } from "./store.ts";

/** Returns the mirrored dispute status of the orders that these payments paid. */
export async function listOrderDisputes(ctx: Ctx, input: { paymentIntentIds: string[] }) {
  const { mode } = ctx.config.stripe;
  const rows = await listOrdersByPaymentIntent(ctx.db, mode, input.paymentIntentIds);
  return rows.map(({ customerId, stripePaymentIntentId, disputeStatus }) => ({
    customerId,
    paymentIntentId: stripePaymentIntentId,
    disputeStatus,
  }));
}
