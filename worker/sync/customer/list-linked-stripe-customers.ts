import type { Ctx } from "../../context.ts";
import { listLinkedStripeCustomerRows } from "./store.ts";

/**
 * Returns our customers that are linked to Stripe, in this mode, by our id after `afterId` ("" starts at the
 * beginning), so the oldest come first. `createdAt` is when our row was created, in Unix milliseconds.
 */
export async function listLinkedStripeCustomers(
  ctx: Ctx,
  input: { afterId: string; limit: number },
): Promise<{ id: string; stripeCustomerId: string; createdAt: number }[]> {
  const rows = await listLinkedStripeCustomerRows(
    ctx.db,
    ctx.config.stripe.mode,
    input.afterId,
    input.limit,
  );
  return rows.flatMap(({ stripeCustomerId, ...row }) =>
    stripeCustomerId === null ? [] : [{ ...row, stripeCustomerId }],
  );
}
