import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { DAY, fromStripeTime, SECOND } from "../../lib/time.ts";
import { upsertPayouts, type PayoutRow } from "../../purchases/payments/store-payouts.ts";
import { defineCursor } from "../cursors/store.ts";

const PAGE_SIZE = 100;
/** What the overview shows at most: two years. */
const FIRST_RUN_MS = 2 * 366 * DAY;
/** A payout can fail after it was paid, for a few days. */
const STATUS_CHANGES_MS = 14 * DAY;

/** When it ran last, in unix milliseconds. */
const cursor = defineCursor<number>("payouts");

/**
 * Mirrors the payouts of the Stripe account to its bank: all of two years in the first run, later those that are new or
 * whose status may still change. Payouts name no customer, so no event of theirs could mark one as dirty.
 * @returns how many payouts were read
 */
export async function mirrorPayouts(ctx: Ctx): Promise<{ payouts: number }> {
  const { mode } = ctx.config.stripe;
  const lastRunAt = (await cursor.read(ctx)) ?? ctx.now - FIRST_RUN_MS;
  const since = Math.floor((lastRunAt - STATUS_CHANGES_MS) / SECOND);
  const rows: PayoutRow[] = [];
  for await (const payout of ctx.stripe.payouts.list({
    created: { gte: since },
    limit: PAGE_SIZE,
  }))
    rows.push({
      mode,
      stripePayoutId: payout.id,
      amountMinor: payout.amount,
      currency: payout.currency,
      status: payout.status,
      createdAt: fromStripeTime(payout.created) ?? 0,
      arrivesAt: fromStripeTime(payout.arrival_date),
    });
  await commit(ctx.db, [...upsertPayouts(ctx.db, rows), cursor.save(ctx, ctx.now)]);
  return { payouts: rows.length };
}
