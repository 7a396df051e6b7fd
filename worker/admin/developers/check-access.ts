import { checkEntitlement } from "../../access/check-entitlement.ts";
import type { Ctx } from "../../context.ts";
import type { Entitlement } from "../../feed/entitlement.ts";
import { resolveCustomer } from "../../identity/resolve-customer.ts";

/**
 * Asks whether a customer may use a feature, and answers as the API does, without its reason.
 * @param input.customer a user's id or verified email. An unknown customer may not use anything.
 */
export async function checkAccess(
  ctx: Ctx,
  input: { feature: string; customer: string },
): Promise<Entitlement> {
  const { feature, customer } = input;
  const address = customer.includes("@") ? { email: customer } : { customer };
  const userId = await resolveCustomer(ctx, address);
  if (userId !== null) return checkEntitlement(ctx, { userId, key: feature });
  return { customerId: null, feature, allowed: false, limit: 0, until: null, because: [] };
}
