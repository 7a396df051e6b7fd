import type { Ctx } from "../../context.ts";
import { listCheckoutsOfCustomer } from "./store.ts";

/** Returns the ids of the checkouts that this shop opened for a customer, and of their Checkout Sessions. */
export async function listCheckoutAndSessionIds(
  ctx: Ctx,
  input: { customerId: string },
): Promise<Set<string>> {
  const rows = await listCheckoutsOfCustomer(ctx.db, input.customerId);
  return new Set(
    rows.flatMap(({ id, stripeSessionId }) => (stripeSessionId ? [id, stripeSessionId] : [id])),
  );
}
