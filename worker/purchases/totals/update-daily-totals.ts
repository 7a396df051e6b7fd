import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { listStaleDays } from "./store.ts";
import { recomputeDailyTotals } from "./store-recompute.ts";

/** For a busy shop, a batch of this many days takes a second or less. */
const DAYS_PER_BATCH = 50;

/**
 * Recomputes the totals of every stale day from its payments, subscriptions, checkouts and movements of MRR; totals are
 * never adjusted incrementally. A refund counts on the day of its payment, so a day's total shows the final revenue of
 * that day's sales.
 */
export async function updateDailyTotals(ctx: Ctx): Promise<void> {
  const { mode } = ctx.config.stripe;
  for (;;) {
    const days = await listStaleDays(ctx.db, mode, DAYS_PER_BATCH);
    if (days.length === 0) return;
    await commit(ctx.db, recomputeDailyTotals(mode, days));
    if (days.length < DAYS_PER_BATCH) return;
  }
}
