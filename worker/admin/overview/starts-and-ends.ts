import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { DAY, toUtcDay } from "../../lib/time.ts";
import {
  countStarted,
  countEnded,
  findCachedStartsAndEnds,
  upsertCachedStartsAndEnds,
  type StartsAndEnds,
} from "./store.ts";

/** How far back the overview goes: 24 months and the days of the current month. */
const CACHED_MS = 760 * DAY;

/**
 * Returns how many subscriptions started and ended on each day since `firstDay` (UTC). Past days come from the nightly
 * cache, so a change to them after that night shows the next day.
 */
export async function listStartsAndEnds(
  ctx: Ctx,
  input: { firstDay: string },
): Promise<StartsAndEnds[]> {
  const cached = await findCachedStartsAndEnds(ctx.db, ctx.config.stripe.mode);
  if (!cached) return countStartsAndEnds(ctx, Date.parse(input.firstDay));
  const since = await countStartsAndEnds(ctx, cached.until);
  return [...cached.days, ...since].filter(({ day }) => day >= input.firstDay);
}

/** Runs nightly: caches the counts of past days, so that the overview does not count two years on each view. */
export async function cacheStartsAndEnds(ctx: Ctx): Promise<void> {
  const today = toUtcDay(ctx.now);
  const days = await countStartsAndEnds(ctx, Date.parse(toUtcDay(ctx.now - CACHED_MS)));
  // oxlint-disable-next-line house/record-change -- a scheduled job caches figures
  await commit(ctx.db, [
    upsertCachedStartsAndEnds(ctx.db, ctx.config.stripe.mode, {
      until: Date.parse(today),
      days: days.filter(({ day }) => day < today),
      now: ctx.now,
    }),
  ]);
}

async function countStartsAndEnds(ctx: Ctx, since: number): Promise<StartsAndEnds[]> {
  const { mode } = ctx.config.stripe;
  const [begun, ended] = await Promise.all([
    countStarted(ctx.db, mode, since),
    countEnded(ctx.db, mode, since),
  ]);
  const days = new Map<string, StartsAndEnds>();
  const countsOf = (day: string) => {
    const known = days.get(day) ?? { day, begun: 0, ended: 0 };
    days.set(day, known);
    return known;
  };
  for (const { day, count } of begun) countsOf(day).begun = count;
  for (const { day, count } of ended) countsOf(day).ended = count;
  return [...days.values()];
}
