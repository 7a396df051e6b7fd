import type { DaySpan } from "../../purchases/totals/spans.ts";
import type { SubscriptionCounts } from "../../purchases/totals/store-subscription-counts.ts";
import { boundsOf, periodOf, type PeriodKey, type ResolvedRange } from "./periods.ts";

/** Sums per period (`values`), over the range (`total`), and the same of the days it is compared with. */
export type Flow = {
  values: number[];
  total: number;
  previousValues: number[] | null;
  /** Null if the range is not compared. */
  before: number | null;
};

/** Values at the end of each period and of the range (`total`). Null: not known. */
export type Level = {
  values: (number | null)[];
  total: number | null;
  previousValues: (number | null)[] | null;
  before: number | null;
};

/** Adds up rows of days. */
export function toFlow<Row extends { day: string }>(
  range: ResolvedRange,
  rows: Row[],
  valueOf: (row: Row) => number,
): Flow {
  const sumIn = (periods: PeriodKey[], { from, to }: { from: string; to: string }) => {
    const sums = new Map<PeriodKey, number>(periods.map((period) => [period, 0]));
    for (const row of rows) {
      if (row.day < from || row.day > to) continue;
      const period = periodOf(range.unit, row.day);
      sums.set(period, (sums.get(period) ?? 0) + valueOf(row));
    }
    return [...sums.values()];
  };
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const values = sumIn(range.periods, range.span);
  const previousValues = range.previous && sumIn(range.previous.periods, range.previous.span);
  return {
    values,
    total: sum(values),
    previousValues,
    before: previousValues && sum(previousValues),
  };
}

type Counts = SubscriptionCounts[];

/** Returns a function that reads a number from the snapshots at the end of each period; today's is counted now. */
export function toCountLevel(
  range: ResolvedRange,
  today: string,
  now: Counts,
  snapshots: (Counts[number] & { day: string })[],
) {
  const byDay = Map.groupBy(snapshots, ({ day }) => day);
  const days = [...byDay.keys()].toSorted();
  return (valueOf: (row: Counts[number]) => number): Level => {
    const sum = (rows: Counts) => rows.reduce((total, row) => total + valueOf(row), 0);
    const levelOf = (span: DaySpan) => {
      if (span.to === today) return sum(now);
      const day = days.findLast((each) => each >= span.from && each <= span.to);
      return day === undefined ? null : sum(byDay.get(day) ?? []);
    };
    const levels = (periods: PeriodKey[], span: DaySpan) =>
      periods.map((period) => levelOf(boundsOf(period, span)));
    const values = levels(range.periods, range.span);
    const previousValues = range.previous && levels(range.previous.periods, range.previous.span);
    return {
      values,
      total: values.at(-1) ?? null,
      previousValues,
      before: previousValues?.at(-1) ?? null,
    };
  };
}
