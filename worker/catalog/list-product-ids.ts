import type { Ctx } from "../context.ts";
import { listProductKeys } from "./store.ts";

/** The ids of every product of this mode, archived ones too: what was sold stays what it was. */
export async function listProductIds(ctx: Ctx): Promise<Set<string>> {
  const rows = await listProductKeys(ctx.db, ctx.config.stripe.mode);
  return new Set(rows.map((row) => row.id));
}

/** Stripe's product id → ours. Products that are not ours are not in it. */
export async function mapStripeProducts(ctx: Ctx): Promise<Map<string, string>> {
  const rows = await listProductKeys(ctx.db, ctx.config.stripe.mode);
  return new Map(
    rows.flatMap((row) => (row.stripeProductId ? [[row.stripeProductId, row.id]] : [])),
  );
}
