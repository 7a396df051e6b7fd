import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { markDirty } from "./store-dirty.ts";
import { listStripeCustomersByStripeId } from "./store.ts";

/** Maps Stripe customer ids to our customers. Unknown ids are omitted. */
export async function findStripeCustomersByStripeId(
  ctx: Ctx,
  input: { stripeCustomerIds: string[] },
): Promise<Map<string, { id: string; userId: string }>> {
  if (input.stripeCustomerIds.length === 0) return new Map();
  const { mode } = ctx.config.stripe;
  const rows = await listStripeCustomersByStripeId(ctx.db, mode, input.stripeCustomerIds);
  return new Map(
    rows.flatMap(({ id, userId, stripeCustomerId }) =>
      stripeCustomerId ? [[stripeCustomerId, { id, userId }]] : [],
    ),
  );
}

/** Marks customers as dirty and enqueues them. */
export async function markDirtyAndEnqueue(ctx: Ctx, input: { ids: string[] }): Promise<void> {
  const ids = [...new Set(input.ids)];
  if (ids.length === 0) return;
  await commit(
    ctx.db,
    ids.map((id) => markDirty(ctx.db, id)),
  );
  await ctx.syncQueue.sendBatch(ids.map((customerId) => ({ body: { customerId } })));
}
