import type { UserCtx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { findStripeCustomerOfUser, incrementCheckouts } from "./store.ts";

/** Opening a checkout makes up to ten requests to Stripe, and all users share the shop's own limit there. */
const MAX_CHECKOUTS = 20;
const WINDOW_MS = 10 * MINUTE;

/**
 * Counts one checkout of the user's Stripe customer: at most 20 in ten minutes.
 * @returns the statement for a batch, with whose result `assertCounted` must be called
 */
export function countCheckout(ctx: UserCtx): Statement {
  return incrementCheckouts(ctx.db, {
    userId: ctx.actor.userId,
    mode: ctx.config.stripe.mode,
    now: ctx.now,
    windowStart: ctx.now - WINDOW_MS,
    limit: MAX_CHECKOUTS,
  });
}

/** @throws `too_many_checkouts`, with the seconds until the next one is allowed */
export async function assertCounted(ctx: UserCtx, { results }: D1Result): Promise<void> {
  if (results.length > 0) return;
  const { userId } = ctx.actor;
  const row = await findStripeCustomerOfUser(ctx.db, userId, ctx.config.stripe.mode);
  const waitMs = (row?.checkoutsSince ?? ctx.now) + WINDOW_MS - ctx.now;
  throw fail("too_many_checkouts", {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND)),
    reason: `more than ${MAX_CHECKOUTS} checkouts in ten minutes`,
  });
}
