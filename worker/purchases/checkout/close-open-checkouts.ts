import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { expireAtStripe } from "./expire-at-stripe.ts";
import { listOpenCheckoutsOfUsers } from "./store.ts";

/**
 * Expires the open Checkout Sessions of these users at Stripe. Our rows follow with the next sync; a session that is
 * paid in the meantime is an ordinary purchase.
 * @throws `stripe_unavailable`; some sessions may have expired by then, and calling this again expires the rest
 */
export async function closeOpenCheckouts(ctx: Ctx, input: { userIds: string[] }): Promise<void> {
  const open = await listOpenCheckoutsOfUsers(ctx.db, input.userIds, ctx.config.stripe.mode);
  for (const { stripeSessionId } of open) {
    if (stripeSessionId === null) continue;
    try {
      await expireAtStripe(ctx, stripeSessionId);
    } catch (error) {
      throw fail("stripe_unavailable", { reason: "a checkout could not be closed", cause: error });
    }
  }
}
