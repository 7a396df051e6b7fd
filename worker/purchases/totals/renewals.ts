import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import type { Calendar } from "../../lib/time.ts";
import { openShopCalendar } from "../../settings/shop-settings.ts";
import { addDays, toShopDays } from "./spans.ts";
import {
  listRecordedRenewals,
  replaceRenewals,
  sumRenewals,
  type DailyRenewals,
  type RenewalSpan,
} from "./store-renewals.ts";
import { countAll, listRecordedCounts, MAX_COUNTED_ON_DEMAND } from "./subscription-counts.ts";

/** How far ahead renewals are expected. */
export const RENEWAL_DAYS = 30;

/** What is expected in one currency, in minor units, and from how many renewals. */
export type ExpectedRenewals = {
  currency: string;
  week: { amountMinor: number; count: number };
  month: { amountMinor: number; count: number };
};

/**
 * Returns what the renewals of the next 7 and 30 days are expected to bring. For a small shop it is added up now, for a
 * larger one by cron within the last hour, or the last six.
 */
export async function showUpcomingRenewals(ctx: Ctx): Promise<ExpectedRenewals[]> {
  const { mode } = ctx.config.stripe;
  const calendar = await openShopCalendar(ctx);
  const today = calendar.toDay(ctx.now);
  const isLarge = countAll(await listRecordedCounts(ctx, today)) > MAX_COUNTED_ON_DEMAND;
  const days = isLarge
    ? await listRecordedRenewals(ctx.db, mode, today)
    : await sumRenewals(ctx.db, mode, renewalSpan(calendar, ctx.now));
  const lastDayOfWeek = addDays(today, 6);
  return [...Map.groupBy(days, ({ currency }) => currency)].map(([currency, rows]) => ({
    currency,
    week: add(rows.filter(({ day }) => day <= lastDayOfWeek)),
    month: add(rows),
  }));
}

/**
 * With more subscriptions than this, renewals are added up every six hours, and in a statement for each day: reading
 * each subscription at once would keep the database from everybody else for seconds.
 */
const MAX_SUMMED_AT_ONCE = 10_000;

/**
 * Runs hourly: records what the renewals of the next days are expected to bring.
 * @param maxAtOnce with more subscriptions, this hour's run may be left out
 */
export async function recordUpcomingRenewals(
  ctx: Ctx,
  maxAtOnce = MAX_SUMMED_AT_ONCE,
): Promise<void> {
  const { mode } = ctx.config.stripe;
  const calendar = await openShopCalendar(ctx);
  const counts = await listRecordedCounts(ctx, calendar.toDay(ctx.now));
  const isLarge = countAll(counts) > maxAtOnce;
  if (isLarge && new Date(ctx.now).getUTCHours() % 6 !== 5) return;
  const span = renewalSpan(calendar, ctx.now);
  const sums = new Map<string, DailyRenewals>();
  for (let { from } = span; from < span.until;) {
    const today = calendar.toDay(from);
    const { until } = isLarge ? calendar.toTimes({ from: today, to: today }) : span;
    for (const row of await sumRenewals(ctx.db, mode, span, { from, until })) {
      const key = `${row.day} ${row.currency}`;
      const sum = add([row, ...(sums.has(key) ? [sums.get(key)!] : [])]);
      sums.set(key, { ...row, ...sum });
    }
    from = until;
  }
  // oxlint-disable-next-line gatehouse/record-change -- a scheduled job caches figures
  await commit(ctx.db, replaceRenewals(ctx.db, mode, [...sums.values()]));
}

/** From now to the end of the last of the shop's days, of which today is the first. */
export function renewalSpan(calendar: Calendar, now: number, count = RENEWAL_DAYS): RenewalSpan {
  const today = calendar.toDay(now);
  const days = toShopDays(calendar, { from: today, to: addDays(today, count - 1) });
  return { from: now, until: days.at(-1)!.until, days };
}

function add(rows: DailyRenewals[]): { amountMinor: number; count: number } {
  return rows.reduce(
    (sum, { amountMinor, count }) => ({
      amountMinor: sum.amountMinor + amountMinor,
      count: sum.count + count,
    }),
    { amountMinor: 0, count: 0 },
  );
}
