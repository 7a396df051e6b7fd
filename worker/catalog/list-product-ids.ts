import type { Ctx } from "../context.ts";
import { listStripeProductIds } from "./store.ts";

/** Returns the ids of all products of this mode, including archived ones, because past orders still refer to them. */
export async function listProductIds(ctx: Ctx): Promise<Set<string>> {
  const rows = await listStripeProductIds(ctx.db, ctx.config.stripe.mode);
  return new Set(rows.map((row) => row.id));
}

/** Returns a map from Stripe's product id to ours. */
export async function mapStripeProductIds(ctx: Ctx): Promise<Map<string, string>> {
  const rows = await listStripeProductIds(ctx.db, ctx.config.stripe.mode);
  return new Map(
    rows.flatMap((row) => (row.stripeProductId ? [[row.stripeProductId, row.id]] : [])),
  );
}
