import type { Ctx } from "../../context.ts";
import { toUtcDay } from "../../lib/time.ts";
import { listDailyPayouts } from "../../purchases/payments/store-payouts.ts";
import type { DaySpan } from "../../purchases/totals/spans.ts";
import {
  findFirstDay,
  listDailyActivity,
  listDailyPayments,
  sumPaymentsUntil,
  type DailyPayments,
} from "../../purchases/totals/store.ts";
import { updateDailyTotals } from "../../purchases/totals/update-daily-totals.ts";
import { toCountLevel } from "./count-levels.ts";
import { toFlow, type Flow, type Level } from "./flows.ts";
import { listLatestSales, type Sale } from "./latest-sales.query.ts";
import { listActionItems, type ActionItem } from "./list-action-items.ts";
import { showSubscriptionCounts } from "./subscription-counts.ts";
import {
  boundsOf,
  resolveRange,
  type PeriodKey,
  type RangeInput,
  type ResolvedRange,
  type Unit,
} from "./periods.ts";
import { showMrr, type MrrFigures } from "./show-mrr.ts";
import { listLatestSubscriptionCounts, readActionItemFacts } from "./store.ts";

/** Figures in one currency. Amounts in minor units, never converted between currencies. */
export type CurrencyFigures = {
  currency: string;
  /** Payments that succeeded. */
  payments: Flow;
  /** Payments that were the first of their customer. */
  newCustomers: Flow;
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
  /** All revenue until the end of the range, and all customers who ever paid until then. */
  toDate: RevenueToDate;
  /** The same at the end of the days that the range is compared with. */
  toDateBefore: RevenueToDate | null;
  /** Null if the shop never had a subscription in this currency. */
  recurring: Omit<MrrFigures, "currency"> | null;
};

type RevenueToDate = { revenueMinor: number; customers: number };

export type Overview = {
  range: ResolvedRange["preset"];
  unit: Unit;
  span: DaySpan;
  compared: DaySpan | null;
  /** UTC days or months, oldest first. */
  periods: PeriodKey[];
  comparedPeriods: PeriodKey[] | null;
  today: string;
  /** The currency with the most payments is first. */
  currencies: CurrencyFigures[];
  payments: Flow;
  failed: Flow;
  started: Flow;
  ended: Flow;
  trials: Flow;
  convertedTrials: Flow;
  lostTrials: Flow;
  checkouts: Flow;
  completedCheckouts: Flow;
  active: Level;
  trialing: Level;
  latestSales: Sale[];
  actionItems: ActionItem[];
  hasProducts: boolean;
  /** Whether the shop has ever had a payment. */
  hasSales: boolean;
};

/** Returns the shop's figures for a range, the latest sales, and the current action items. */
export async function showOverview(ctx: Ctx, input: RangeInput): Promise<Overview> {
  const { mode } = ctx.config.stripe;
  await updateDailyTotals(ctx);
  const range = await resolveRangeOfShop(ctx, input);
  const { span, previous } = range;
  const spans = mergeSpans(previous ? [previous.span, span] : [span]);
  const [
    payments,
    activity,
    recurring,
    counts,
    snapshots,
    facts,
    payouts,
    latestSales,
    toDate,
    before,
  ] = await Promise.all([
    listDailyPayments(ctx.db, mode, spans),
    listDailyActivity(ctx.db, mode, spans),
    showMrr(ctx, range),
    showSubscriptionCounts(ctx),
    listLatestSubscriptionCounts(ctx.db, mode, listPeriodSpans(range)),
    readActionItemFacts(ctx.db, mode, ctx.now),
    Promise.all(spans.map(({ from, to }) => listDailyPayouts(ctx.db, mode, from, to))),
    listLatestSales(ctx.db, mode),
    sumPaymentsUntil(ctx.db, mode, span.to),
    previous && sumPaymentsUntil(ctx.db, mode, previous.span.to),
  ]);
  const level = toCountLevel(range, toUtcDay(ctx.now), counts, snapshots);
  return {
    range: range.preset,
    unit: range.unit,
    span,
    compared: previous?.span ?? null,
    periods: range.periods,
    comparedPeriods: previous?.periods ?? null,
    today: toUtcDay(ctx.now),
    currencies: toCurrencies(range, {
      payments,
      recurring,
      payouts: payouts.flat(),
      toDate,
      before,
      fallback: facts.currency ?? "usd",
    }),
    payments: toFlow(range, payments, ({ count }) => count),
    failed: toFlow(range, payments, ({ failedCount }) => failedCount),
    started: toFlow(range, activity, ({ startedCount }) => startedCount),
    ended: toFlow(range, activity, ({ endedCount }) => endedCount),
    trials: toFlow(range, activity, ({ trialCount }) => trialCount),
    convertedTrials: toFlow(range, activity, ({ convertedCount }) => convertedCount),
    lostTrials: toFlow(range, activity, ({ lostTrialCount }) => lostTrialCount),
    checkouts: toFlow(range, activity, ({ checkoutCount }) => checkoutCount),
    completedCheckouts: toFlow(range, activity, ({ completedCount }) => completedCount),
    active: level(({ activeCount }) => activeCount),
    trialing: level(({ trialingCount }) => trialingCount),
    latestSales,
    actionItems: listActionItems(facts, ctx.now),
    hasProducts: facts.productCount > 0,
    hasSales: latestSales.length > 0,
  };
}

/** Resolves a range; `all` begins with the first day that has figures. */
export async function resolveRangeOfShop(ctx: Ctx, input: RangeInput): Promise<ResolvedRange> {
  const today = toUtcDay(ctx.now);
  const firstDay =
    input.range === "all" ? await findFirstDay(ctx.db, ctx.config.stripe.mode) : today;
  return resolveRange(input, ctx.now, firstDay ?? today);
}

/** Joins spans that overlap, so that no row is read twice. */
function mergeSpans([first, second]: DaySpan[]): DaySpan[] {
  if (!first || !second) return first ? [first] : [];
  return first.to >= second.from ? [{ from: first.from, to: second.to }] : [first, second];
}

function listPeriodSpans({ periods, span, previous }: ResolvedRange): DaySpan[] {
  return [
    ...(previous?.periods.map((period) => boundsOf(period, previous.span)) ?? []),
    ...periods.map((period) => boundsOf(period, span)),
  ];
}

type SumsUntil = Awaited<ReturnType<typeof sumPaymentsUntil>>;

function findToDate(sums: SumsUntil, currency: string): RevenueToDate {
  const { revenueMinor = 0, customers = 0 } = sums.find((row) => row.currency === currency) ?? {};
  return { revenueMinor, customers };
}

function toCurrencies(
  range: ResolvedRange,
  rows: {
    payments: DailyPayments[];
    recurring: MrrFigures[];
    payouts: { day: string; currency: string; amountMinor: number }[];
    toDate: SumsUntil;
    before: SumsUntil | null;
    fallback: string;
  },
): CurrencyFigures[] {
  const codes = new Set(
    [...rows.payments, ...rows.recurring, ...rows.payouts].map(({ currency }) => currency),
  );
  if (codes.size === 0) codes.add(rows.fallback);
  const currencies = [...codes].map((currency): CurrencyFigures => {
    const own = rows.payments.filter((row) => row.currency === currency);
    const flow = (valueOf: (row: DailyPayments) => number) => toFlow(range, own, valueOf);
    return {
      currency,
      payments: flow(({ count }) => count),
      newCustomers: flow(({ firstCount }) => firstCount),
      revenue: flow(({ grossMinor, refundedMinor }) => grossMinor - refundedMinor),
      refunded: flow(({ refundedMinor }) => refundedMinor),
      gross: flow(({ grossMinor }) => grossMinor),
      fees: flow(({ feeMinor }) => feeMinor),
      disputed: flow(({ disputedMinor }) => disputedMinor),
      net: flow(({ netMinor }) => netMinor),
      unsettled: flow(({ unsettledMinor }) => unsettledMinor),
      paidOut: toFlow(
        range,
        rows.payouts.filter((row) => row.currency === currency),
        ({ amountMinor }) => amountMinor,
      ),
      toDate: findToDate(rows.toDate, currency),
      toDateBefore: rows.before && findToDate(rows.before, currency),
      recurring: rows.recurring.find((figures) => figures.currency === currency) ?? null,
    };
  });
  return currencies.toSorted((a, b) => b.payments.total - a.payments.total);
}
