import type { Ctx } from "../../context.ts";
import { toUtcDay } from "../../lib/time.ts";
import { listDailyPayments } from "../../purchases/payments/list-daily-payments.ts";
import { listDailyPayouts } from "../../purchases/payments/store-payouts.ts";
import { listActionItems, type ActionItem } from "./list-action-items.ts";
import { listStartsAndEnds } from "./starts-and-ends.ts";
import { boundsOf, periodOf, periodsOf, type PeriodKey, type Range } from "./periods.ts";
import { showMrrSnapshot } from "./mrr-snapshot.ts";
import { listLatestMrrSnapshots, readActionItemFacts, type MrrSnapshot } from "./store.ts";

/** Sums per period (`values`), over the range (`total`), and over the same number of periods before it (`before`). */
export type Flow = { values: number[]; total: number; before: number };

/**
 * Values at the end of each period, now (`total`), and at the end of the period before the range (`before`). Null: no
 * snapshot.
 */
export type Level = { values: (number | null)[]; total: number; before: number | null };

export type Overview = {
  range: Range;
  /** UTC days or months, oldest first. */
  periods: PeriodKey[];
  /** Amounts in minor units, never converted between currencies. The currency with the most payments is first. */
  currencies: {
    currency: string;
    payments: Flow;
    /** Payments of a period, less what was refunded of them since. */
    revenue: Flow;
    /** What was refunded of the payments of a period, at any time. */
    refunded: Flow;
    /** What was paid. */
    gross: Flow;
    /** What became of payments that were settled in this currency, by the day of the payment. */
    fees: Flow;
    disputed: Flow;
    net: Flow;
    /** Payments of this currency that Stripe has not captured yet: their fees are unknown. */
    unsettled: Flow;
    /** Payouts of the Stripe account to its bank. */
    paidOut: Flow;
    mrr: Level;
  }[];
  payments: Flow;
  failed: Flow;
  started: Flow;
  ended: Flow;
  active: Level;
  trialing: Level;
  actionItems: ActionItem[];
  hasProducts: boolean;
};

/** Returns the shop's figures for a range, and the current action items. */
export async function showOverview(ctx: Ctx, input: { range: Range }): Promise<Overview> {
  const { range } = input;
  const { mode } = ctx.config.stripe;
  const periods = periodsOf(range, ctx.now);
  const { current, previous, firstDay } = periods;
  const spans = [previous.at(-1) ?? firstDay, ...current].map(boundsOf);
  const [payments, startsAndEnds, currentSnapshots, pastSnapshots, facts, payouts] =
    await Promise.all([
      listDailyPayments(ctx, { firstDay }),
      listStartsAndEnds(ctx, { firstDay }),
      showMrrSnapshot(ctx),
      listLatestMrrSnapshots(ctx.db, mode, spans),
      readActionItemFacts(ctx.db, mode, ctx.now),
      listDailyPayouts(ctx.db, mode, firstDay),
    ]);

  const flow = <Row extends { day: string }>(rows: Row[], valueOf: (row: Row) => number): Flow => {
    const sums = new Map<PeriodKey, number>();
    for (const row of rows) {
      const period = periodOf(range, row.day);
      sums.set(period, (sums.get(period) ?? 0) + valueOf(row));
    }
    const sumOf = (period: PeriodKey) => sums.get(period) ?? 0;
    const add = (sum: number, period: PeriodKey) => sum + sumOf(period);
    return {
      values: current.map(sumOf),
      total: current.reduce(add, 0),
      before: previous.reduce(add, 0),
    };
  };
  const today = toUtcDay(ctx.now);
  const periodsWithSnapshot = new Set(pastSnapshots.map(({ day }) => periodOf(range, day)));
  const level = (currency: string | null, valueOf: (row: MrrSnapshot) => number): Level => {
    const isOf = (row: MrrSnapshot) => currency === null || row.currency === currency;
    const sum = (rows: MrrSnapshot[]) =>
      rows.filter(isOf).reduce((total, row) => total + valueOf(row), 0);
    const levelOf = (period: PeriodKey) =>
      periodsWithSnapshot.has(period)
        ? sum(pastSnapshots.filter(({ day }) => periodOf(range, day) === period))
        : null;
    const total = sum(currentSnapshots);
    return {
      values: current.map((period) =>
        period === periodOf(range, today) ? total : levelOf(period),
      ),
      total,
      before: levelOf(previous.at(-1) ?? ""),
    };
  };

  const currencyCodes = new Set(
    [...payments, ...currentSnapshots, ...pastSnapshots, ...payouts].map(
      ({ currency }) => currency,
    ),
  );
  if (currencyCodes.size === 0) currencyCodes.add(facts.currency ?? "usd");
  const currencies = [...currencyCodes].map((currency) => {
    const own = payments.filter((row) => row.currency === currency);
    return {
      currency,
      payments: flow(own, ({ count }) => count),
      revenue: flow(own, ({ grossMinor, refundedMinor }) => grossMinor - refundedMinor),
      refunded: flow(own, ({ refundedMinor }) => refundedMinor),
      gross: flow(own, ({ grossMinor }) => grossMinor),
      fees: flow(own, ({ feeMinor }) => feeMinor),
      disputed: flow(own, ({ disputedMinor }) => disputedMinor),
      net: flow(own, ({ netMinor }) => netMinor),
      unsettled: flow(own, ({ unsettledMinor }) => unsettledMinor),
      paidOut: flow(
        payouts.filter((row) => row.currency === currency),
        ({ amountMinor }) => amountMinor,
      ),
      mrr: level(currency, ({ monthlyMinor }) => monthlyMinor),
    };
  });
  return {
    range,
    periods: current,
    currencies: currencies.toSorted((a, b) => b.payments.total - a.payments.total),
    payments: flow(payments, ({ count }) => count),
    failed: flow(payments, ({ failedCount }) => failedCount),
    started: flow(startsAndEnds, ({ begun }) => begun),
    ended: flow(startsAndEnds, ({ ended }) => ended),
    active: level(null, ({ activeCount }) => activeCount),
    trialing: level(null, ({ trialingCount }) => trialingCount),
    actionItems: listActionItems(facts, ctx.now),
    hasProducts: facts.productCount > 0,
  };
}
