import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { expireAtStripe } from "./expire-at-stripe.ts";
import { listOpenCheckoutsOf } from "./store.ts";

/**
 * Closes at Stripe what these people could still pay. Our rows follow with the next sync: one that was paid at this very
 * moment is a purchase like any other.
 * @throws `stripe_unavailable`; then some may be closed, and doing it again closes the rest
 */
export async function closeOpenCheckouts(ctx: Ctx, input: { userIds: string[] }): Promise<void> {
  const open = await listOpenCheckoutsOf(ctx.db, input.userIds, ctx.config.stripe.mode);
  for (const { stripeSessionId } of open) {
    if (stripeSessionId === null) continue;
    try {
      await expireAtStripe(ctx, stripeSessionId);
    } catch (error) {
      throw fail("stripe_unavailable", { reason: "a checkout could not be closed", cause: error });
    }
  }
}
