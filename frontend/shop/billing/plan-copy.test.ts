import { expect, test } from "vitest";
import { explainNextCharge, getPlanChoices } from "./plan-copy.ts";
import type { Subscription } from "./queries.ts";

const april = Date.UTC(2026, 3, 3, 12);

function plan(productId: string, name: string, interval: "month" | "year") {
  return {
    price: {
      id: `price_${productId}_${interval}`,
      type: "recurring",
      interval,
      intervalCount: 1,
      model: "fixed",
      amountMinor: 900,
      minimumMinor: null,
      presetMinor: null,
      currency: "usd",
      trialDays: 0,
      tax: null,
    },
    product: { id: productId, slug: productId, name },
  } satisfies Subscription["plans"][number];
}

test("plans of the same product are named by their billing interval", () => {
  expect(getPlanChoices([plan("a", "Tide", "year")], "a")).toEqual([
    { value: "price_a_year", name: "Yearly", main: "$9", detail: undefined },
  ]);
});

test("plans of several products are named by their product", () => {
  const names = getPlanChoices([plan("a", "Tide", "year"), plan("b", "Studio", "month")], "a");
  expect(names.map(({ name, detail }) => [name, detail])).toEqual([
    ["Tide", "Yearly"],
    ["Studio", "Monthly"],
  ]);
});

test("the next charge shows its amount, its date, and any credit", () => {
  const next = { amountMinor: 9000, at: april };
  expect(explainNextCharge({ next, currency: "usd", creditMinor: 0 })).toBe(
    "The next charge is on April 3, 2026: $90.00.",
  );
  expect(explainNextCharge({ next, currency: "usd", creditMinor: 5 })).toContain(
    "less your credit",
  );
  expect(
    explainNextCharge({ next: { ...next, at: null }, currency: "usd", creditMinor: 0 }),
  ).toContain("with the next period");
});
