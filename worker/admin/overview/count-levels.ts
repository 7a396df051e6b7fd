import type { DaySpan } from "../../purchases/totals/spans.ts";
import type { Level } from "./flows.ts";
import { boundsOf, type PeriodKey, type ResolvedRange } from "./periods.ts";
import type { SubscriptionCounts } from "./store.ts";

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
