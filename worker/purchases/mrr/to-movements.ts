import type { mrrMovements } from "../../db/schema/totals.ts";
import type { MovementKind } from "../totals/store.ts";
import { roundToMonths } from "./calculate-mrr.ts";
import type { MrrStep } from "./to-steps.ts";

export type MrrMovement = typeof mrrMovements.$inferSelect;

/**
 * Returns the movements of a Stripe customer's MRR: what differs between the ends of two days, in each currency.
 * Changing a plan, or ending a subscription and starting another on the same day, is one movement, or none if the
 * customer pays as much as before. Each subscription counts with whole minor units a month, so that customers, their
 * movements and all sums of them agree to the cent.
 * @param steps of all subscriptions of the customer
 * @param toDay returns the shop's day of a time in unix milliseconds
 */
export function toMovements(
  customer: Pick<MrrMovement, "mode" | "customerId">,
  steps: MrrStep[],
  toDay: (at: number) => string,
): MrrMovement[] {
  const amountOf = new Map<string, MrrStep>();
  const totals = new Map<string, number>();
  const movements: MrrMovement[] = [];
  let cohort: string | null = null;
  const days = Map.groupBy(
    steps.toSorted((a, b) => a.at - b.at),
    ({ at }) => toDay(at),
  );
  for (const [day, ofDay] of days) {
    for (const step of ofDay) amountOf.set(step.subscriptionId, step);
    const before = new Map(totals);
    const after = sumByCurrency([...amountOf.values()]);
    for (const [currency, total] of after) totals.set(currency, total);
    const change = Number(isAnyPositive(after)) - Number(isAnyPositive(before));
    const isFirst = cohort === null && change === 1;
    if (isFirst) cohort = day.slice(0, 7);
    const changed = [...after].filter(([currency, total]) => total !== (before.get(currency) ?? 0));
    for (const [index, [currency, total]] of changed.entries()) {
      const previous = before.get(currency) ?? 0;
      movements.push({
        ...customer,
        day,
        currency,
        kind: findKind(previous, total, isFirst),
        yearlyMilli: total - previous,
        cohort: cohort ?? day.slice(0, 7),
        // Once, also on a day with movements in two currencies.
        subscriberChange: index === 0 ? change : 0,
      });
    }
  }
  return movements;
}

function findKind(before: number, after: number, isFirst: boolean): MovementKind {
  if (before === 0) return isFirst ? "new" : "reactivated";
  if (after === 0) return "churned";
  return after > before ? "expansion" : "contraction";
}

function sumByCurrency(steps: MrrStep[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const { currency, yearlyMilli } of steps)
    totals.set(currency, (totals.get(currency) ?? 0) + roundToMonths(yearlyMilli));
  return totals;
}

function isAnyPositive(totals: Map<string, number>): boolean {
  return [...totals.values()].some((total) => total > 0);
}
