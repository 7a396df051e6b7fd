import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { DAY, dayOf } from "../../lib/time.ts";
import { countBegun, countEnded, findChanges, putChanges, type Changes } from "./store.ts";

/** As far back as the overview looks: 24 months and the days of this one. */
const REMEMBERED_MS = 760 * DAY;

/**
 * How many subscriptions began and ended on each day since `firstDay` (UTC). Days that are over are remembered since the
 * last night; what is new to them by then, the next night sees.
 */
export async function listChanges(ctx: Ctx, input: { firstDay: string }): Promise<Changes[]> {
  const remembered = await findChanges(ctx.db, ctx.config.stripe.mode);
  if (!remembered) return countChanges(ctx, Date.parse(input.firstDay));
  const since = await countChanges(ctx, remembered.until);
  return [...remembered.days, ...since].filter(({ day }) => day >= input.firstDay);
}

/** Run by night: remembers the days that are over, so that a look at two years does not count two years. */
export async function rememberChanges(ctx: Ctx): Promise<void> {
  const today = dayOf(ctx.now);
  const days = await countChanges(ctx, Date.parse(dayOf(ctx.now - REMEMBERED_MS)));
  await commit(ctx.db, [
    putChanges(ctx.db, ctx.config.stripe.mode, {
      until: Date.parse(today),
      days: days.filter(({ day }) => day < today),
      now: ctx.now,
    }),
  ]);
}

async function countChanges(ctx: Ctx, since: number): Promise<Changes[]> {
  const { mode } = ctx.config.stripe;
  const [begun, ended] = await Promise.all([
    countBegun(ctx.db, mode, since),
    countEnded(ctx.db, mode, since),
  ]);
  const days = new Map<string, Changes>();
  const of = (day: string) => {
    const known = days.get(day) ?? { day, begun: 0, ended: 0 };
    days.set(day, known);
    return known;
  };
  for (const { day, count } of begun) of(day).begun = count;
  for (const { day, count } of ended) of(day).ended = count;
  return [...days.values()];
}
