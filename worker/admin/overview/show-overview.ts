import type { Ctx } from "../../context.ts";
import { listPayoutsByTime } from "../../purchases/payments/store-payouts.ts";
import type { DaySpan } from "../../purchases/totals/spans.ts";
import {
  findFirstDay,
  listDailyActivity,
  listDailyPayments,
  sumPaymentsUntil,
  type DailyPayments,
  type PaymentsUntil,
} from "../../purchases/totals/store.ts";
import { openShopCalendar } from "../../settings/shop-settings.ts";
import { recountForView } from "../../sync/customer/recount-days.ts";
import { toCountLevel, toFlow } from "./flows.ts";
import { listLatestSales } from "./latest-sales.query.ts";
import { listActionItems } from "./list-action-items.ts";
import { showSubscriptionCounts } from "../../purchases/totals/subscription-counts.ts";
import { boundsOf, resolveRange, type RangeInput, type ResolvedRange } from "./periods.ts";
import { showMrr, type MrrFigures } from "./show-mrr.ts";
import { listLatestSubscriptionCounts } from "../../purchases/totals/store-subscription-counts.ts";
import { readActionItemFacts } from "./action-items.query.ts";

/** Figures in one currency. Amounts in minor units, never converted between currencies. */
export type CurrencyFigures = ReturnType<typeof toCurrencies>[number];

/** Returns the shop's figures for a range, the latest sales, and the current action items. */
export async function showOverview(ctx: Ctx, input: RangeInput) {
  const { mode } = ctx.config.stripe;
  const recount = await recountForView(ctx);
  const range = await resolveRangeOfShop(ctx, input);
  const { calendar, today } = range;
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
    cumulative,
    firstDay,
  ] = await Promise.all([
    listDailyPayments(ctx.db, mode, spans),
    listDailyActivity(ctx.db, mode, spans),
    showMrr(ctx, range),
    showSubscriptionCounts(ctx),
    listLatestSubscriptionCounts(ctx.db, mode, listPeriodSpans(range)),
    readActionItemFacts(ctx.db, mode, ctx.now),
    Promise.all(spans.map((each) => listPayoutsByTime(ctx.db, mode, calendar.toTimes(each)))),
    listLatestSales(ctx.db, mode),
    sumPaymentsUntil(ctx.db, mode, span.to, (previous ?? range).span.to),
    findFirstDay(ctx.db, mode),
  ]);
  const level = toCountLevel(range, today, counts, snapshots);
  return {
    range: range.preset,
    unit: range.unit,
    span,
    compared: previous?.span ?? null,
    /** The first day with figures: a comparison with earlier days says nothing. Null: there are none yet. */
    firstDay,
    /** Days or months, oldest first. */
    periods: range.periods,
    comparedPeriods: previous?.periods ?? null,
    today,
    /** The time zone of the days: an IANA name. */
    timeZone: calendar.timeZone,
    /** While figures are counted again in a new time zone: how many days are left. */
    recount,
    /** The currency with the most payments is first. */
    currencies: toCurrencies(range, {
      payments,
      recurring,
      payouts: payouts.flat().map((payout) => ({ ...payout, day: calendar.toDay(payout.at) })),
      cumulative,
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
    /** Whether the shop has ever had a payment. */
    hasSales: latestSales.length > 0,
  };
}

/** Resolves a range in the shop's days; `all` begins with the first day that has figures. */
export async function resolveRangeOfShop(ctx: Ctx, input: RangeInput) {
  const calendar = await openShopCalendar(ctx);
  const today = calendar.toDay(ctx.now);
  const firstDay =
    input.range === "all" ? await findFirstDay(ctx.db, ctx.config.stripe.mode) : today;
  return { ...resolveRange(input, today, firstDay ?? today), calendar, today };
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

function toCurrencies(
  range: ResolvedRange,
  rows: {
    payments: DailyPayments[];
    recurring: MrrFigures[];
    payouts: { day: string; currency: string; amountMinor: number }[];
    cumulative: PaymentsUntil[];
    fallback: string;
  },
) {
  const codes = new Set(
    [...rows.payments, ...rows.recurring, ...rows.payouts].map(({ currency }) => currency),
  );
  if (codes.size === 0) codes.add(rows.fallback);
  const currencies = [...codes].map((currency) => {
    const own = rows.payments.filter((row) => row.currency === currency);
    const until = rows.cumulative.find((row) => row.currency === currency);
    const flow = (valueOf: (row: DailyPayments) => number) => toFlow(range, own, valueOf);
    return {
      currency,
      /** Payments that succeeded. */
      payments: flow(({ count }) => count),
      /** Payments that were the first of their customer. */
      newCustomers: flow(({ firstCount }) => firstCount),
      /** Payments of a period, less what was refunded of them since. */
      revenue: flow(({ grossMinor, refundedMinor }) => grossMinor - refundedMinor),
      /** What was refunded of the payments of a period, at any time. */
      refunded: flow(({ refundedMinor }) => refundedMinor),
      /** What was paid. */
      gross: flow(({ grossMinor }) => grossMinor),
      /** What became of payments that were settled in this currency, by the day of the payment. */
      fees: flow(({ feeMinor }) => feeMinor),
      disputed: flow(({ disputedMinor }) => disputedMinor),
      net: flow(({ netMinor }) => netMinor),
      /** Payments of this currency that Stripe has not captured yet: their fees are unknown. */
      unsettled: flow(({ unsettledMinor }) => unsettledMinor),
      /** Payouts of the Stripe account to its bank. */
      paidOut: toFlow(
        range,
        rows.payouts.filter((row) => row.currency === currency),
        ({ amountMinor }) => amountMinor,
      ),
      /** All revenue until the end of the range, and all customers who ever paid until then. */
      cumulative: {
        revenueMinor: until?.revenueMinor ?? 0,
        customers: until?.customers ?? 0,
      },
      /** The same at the end of the days that the range is compared with. */
      cumulativeBefore: range.previous && {
        revenueMinor: until?.earlierRevenueMinor ?? 0,
        customers: until?.earlierCustomers ?? 0,
      },
      /** Null if the shop never had a subscription in this currency. */
      recurring: rows.recurring.find((figures) => figures.currency === currency) ?? null,
    };
  });
  return currencies.toSorted((a, b) => b.payments.total - a.payments.total);
}
