import { userExists } from "../../identity/store-profile.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { newId } from "../../lib/ids.ts";
import { findOwnAccount } from "./stripe-account.ts";
import {
  findStripeCustomerOfUser,
  insertStripeCustomer,
  listStripeCustomersByStripeId,
  setStripeCustomerId,
} from "./store.ts";

/**
 * Links a Stripe customer to the user named in its metadata, unless that user already has another one in this mode.
 * @param input.createdAt when Stripe created it, in Unix milliseconds; the sweep looks it up in Stripe's list by this
 *   time
 * @returns the customer row, which may belong to the account that the user was merged into; null if the user doesn't
 *   exist or has another Stripe customer
 */
export async function linkStripeCustomer(
  ctx: Ctx,
  input: { userId: string; stripeCustomerId: string; createdAt: number },
): Promise<{ id: string } | null> {
  const { userId, stripeCustomerId, createdAt } = input;
  const { mode } = ctx.config.stripe;
  // After an account merge, the metadata still names the old user.
  const [known] = await listStripeCustomersByStripeId(ctx.db, mode, [stripeCustomerId]);
  if (known) return known;
  if (!(await userExists(ctx.db, userId))) return null;
  await insertStripeCustomer(ctx.db, { id: newId("cst", createdAt), userId, mode, createdAt });
  let customer = await findStripeCustomerOfUser(ctx.db, userId, mode);
  if (customer && !customer.stripeCustomerId) {
    await commit(ctx.db, [
      setStripeCustomerId(ctx.db, customer.id, {
        stripeCustomerId,
        stripeAccount: await findOwnAccount(ctx),
      }),
      ...recordEvents(ctx, { userId, kinds: ["customer"] }),
    ]);
    customer = await findStripeCustomerOfUser(ctx.db, userId, mode);
  }
  return customer?.stripeCustomerId === stripeCustomerId ? customer : null;
}
