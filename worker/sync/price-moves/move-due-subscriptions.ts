import type Stripe from "stripe";
import { findPrice } from "../../catalog/store.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { fromStripeTime, HOUR, MINUTE } from "../../lib/time.ts";
import {
  findLeftOutReason,
  isTimeToMove,
  nextLookAt,
  type LeftOutReason,
} from "../../purchases/price-moves/rules.ts";
import {
  claimDueSubscriptions,
  updateMovedSubscription,
  type MovedSubscriptionRow,
  type PriceMoveRow,
} from "../../purchases/price-moves/store.ts";
import { findAnySubscription, type SubscriptionRow } from "../../purchases/subscriptions/store.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { markDirty } from "../customer/store-dirty.ts";

/**
 * Subscriptions per page. Each takes two calls to Stripe and a few to D1, and their number per invocation is limited.
 */
const PAGE = 10;
/** How long a claimed subscription waits if its worker disappears. */
const CLAIM_MS = 5 * MINUTE;
const MAX_RETRY_DELAY_MS = HOUR;

/**
 * Sets the new price on the due subscriptions of a page, shortly before their renewal. Stripe is asked for the present
 * state of each, so that a cancellation or another plan of a minute ago counts.
 * @returns whether more are due
 */
export async function moveDueSubscriptions(ctx: Ctx, move: PriceMoveRow): Promise<boolean> {
  const due = await claimDueSubscriptions(ctx.db, {
    moveId: move.id,
    now: ctx.now,
    until: ctx.now + CLAIM_MS,
    limit: PAGE,
  });
  if (due.length === 0) return false;
  const [from, to] = await Promise.all([
    findPrice(ctx.db, move.fromPriceId),
    findPrice(ctx.db, move.toPriceId),
  ]);
  const pricePair = { from: from?.price.stripePriceId ?? "", to: to?.price.stripePriceId ?? "" };
  for (const row of due) await moveOne(ctx, move, row, pricePair);
  return due.length === PAGE;
}

/** Ids of the old and the new price at Stripe. */
type PricePair = { from: string; to: string };

async function moveOne(
  ctx: Ctx,
  move: PriceMoveRow,
  row: MovedSubscriptionRow,
  pricePair: PricePair,
): Promise<void> {
  const mirrored = await findAnySubscription(ctx.db, row.subscriptionId, move.mode);
  if (!mirrored) return leaveOut(ctx, row, "ended");
  try {
    await moveAtStripe(ctx, move, row, mirrored, pricePair);
  } catch (error) {
    const attempts = row.attempts + 1;
    logEvent(
      "error",
      "price_move.failed",
      {
        move: move.id,
        subscription: mirrored.id,
        attempts,
        error: summarizeError(error),
      },
      ctx,
    );
    const delay = Math.min(CLAIM_MS * 2 ** (attempts - 1), MAX_RETRY_DELAY_MS);
    await save(ctx, row, {
      attempts,
      error: error instanceof Error ? error.message.slice(0, 300) : "Unknown error",
      nextAttemptAt: ctx.now + delay,
    });
  }
}

async function moveAtStripe(
  ctx: Ctx,
  move: PriceMoveRow,
  row: MovedSubscriptionRow,
  mirrored: SubscriptionRow,
  pricePair: PricePair,
): Promise<void> {
  const { stripeSubscriptionId, disputeStatus, customerId } = mirrored;
  const current = await ctx.stripe.subscriptions.retrieve(stripeSubscriptionId);
  const reason = findLeftOutReason(toMovableState(current, disputeStatus));
  if (reason) return leaveOut(ctx, row, reason);
  const items = current.items.data;
  if (items.some(({ price }) => price.id === pricePair.to)) return saveMoved(ctx, row, customerId);
  const item = items.find(({ price }) => price.id === pricePair.from);
  if (!item) return leaveOut(ctx, row, "changed");
  const period = {
    status: current.status,
    currentPeriodEnd: fromStripeTime(item.current_period_end),
  };
  const notBefore = row.notBefore ?? move.notBefore;
  if (!isTimeToMove(period, { notBefore, now: ctx.now }))
    return save(ctx, row, { nextAttemptAt: nextLookAt(period, { notBefore, now: ctx.now }) });
  const params: Stripe.SubscriptionUpdateParams = {
    items: [{ id: item.id, price: pricePair.to, quantity: item.quantity ?? 1 }],
    // The period was paid at the old price, and the next one starts on the same day.
    proration_behavior: "none",
  };
  // Stripe stores a failure with the key, so each attempt has its own. Setting the price twice is harmless.
  const key = await idempotencyKey(
    "price-move",
    `${move.id}:${mirrored.id}:${row.attempts}`,
    params,
  );
  await ctx.stripe.subscriptions.update(stripeSubscriptionId, params, key);
  await saveMoved(ctx, row, customerId);
}

function toMovableState(current: Stripe.Subscription, disputeStatus: string | null) {
  const { status, ended_at, cancel_at, cancel_at_period_end, pause_collection, items } = current;
  const periodEnd = items.data[0]?.current_period_end ?? current.created;
  return {
    status,
    endedAt: fromStripeTime(ended_at),
    cancelAt: fromStripeTime(cancel_at ?? (cancel_at_period_end ? periodEnd : null)),
    pauseBehavior: pause_collection?.behavior ?? null,
    disputeStatus,
  };
}

/** The sync of the customer mirrors the new price and records its events. */
async function saveMoved(ctx: Ctx, row: MovedSubscriptionRow, customerId: string): Promise<void> {
  await commit(ctx.db, [
    updateMovedSubscription(ctx.db, row, { state: "moved", error: null, updatedAt: ctx.now }),
    markDirty(ctx.db, customerId),
  ]);
  await ctx.syncQueue.send({ customerId });
}

function leaveOut(ctx: Ctx, row: MovedSubscriptionRow, reason: LeftOutReason): Promise<void> {
  return save(ctx, row, { state: "left_out", reason, error: null });
}

async function save(
  ctx: Ctx,
  row: MovedSubscriptionRow,
  change: Partial<MovedSubscriptionRow>,
): Promise<void> {
  await commit(ctx.db, [updateMovedSubscription(ctx.db, row, { ...change, updatedAt: ctx.now })]);
}
