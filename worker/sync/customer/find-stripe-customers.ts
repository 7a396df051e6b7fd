import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { markDirty } from "./store-dirty.ts";
import { listCustomersByStripeId } from "./store.ts";

/** Stripe customer id → our customer. Those that are not ours are not in it. */
export async function findCustomers(
  ctx: Ctx,
  input: { stripeCustomerIds: string[] },
): Promise<Map<string, { id: string; userId: string }>> {
  if (input.stripeCustomerIds.length === 0) return new Map();
  const { mode } = ctx.config.stripe;
  const rows = await listCustomersByStripeId(ctx.db, mode, input.stripeCustomerIds);
  return new Map(
    rows.flatMap(({ id, userId, stripeCustomerId }) =>
      stripeCustomerId ? [[stripeCustomerId, { id, userId }]] : [],
    ),
  );
}

/** Marks customers as dirty and enqueues them. */
export async function refreshCustomers(ctx: Ctx, input: { ids: string[] }): Promise<void> {
  const ids = [...new Set(input.ids)];
  if (ids.length === 0) return;
  await commit(
    ctx.db,
    ids.map((id) => markDirty(ctx.db, id)),
  );
  await ctx.syncQueue.sendBatch(ids.map((customerId) => ({ body: { customerId } })));
}
