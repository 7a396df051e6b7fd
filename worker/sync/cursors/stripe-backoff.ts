import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { logEvent } from "../../lib/log.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { defineCursor } from "./store.ts";

const FIRST_DELAY_MS = 30 * SECOND;
const MAX_DELAY_MS = 10 * MINUTE;
/** After so long without a refusal, the next delay is short again. */
const FORGET_MS = 10 * MINUTE;

const cursor = defineCursor<{ until: number; delayMs: number }>("stripe-backoff");

/**
 * Whether Stripe has just refused requests because there were too many. Sweeps, rebuilds and backfills then wait, so
 * that what is left of the limit is for buyers.
 */
export async function isStripeBusy(ctx: Ctx): Promise<boolean> {
  return ctx.now < ((await cursor.read(ctx))?.until ?? 0);
}

/**
 * If the error says that Stripe refuses more requests, lets all jobs wait: half a minute, and twice as long each time
 * that it happens again soon after.
 * @returns whether it said so
 */
export async function backOffFromStripe(ctx: Ctx, error: unknown): Promise<boolean> {
  if (!(error instanceof Stripe.errors.StripeRateLimitError)) return false;
  const last = await cursor.read(ctx);
  // Requests that were sent together are refused together.
  if (last && ctx.now < last.until) return true;
  const delayMs =
    last && ctx.now < last.until + FORGET_MS
      ? Math.min(2 * last.delayMs, MAX_DELAY_MS)
      : FIRST_DELAY_MS;
  await commit(ctx.db, [cursor.save(ctx, { until: ctx.now + delayMs, delayMs })]);
  logEvent("warn", "stripe.rate_limited", { wait_seconds: delayMs / SECOND }, ctx);
  return true;
}
