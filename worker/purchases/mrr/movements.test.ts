import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY, toUtcDay } from "../../lib/time.ts";
import { roundToMonths } from "./calculate-mrr.ts";
import { toMovements } from "./to-movements.ts";
import type { MrrStep } from "./to-steps.ts";

const START = Date.UTC(2026, 0, 10);
/** A minor unit a month, as the rows have it. */
const MONTHLY = 12_000;
const customer = { mode: "test" as const, customerId: "cst_1" };

const step = (
  day: number,
  yearlyMilli: number,
  facts: { subscriptionId?: string; currency?: string; hour?: number } = {},
): MrrStep => ({
  subscriptionId: facts.subscriptionId ?? "sub_1",
  at: START + day * DAY + (facts.hour ?? 0) * 3_600_000,
  customerId: "cst_1",
  currency: facts.currency ?? "usd",
  yearlyMilli: yearlyMilli * MONTHLY,
});

const kinds = (steps: MrrStep[]) =>
  toMovements(customer, steps, toUtcDay).map(({ day, kind, yearlyMilli, subscriberChange }) => [
    day.slice(5),
    kind,
    yearlyMilli / MONTHLY,
    subscriberChange,
  ]);

describe("movements of MRR", () => {
  it("first payments are new, more is expansion, less contraction, none churned, again reactivated", () => {
    const steps = [step(0, 100), step(1, 300), step(2, 200), step(3, 0), step(40, 50)];
    expect(kinds(steps)).toEqual([
      ["01-10", "new", 100, 1],
      ["01-11", "expansion", 200, 0],
      ["01-12", "contraction", -100, 0],
      ["01-13", "churned", -200, -1],
      ["02-19", "reactivated", 50, 1],
    ]);
    expect(new Set(toMovements(customer, steps, toUtcDay).map(({ cohort }) => cohort))).toEqual(
      new Set(["2026-01"]),
    );
  });

  it("a second subscription is expansion, and ending one of two is contraction", () => {
    const second = { subscriptionId: "sub_2" };
    expect(kinds([step(0, 100), step(1, 40, second), step(2, 0)])).toEqual([
      ["01-10", "new", 100, 1],
      ["01-11", "expansion", 40, 0],
      ["01-12", "contraction", -100, 0],
    ]);
  });

  it("changing to another subscription on one day is one movement, or none at the same price", () => {
    const later = { subscriptionId: "sub_2", hour: 5 };
    expect(kinds([step(0, 100), step(3, 0), step(3, 100, later)])).toEqual([
      ["01-10", "new", 100, 1],
    ]);
    expect(kinds([step(0, 100), step(3, 0), step(3, 150, later)])).toEqual([
      ["01-10", "new", 100, 1],
      ["01-13", "expansion", 50, 0],
    ]);
  });

  it("currencies are apart, and a customer who pays in both is one subscriber", () => {
    const euro = { subscriptionId: "sub_2", currency: "eur" };
    expect(kinds([step(0, 100), step(0, 70, euro), step(4, 0), step(5, 0, euro)])).toEqual([
      ["01-10", "new", 100, 1],
      ["01-10", "new", 70, 0],
      ["01-14", "churned", -100, 0],
      ["01-15", "churned", -70, -1],
    ]);
  });

  it("movements up to any day add up to what is paid at its end, in any order of the steps", () => {
    const anyStep = fc
      .record({
        day: fc.nat(20),
        hour: fc.nat(23),
        amount: fc.constantFrom(0, 1, 9.99 / 12, 100, 101 / 3),
        subscription: fc.nat(2),
        currency: fc.constantFrom("usd", "eur"),
      })
      .map(({ day, hour, amount, subscription, currency }) =>
        step(day, amount, { hour, subscriptionId: `${currency} ${subscription}`, currency }),
      );
    fc.assert(
      fc.property(
        fc.uniqueArray(anyStep, { maxLength: 15, selector: (each) => each.at }),
        fc.nat(20),
        (steps, dayCount) => {
          const until = toUtcDay(START + dayCount * DAY);
          const movements = toMovements(customer, steps, toUtcDay);
          const last = new Map(
            steps
              .filter(({ at }) => toUtcDay(at) <= until)
              .toSorted((a, b) => a.at - b.at)
              .map((each) => [each.subscriptionId, each]),
          );
          for (const currency of ["usd", "eur"]) {
            const paid = [...last.values()]
              .filter((each) => each.currency === currency)
              .reduce((sum, { yearlyMilli }) => sum + roundToMonths(yearlyMilli), 0);
            const moved = movements
              .filter((each) => each.currency === currency && each.day <= until)
              .reduce((sum, { yearlyMilli }) => sum + yearlyMilli, 0);
            expect(moved).toBe(paid);
          }
          const subscribers = movements
            .filter(({ day }) => day <= until)
            .reduce((sum, { subscriberChange }) => sum + subscriberChange, 0);
          expect(subscribers).toBe(
            [...last.values()].some(({ yearlyMilli }) => yearlyMilli > 0) ? 1 : 0,
          );
          expect(toMovements(customer, steps.toReversed(), toUtcDay)).toEqual(movements);
        },
      ),
    );
  });
});
