import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { openShopCalendar } from "../../settings/shop-settings.ts";
import { addDays } from "./spans.ts";
import {
  countLiveSubscriptions,
  listLatestSubscriptionCounts,
  listSubscriptionCountsOfDay,
  replaceSubscriptionCounts,
  type SubscriptionCounts,
} from "./store-subscription-counts.ts";

/** With more subscriptions than this, the overview shows the recorded numbers instead of counting. */
export const MAX_COUNTED_ON_DEMAND = 100;

/**
 * Returns the number of active and trialing subscriptions, by currency. For a small shop they are counted now. For a
 * larger one, where counting reads a row per subscription, these are the numbers that cron recorded within the last
 * hour.
 */
export async function showSubscriptionCounts(ctx: Ctx): Promise<SubscriptionCounts[]> {
  const { toDay } = await openShopCalendar(ctx);
  const recorded = await listRecordedCounts(ctx, toDay(ctx.now));
  return countAll(recorded) > MAX_COUNTED_ON_DEMAND ? recorded : computeCounts(ctx);
}

/** Returns what cron recorded last. In the first hour of a day, that is from the day before `today`. */
export async function listRecordedCounts(ctx: Ctx, today: string): Promise<SubscriptionCounts[]> {
  return listLatestSubscriptionCounts(ctx.db, ctx.config.stripe.mode, [
    { from: addDays(today, -1), to: today },
  ]);
}

export function countAll(counts: SubscriptionCounts[]): number {
  return counts.reduce((sum, row) => sum + row.activeCount + row.trialingCount, 0);
}

/**
 * Records today's numbers. Each run replaces the one before, so the last of a day is the state at the end of that day.
 * Writes nothing if nothing changed.
 */
export async function recordSubscriptionCounts(ctx: Ctx): Promise<void> {
  const { mode } = ctx.config.stripe;
  const { toDay } = await openShopCalendar(ctx);
  const day = toDay(ctx.now);
  const [recorded, counts] = await Promise.all([
    listSubscriptionCountsOfDay(ctx.db, mode, day),
    computeCounts(ctx),
  ]);
  if (JSON.stringify(recorded) === JSON.stringify(counts)) return;
  // oxlint-disable-next-line gatehouse/record-change -- a scheduled job caches figures
  await commit(ctx.db, replaceSubscriptionCounts(ctx.db, mode, day, counts));
}

/**
 * Counts every live subscription. `active` and `past_due` ones count as active, also if they are scheduled to end;
 * unpaid and paused ones do not.
 */
async function computeCounts(ctx: Ctx): Promise<SubscriptionCounts[]> {
  const live = await countLiveSubscriptions(ctx.db, ctx.config.stripe.mode, ctx.now);
  return [...Map.groupBy(live, ({ currency }) => currency)].map(([currency, counts]) => {
    const count = (isTrial: boolean) =>
      counts
        .filter(({ status }) => (status === "trialing") === isTrial)
        .reduce((sum, row) => sum + row.count, 0);
    return { currency, activeCount: count(false), trialingCount: count(true) };
  });
}
