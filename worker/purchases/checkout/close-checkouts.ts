import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { MINUTE, toUtcDay } from "../../lib/time.ts";
import { markDaysStale } from "../totals/store.ts";
import { closeCheckout, listOpenCheckoutsOfUsers, type CheckoutRow } from "./store.ts";
import { fail } from "../../errors.ts";
import { idOf } from "../../stripe/references.ts";
import { writeWithRetry } from "../../stripe/write-with-retry.ts";

/** How far our clock and Stripe's may differ. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE;

/**
 * Returns the writes that close checkouts whose session at Stripe is complete, or that are past their end and were not
 * completed.
 * @param input.open the customer's open checkouts
 * @param input.sessions the customer's completed sessions, fetched after `ctx.now`
 */
export function closeFinishedCheckouts(
  ctx: Ctx,
  input: { open: CheckoutRow[]; sessions: Stripe.Checkout.Session[] },
): Statement[] {
  const sessions = new Map(input.sessions.map((session) => [session.id, session]));
  return input.open.flatMap((checkout) => {
    const session = checkout.stripeSessionId ? sessions.get(checkout.stripeSessionId) : undefined;
    if (!session) {
      const isPast = checkout.expiresAt + CLOCK_TOLERANCE_MS < ctx.now;
      return isPast ? [closeCheckout(ctx.db, { id: checkout.id, status: "expired" })] : [];
    }
    const stripeSubscriptionId = idOf(session.subscription);
    return [
      closeCheckout(ctx.db, { id: checkout.id, status: "complete", stripeSubscriptionId }),
      markDaysStale(ctx.db, checkout.mode, [toUtcDay(checkout.createdAt)]),
    ];
  });
}

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

/**
 * Expires a Checkout Session at Stripe so that it can no longer be paid.
 * @returns false if the session was already complete or expired
 */
export async function expireAtStripe(ctx: Ctx, sessionId: string): Promise<boolean> {
  try {
    await writeWithRetry(
      { action: "expire", rowId: sessionId, attempt: ctx.requestId, params: {} },
      (options) => ctx.stripe.checkout.sessions.expire(sessionId, {}, options),
    );
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
    throw error;
  }
}
