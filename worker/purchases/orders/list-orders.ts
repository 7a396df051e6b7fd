import type { Ctx } from "../../context.ts";
import { listOrdersOfUser, type OrderRow, listOrdersByPaymentIntent } from "./store.ts";

/** Returns the user's orders in this mode, newest first. */
export async function listOrders(ctx: Ctx, input: { userId: string }): Promise<OrderRow[]> {
  const rows = await listOrdersOfUser(ctx.db, input.userId);
  return rows.filter((row) => row.mode === ctx.config.stripe.mode);
}

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
