import type { Ctx } from "../../context.ts";
import { dayOf } from "../../lib/time.ts";
import { listDailyPayments } from "../../purchases/payments/list-daily-payments.ts";
import { listAttention, type Attention } from "./list-action-items.ts";
import { listChanges } from "./starts-and-ends.ts";
import { boundsOf, periodOf, periodsOf, type PeriodKey, type Range } from "./periods.ts";
import { showStand } from "./mrr-snapshot.ts";
import { listLatestStands, readSigns, type StandFacts } from "./store.ts";

/** What was added up in each period, in all of them, and in as many before them. */
export type Flow = { values: number[]; total: number; before: number };

/** How it stood at the end of each period and stands now, and how it stood before them. Null: nobody counted then. */
export type Level = { values: (number | null)[]; total: number; before: number | null };

export type Overview = {
  range: Range;
  /** UTC days or months, oldest first. */
  periods: PeriodKey[];
  /** Amounts in minor units; the one of the most payments first, never converted into each other. */
  currencies: {
    currency: string;
    payments: Flow;
    /** What was paid in a period, less what was refunded of it since. */
    revenue: Flow;
    /** What was refunded of the payments of a period. */
    refunded: Flow;
    monthly: Level;
  }[];
  payments: Flow;
  failed: Flow;
  begun: Flow;
  ended: Flow;
  active: Level;
  trialing: Level;
  attention: Attention[];
  hasProducts: boolean;
};

/** The seller's figures for a range, and what needs them now. */
export async function showOverview(ctx: Ctx, input: { range: Range }): Promise<Overview> {
  const { range } = input;
  const { mode } = ctx.config.stripe;
  const periods = periodsOf(range, ctx.now);
  const { current, previous, firstDay } = periods;
  const spans = [previous.at(-1) ?? firstDay, ...current].map(boundsOf);
  const [payments, changes, stand, noted, signs] = await Promise.all([
    listDailyPayments(ctx, { firstDay }),
    listChanges(ctx, { firstDay }),
    showStand(ctx),
    listLatestStands(ctx.db, mode, spans),
    readSigns(ctx.db, mode, ctx.now),
  ]);

  const flow = <Row extends { day: string }>(rows: Row[], valueOf: (row: Row) => number): Flow => {
    const sums = new Map<PeriodKey, number>();
    for (const row of rows) {
      const period = periodOf(range, row.day);
      sums.set(period, (sums.get(period) ?? 0) + valueOf(row));
    }
    const of = (period: PeriodKey) => sums.get(period) ?? 0;
    const add = (sum: number, period: PeriodKey) => sum + of(period);
    return {
      values: current.map(of),
      total: current.reduce(add, 0),
      before: previous.reduce(add, 0),
    };
  };
  const today = dayOf(ctx.now);
  const countedIn = new Set(noted.map(({ day }) => periodOf(range, day)));
  const level = (currency: string | null, valueOf: (row: StandFacts) => number): Level => {
    const isOf = (row: StandFacts) => currency === null || row.currency === currency;
    const sum = (rows: StandFacts[]) =>
      rows.filter(isOf).reduce((total, row) => total + valueOf(row), 0);
    const of = (period: PeriodKey) =>
      countedIn.has(period)
        ? sum(noted.filter(({ day }) => periodOf(range, day) === period))
        : null;
    const total = sum(stand);
    return {
      values: current.map((period) => (period === periodOf(range, today) ? total : of(period))),
      total,
      before: of(previous.at(-1) ?? ""),
    };
  };

  const names = new Set([...payments, ...stand, ...noted].map(({ currency }) => currency));
  if (names.size === 0) names.add(signs.currency ?? "usd");
  const currencies = [...names].map((currency) => {
    const own = payments.filter((row) => row.currency === currency);
    return {
      currency,
      payments: flow(own, ({ count }) => count),
      revenue: flow(own, ({ grossMinor, refundedMinor }) => grossMinor - refundedMinor),
      refunded: flow(own, ({ refundedMinor }) => refundedMinor),
      monthly: level(currency, ({ monthlyMinor }) => monthlyMinor),
    };
  });
  return {
    range,
    periods: current,
    currencies: currencies.toSorted((a, b) => b.payments.total - a.payments.total),
    payments: flow(payments, ({ count }) => count),
    failed: flow(payments, ({ failedCount }) => failedCount),
    begun: flow(changes, ({ begun }) => begun),
    ended: flow(changes, ({ ended }) => ended),
    active: level(null, ({ activeCount }) => activeCount),
    trialing: level(null, ({ trialingCount }) => trialingCount),
    attention: listAttention(signs, ctx.now),
    hasProducts: signs.productCount > 0,
  };
}
