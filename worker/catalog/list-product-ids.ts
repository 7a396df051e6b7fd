import type { Ctx } from "../context.ts";
import { listStripeProductIds } from "./store.ts";

/** Returns the ids of all products of this mode, including archived ones, because past orders still refer to them. */
export async function listProductIds(ctx: Ctx): Promise<Set<string>> {
  const rows = await listStripeProductIds(ctx.db, ctx.config.stripe.mode);
  return new Set(rows.map((row) => row.id));
}

/** Returns which of these are products of this mode, including archived ones. */
export async function findProductIds(ctx: Ctx, input: { ids: string[] }): Promise<Set<string>> {
  if (input.ids.length === 0) return new Set();
  const rows = await listStripeProductIds(ctx.db, ctx.config.stripe.mode, input);
  return new Set(rows.map((row) => row.id));
}

/** Returns a map from Stripe's product id to ours. @param input.stripeProductIds only of these */
export async function mapStripeProductIds(
  ctx: Ctx,
  input?: { stripeProductIds: string[] },
): Promise<Map<string, string>> {
  if (input?.stripeProductIds.length === 0) return new Map();
  const rows = await listStripeProductIds(ctx.db, ctx.config.stripe.mode, input);
  return new Map(
    rows.flatMap((row) => (row.stripeProductId ? [[row.stripeProductId, row.id]] : [])),
  );
}
