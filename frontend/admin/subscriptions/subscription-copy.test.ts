import { expect, test } from "vitest";
import {
  describeDiscount,
  describeItems,
  describeNext,
  describePause,
  explainNext,
  nameProducts,
  nameStatus,
} from "./subscription-copy.ts";
import type { Subscription } from "./queries.ts";

const at = Date.UTC(2026, 2, 3, 12);
const item = { amountMinor: 900, currency: "usd", interval: "month", intervalCount: 1 };

const kinds = [
  "renews",
  "trial_ends",
  "ends",
  "paused",
  "retrying",
  "incomplete",
  "unpaid",
  "ended",
  "unknown",
] as const;

test.each(kinds)("%s has a sentence with and without its day", (kind) => {
  for (const day of [at, null]) {
    const next = { kind, at: day, amountMinor: null };
    expect(describeNext(next)).toMatch(/^[A-Z]/);
    expect(
      explainNext({ next, items: [item], status: "active" } as unknown as Subscription),
    ).toMatch(/^[A-Z].*\.$/);
  }
});

test("what is charged next is said as Stripe counts it", () => {
  expect(
    explainNext({
      next: { kind: "renews", at, amountMinor: 720 },
      items: [item],
      status: "active",
    } as unknown as Subscription),
  ).toBe("It renews on March 3, 2026, and $7.20 is charged.");
});

test("items, products, discounts and pauses are read like a sentence", () => {
  expect(describeItems([{ ...item, quantity: 3 }])).toBe("$27 a month for 3 seats");
  expect(nameProducts([{ productName: null }])).toBe("Something billed at Stripe");
  expect(
    describeDiscount({
      name: "Spring",
      percentOff: 20,
      amountOffMinor: null,
      currency: null,
      endsAt: at,
    }),
  ).toBe("Spring: 20 % off until March 3, 2026");
  expect(describePause({ pauseBehavior: "void", pauseResumesAt: null })).toBe(
    "Paused; what comes due is void",
  );
  expect(describePause({ pauseBehavior: null, pauseResumesAt: null })).toBeNull();
});

test("a status that nobody knows is shown as Stripe says it", () => {
  expect(nameStatus("very_new")).toBe("very new");
});
