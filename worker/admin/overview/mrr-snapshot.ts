import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { DAY, toUtcDay } from "../../lib/time.ts";
import { calculateMrr } from "./calculate-mrr.ts";
import {
  countLiveSubscriptions,
  listLatestMrrSnapshots,
  listMrrSnapshotsOfDay,
  replaceMrrSnapshots,
  sumRecurringAmounts,
  type MrrSnapshot,
} from "./store.ts";

/** With more subscriptions than this, the overview shows the recorded snapshot instead of counting. */
const MAX_COUNTED_ON_DEMAND = 100;

/**
 * Returns the monthly recurring revenue (MRR) and the number of paying and trialing subscriptions, by currency. For a
 * small shop they are counted now. For a larger one, where counting reads some rows per subscription, this is the
 * snapshot that cron recorded within the last hour.
 */
export async function showMrrSnapshot(ctx: Ctx): Promise<MrrSnapshot[]> {
  // In the first hour of a day, the latest snapshot is from the day before.
  const recorded = await listLatestMrrSnapshots(ctx.db, ctx.config.stripe.mode, [
    [toUtcDay(ctx.now - DAY), toUtcDay(ctx.now)],
  ]);
  const size = recorded.reduce((sum, row) => sum + row.activeCount + row.trialingCount, 0);
  return size > MAX_COUNTED_ON_DEMAND ? recorded : computeMrrSnapshots(ctx);
}

/**
 * Records today's snapshot. Each run replaces the one before, so the last of a day is the state at the end of that day.
 * Writes nothing if nothing changed.
 */
export async function recordMrrSnapshot(ctx: Ctx): Promise<void> {
  const { mode } = ctx.config.stripe;
  const day = toUtcDay(ctx.now);
  const [recorded, snapshots] = await Promise.all([
    listMrrSnapshotsOfDay(ctx.db, mode, day),
    computeMrrSnapshots(ctx),
  ]);
  if (JSON.stringify(recorded) === JSON.stringify(snapshots)) return;
  // oxlint-disable-next-line house/record-change -- a scheduled job caches figures
  await commit(ctx.db, replaceMrrSnapshots(ctx.db, mode, day, snapshots));
}

/**
 * Counts every live subscription. `active` and `past_due` ones count as paying, also if they are scheduled to end;
 * trialing, unpaid and paused ones do not. Lasting discounts count, discounts for one charge and taxes do not.
 */
async function computeMrrSnapshots(ctx: Ctx): Promise<MrrSnapshot[]> {
  const { mode } = ctx.config.stripe;
  const [liveCounts, recurring] = await Promise.all([
    countLiveSubscriptions(ctx.db, mode, ctx.now),
    sumRecurringAmounts(ctx.db, mode, ctx.now),
  ]);
  const monthly = Map.groupBy(recurring, ({ currency }) => currency);
  return [...Map.groupBy(liveCounts, ({ currency }) => currency)].map(([currency, counts]) => {
    const count = (isTrial: boolean) =>
      counts
        .filter(({ status }) => (status === "trialing") === isTrial)
        .reduce((sum, row) => sum + row.count, 0);
    return {
      currency,
      monthlyMinor: calculateMrr(monthly.get(currency) ?? []),
      activeCount: count(false),
      trialingCount: count(true),
    };
  });
}
