import type { Ctx } from "../../context.ts";
import { newId } from "../../lib/ids.ts";
import {
  findCustomerOfUser,
  insertCustomer,
  listCustomersByStripeId,
  setStripeCustomer,
  userExists,
} from "./store.ts";

/**
 * Maps a Stripe customer to the user that its metadata names, where that user has none yet in this mode.
 * @param input.createdAt when Stripe made it, in unix milliseconds: the sweep looks for it in Stripe's list of that time
 * @returns the customer row, of whomever it was merged into; null where there is no such user, or the user has another Stripe customer
 */
export async function adoptCustomer(
  ctx: Ctx,
  input: { userId: string; stripeCustomerId: string; createdAt: number },
): Promise<{ id: string } | null> {
  const { userId, stripeCustomerId, createdAt } = input;
  const { mode } = ctx.config.stripe;
  // Of an account that was merged, it names who it was then.
  const [known] = await listCustomersByStripeId(ctx.db, mode, [stripeCustomerId]);
  if (known) return known;
  if (!(await userExists(ctx.db, userId))) return null;
  await insertCustomer(ctx.db, { id: newId("cst", createdAt), userId, mode, createdAt });
  let customer = await findCustomerOfUser(ctx.db, userId, mode);
  if (customer && !customer.stripeCustomerId) {
    await setStripeCustomer(ctx.db, customer.id, stripeCustomerId);
    customer = await findCustomerOfUser(ctx.db, userId, mode);
  }
  return customer?.stripeCustomerId === stripeCustomerId ? customer : null;
}
