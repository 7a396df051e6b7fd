import type { Ctx } from "../../context.ts";
import { findIdByEmail, listCustomersByStripeId } from "./store.ts";

/**
 * Our customer of a search: our own id, Stripe's, or the email of a person, exactly.
 * @returns null where there is none in this mode
 */
export async function findCustomerId(
  ctx: Ctx,
  { search }: { search: string },
): Promise<string | null> {
  const { mode } = ctx.config.stripe;
  if (search.startsWith("cst_")) return search;
  if (search.startsWith("cus_"))
    return (await listCustomersByStripeId(ctx.db, mode, [search]))[0]?.id ?? null;
  return (await findIdByEmail(ctx.db, mode, search.toLowerCase()))?.id ?? null;
}
