import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { DAY, dayOf } from "../../lib/time.ts";
import { monthlyWorth } from "./calculate-mrr.ts";
import {
  countLiving,
  listLatestStands,
  listStandsOfDay,
  putStands,
  sumRecurring,
  type StandFacts,
} from "./store.ts";

/** A shop with more subscriptions than this is not counted for every look at the overview. */
const COUNTED_LIVE = 100;

/**
 * How the subscriptions stand now, by currency: what they bring in a month (MRR), how many pay, how many are on trial.
 * A small shop is counted; of a larger one, where that costs some rows for each subscription, this is what cron noted
 * within the last hour.
 */
export async function showStand(ctx: Ctx): Promise<StandFacts[]> {
  // In the first hour of a day the latest is of the day before.
  const noted = await listLatestStands(ctx.db, ctx.config.stripe.mode, [
    [dayOf(ctx.now - DAY), dayOf(ctx.now)],
  ]);
  const size = noted.reduce((sum, row) => sum + row.activeCount + row.trialingCount, 0);
  return size > COUNTED_LIVE ? noted : countStand(ctx);
}

/**
 * Notes how the subscriptions stand on this day. The last note of a day is how the day ended. Nothing is written where
 * nothing changed.
 */
export async function noteStand(ctx: Ctx): Promise<void> {
  const { mode } = ctx.config.stripe;
  const day = dayOf(ctx.now);
  const [noted, stand] = await Promise.all([listStandsOfDay(ctx.db, mode, day), countStand(ctx)]);
  if (JSON.stringify(noted) === JSON.stringify(stand)) return;
  await commit(ctx.db, putStands(ctx.db, mode, day, stand));
}

/**
 * Counts every living subscription. `active` and `past_due` pay, and one that is scheduled to end does until it ends;
 * one on trial, unpaid or paused does not. Prices are taken as they are listed: discounts and taxes are not counted.
 */
async function countStand(ctx: Ctx): Promise<StandFacts[]> {
  const { mode } = ctx.config.stripe;
  const [living, recurring] = await Promise.all([
    countLiving(ctx.db, mode, ctx.now),
    sumRecurring(ctx.db, mode, ctx.now),
  ]);
  const monthly = Map.groupBy(recurring, ({ currency }) => currency);
  return [...Map.groupBy(living, ({ currency }) => currency)].map(([currency, counts]) => {
    const count = (isTrial: boolean) =>
      counts
        .filter(({ status }) => (status === "trialing") === isTrial)
        .reduce((sum, row) => sum + row.count, 0);
    return {
      currency,
      monthlyMinor: monthlyWorth(monthly.get(currency) ?? []),
      activeCount: count(false),
      trialingCount: count(true),
    };
  });
}
