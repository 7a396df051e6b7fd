import type { Ctx } from "../../context.ts";
import { listLinked } from "./store.ts";

/**
 * Our customers that have one at Stripe, in this mode, by our id after `afterId` ("" is the beginning): so the oldest
 * claims come first. `createdAt` is when the customer was claimed, in unix milliseconds.
 */
export async function listLinkedCustomers(
  ctx: Ctx,
  input: { afterId: string; limit: number },
): Promise<{ id: string; stripeCustomerId: string; createdAt: number }[]> {
  const rows = await listLinked(ctx.db, ctx.config.stripe.mode, input.afterId, input.limit);
  return rows.flatMap(({ stripeCustomerId, ...row }) =>
    stripeCustomerId === null ? [] : [{ ...row, stripeCustomerId }],
  );
}
