import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describePreviewLine, explainNextCharge, getPlanChoices } from "./plan-copy.ts";
import type { Subscription } from "./queries.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

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

/** A subscription to the product "a", at a price of its own. */
function subscribedTo(plans: Subscription["plans"]) {
  return {
    product: { id: "a", slug: "a", name: "Tide" },
    price: {
      amountMinor: 500,
      currency: "usd",
      interval: "month",
      intervalCount: 1,
      quantity: 3,
      tax: null,
    },
    plan: { priceId: "price_a_month", model: "per_seat" },
    plans,
  } satisfies Parameters<typeof getPlanChoices>[1];
}

test("the current plan comes first, is marked and shows what is paid for it", () => {
  const [current, ...others] = getPlanChoices(i18n, subscribedTo([plan("a", "Tide", "year")]));
  expect(current).toEqual({
    value: "price_a_month",
    name: "Monthly",
    main: "$5 per seat",
    detail: undefined,
    mark: "Current plan",
  });
  expect(others.map(({ mark }) => mark)).toEqual([undefined]);
});

test("plans of the same product are named by their billing interval", () => {
  expect(getPlanChoices(i18n, subscribedTo([plan("a", "Tide", "year")]))[1]).toEqual({
    value: "price_a_year",
    name: "Yearly",
    main: "$9",
    detail: undefined,
  });
});

test("a yearly plan says what it saves, compared with twelve months of the plan of the same kind", () => {
  const monthly = subscribedTo([plan("a", "Tide", "year")]);
  const fixed = { ...monthly, plan: { ...monthly.plan, model: "fixed" as const } };
  expect(getPlanChoices(i18n, fixed)[1]).toMatchObject({ detail: "Save $51 a year" });
  const plans = [plan("a", "Tide", "year"), plan("b", "Studio", "month")];
  expect(getPlanChoices(i18n, { ...fixed, plans }).map(({ detail }) => detail)).toEqual([
    "Monthly",
    "Yearly · Save $51 a year",
    "Monthly",
  ]);
});

test("plans of several products are named by their product", () => {
  const choices = getPlanChoices(
    i18n,
    subscribedTo([plan("a", "Tide", "year"), plan("b", "Studio", "month")]),
  );
  expect(choices.map(({ name, detail }) => [name, detail])).toEqual([
    ["Tide", "Monthly"],
    ["Tide", "Yearly"],
    ["Studio", "Monthly"],
  ]);
});

test("the next charge shows its amount, its date, and any credit", () => {
  const next = { amountMinor: 9000, at: april };
  expect(explainNextCharge(i18n, { next, currency: "usd", creditMinor: 0 })).toBe(
    "Your next charge is $90.00 on April 3, 2026.",
  );
  expect(explainNextCharge(i18n, { next, currency: "usd", creditMinor: 5 })).toContain(
    "minus your credit",
  );
  expect(
    explainNextCharge(i18n, { next: { ...next, at: null }, currency: "usd", creditMinor: 0 }),
  ).toContain("when the next period starts");
});

test("a line of a preview names its product and seats, and shows Stripe's own text for anything else", () => {
  const line = {
    productName: "Studio",
    quantity: 1,
    periodEnd: april,
    description: "Unused time on Studio after 03 Mar 2026",
    amountMinor: -500,
  };
  const describe = (fields: Partial<Parameters<typeof describePreviewLine>[1]>) =>
    describePreviewLine(i18n, { ...line, kind: "unused_time", ...fields });
  expect(describe({})).toBe("Unused time on Studio");
  expect(describe({ quantity: 3 })).toBe("Unused time on Studio (3 seats)");
  expect(describe({ kind: "remaining_time" })).toBe("Remaining time on Studio");
  expect(describe({ kind: "full_period", quantity: 2 })).toBe(
    "Studio until April 3, 2026 (2 seats)",
  );
  expect(describe({ kind: "other", description: "Setup fee" })).toBe("Setup fee");
  expect(describe({ productName: null })).toBe("Unused time on Studio after 03 Mar 2026");
});
