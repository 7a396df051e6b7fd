import type { Ctx } from "../../context.ts";
import { toMonthlyMinor } from "../../purchases/mrr/calculate-mrr.ts";
import { addDays, splitIntoMonths, type DaySpan } from "../../purchases/totals/spans.ts";
import {
  listMrrTotals,
  movementKinds,
  sumMrrTotals,
  type MovementKind,
  type MrrTotal,
} from "../../purchases/totals/store.ts";
import type { Level } from "./flows.ts";
import type { PeriodKey, ResolvedRange, Unit } from "./periods.ts";

/** Before every shop. */
const FIRST_DAY = "1970-01-01";

/** Movements of one kind: the amount in minor units, negative for less, and the number of customers. */
export type Movement = { amountMinor: number; count: number };
export type Movements = Record<MovementKind, Movement>;

/** The MRR of one currency over a range, in minor units. `opening` and all movements add up to `closing`. */
export type MrrFigures = {
  currency: string;
  mrr: Level;
  /** Customers who pay for a subscription. */
  subscribers: Level;
  opening: { mrrMinor: number; subscribers: number };
  movements: Movements;
  previous: { opening: { mrrMinor: number; subscribers: number }; movements: Movements } | null;
};

/** Returns the MRR of each currency that ever had one. Reads sums of days and months, never the movements. */
export async function showMrr(ctx: Ctx, range: ResolvedRange): Promise<MrrFigures[]> {
  const [current, previous] = await Promise.all([
    readSpan(ctx, range.span, range.unit),
    range.previous && readSpan(ctx, range.previous.span, range.unit),
  ]);
  const currencies = new Set([...current.opening, ...current.rows].map(({ currency }) => currency));
  return [...currencies].map((currency) => {
    const now = describe(current, currency, range.periods);
    const before =
      previous && range.previous && describe(previous, currency, range.previous.periods);
    const level = (name: "mrr" | "subscribers"): Level => ({
      values: now[name],
      total: now[name].at(-1) ?? null,
      previousValues: before && before[name],
      before: before?.[name].at(-1) ?? null,
    });
    return {
      currency,
      mrr: level("mrr"),
      subscribers: level("subscribers"),
      opening: now.opening,
      movements: now.movements,
      previous: before && { opening: before.opening, movements: before.movements },
    };
  });
}

type Readings = { opening: MrrTotal[]; rows: (MrrTotal & { period: string })[] };

async function readSpan(ctx: Ctx, span: DaySpan, unit: Unit): Promise<Readings> {
  const { mode } = ctx.config.stripe;
  const spans = unit === "day" ? [{ unit, ...span }] : splitIntoMonths(span);
  const [opening, rows] = await Promise.all([
    sumMrrTotals(ctx.db, mode, splitIntoMonths({ from: FIRST_DAY, to: addDays(span.from, -1) })),
    listMrrTotals(ctx.db, mode, spans),
  ]);
  return {
    opening,
    rows: rows.map((row) => ({
      ...row,
      period: unit === "day" ? row.period : row.period.slice(0, 7),
    })),
  };
}

/** How many customers more pay for a subscription. */
const subscriberChange = ({ kind, count }: MrrTotal) =>
  kind === "new" || kind === "reactivated" ? count : kind === "churned" ? -count : 0;

function describe(readings: Readings, currency: string, periods: PeriodKey[]) {
  const isOwn = (row: MrrTotal) => row.currency === currency;
  const opening = readings.opening.filter(isOwn);
  const rows = readings.rows.filter(isOwn);
  let yearly = sum(opening, ({ yearlyMilli }) => yearlyMilli);
  let subscriberCount = sum(opening, subscriberChange);
  const openings = { mrrMinor: toMonthlyMinor(yearly), subscribers: subscriberCount };
  const mrr: number[] = [];
  const subscribers: number[] = [];
  const byPeriod = Map.groupBy(rows, ({ period }) => period);
  for (const period of periods) {
    const ofPeriod = byPeriod.get(period) ?? [];
    yearly += sum(ofPeriod, ({ yearlyMilli }) => yearlyMilli);
    subscriberCount += sum(ofPeriod, subscriberChange);
    mrr.push(toMonthlyMinor(yearly));
    subscribers.push(subscriberCount);
  }
  return { opening: openings, mrr, subscribers, movements: sumMovements(rows) };
}

function sumMovements(rows: MrrTotal[]): Movements {
  const sums = movementKinds.map((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const amountMinor = toMonthlyMinor(sum(own, ({ yearlyMilli }) => yearlyMilli));
    return [kind, { amountMinor, count: sum(own, ({ count }) => count) }];
  });
  return Object.fromEntries(sums) as Movements;
}

function sum<Row>(rows: Row[], valueOf: (row: Row) => number): number {
  return rows.reduce((total, row) => total + valueOf(row), 0);
}
