import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { incrementCheckouts, findStripeCustomer } from "./store.ts";

/** Opening a checkout makes up to ten requests to Stripe, and all users share the shop's own limit there. */
const MAX_CHECKOUTS = 20;
const WINDOW_MS = 10 * MINUTE;

/**
 * Counts one checkout of a Stripe customer (our id): at most 20 in ten minutes.
 * @throws `too_many_checkouts`, with the seconds until the next one is allowed
 */
export async function limitCheckouts(ctx: Ctx, input: { customerId: string }): Promise<void> {
  const counted = await incrementCheckouts(ctx.db, {
    id: input.customerId,
    now: ctx.now,
    windowStart: ctx.now - WINDOW_MS,
    limit: MAX_CHECKOUTS,
  });
  if (counted) return;
  const row = await findStripeCustomer(ctx.db, input.customerId);
  const waitMs = (row?.checkoutsSince ?? ctx.now) + WINDOW_MS - ctx.now;
  throw fail("too_many_checkouts", {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND)),
    reason: `more than ${MAX_CHECKOUTS} checkouts in ten minutes`,
  });
}
