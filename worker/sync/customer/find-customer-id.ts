import type { Ctx } from "../../context.ts";
import { findCustomerIdByEmail, listStripeCustomersByStripeId } from "./store.ts";

/**
 * Finds a customer by our id, Stripe's id, or the user's exact email. Emails are case-insensitive.
 * @returns null if there is none in this mode
 */
export async function findCustomerId(
  ctx: Ctx,
  { search }: { search: string },
): Promise<string | null> {
  const { mode } = ctx.config.stripe;
  if (search.startsWith("cst_")) return search;
  if (search.startsWith("cus_"))
    return (await listStripeCustomersByStripeId(ctx.db, mode, [search]))[0]?.id ?? null;
  return (await findCustomerIdByEmail(ctx.db, mode, search.toLowerCase()))?.id ?? null;
}
