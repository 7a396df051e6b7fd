import type { PeriodKey, ResolvedRange } from "./periods.ts";
import { periodOf } from "./periods.ts";

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
