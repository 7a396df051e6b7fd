import { expect, test } from "vitest";
import {
  describeDiscount,
  describeItems,
  describeNext,
  describePause,
  explainDispute,
  explainNext,
  getProductNames,
  getSubscriptionStatusLabel,
} from "./subscription-copy.ts";
import type { Subscription } from "./queries.ts";

const at = Date.UTC(2026, 2, 3, 12);
const item = {
  amountMinor: 900,
  currency: "usd",
  interval: "month",
  intervalCount: 1,
  taxBehavior: null,
};

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

test.each(kinds)("%s is described with and without a date", (kind) => {
  for (const day of [at, null]) {
    const next = { kind, at: day, amountMinor: null };
    expect(describeNext(next)).toMatch(/^[A-Z]/);
    expect(
      explainNext({ next, items: [item], status: "active" } as unknown as Subscription),
    ).toMatch(/^[A-Z].*\.$/);
  }
});

test("the team reads what an open and a lost dispute mean, and nothing about other notices", () => {
  expect(explainDispute({ code: "disputed", at: null })?.nextStep).toContain("can't be changed");
  expect(explainDispute({ code: "dispute_lost", at: null })?.nextStep).toContain("End it");
  expect(explainDispute({ code: "unpaid", at: null })).toBeNull();
  expect(explainDispute(null)).toBeNull();
});

test("the next charge is the amount from Stripe", () => {
  expect(
    explainNext({
      next: { kind: "renews", at, amountMinor: 720 },
      items: [item],
      status: "active",
    } as unknown as Subscription),
  ).toBe("It renews on March 3, 2026, and $7.20 is charged.");
});

test("describes items, products, discounts and pauses", () => {
  expect(describeItems([{ ...item, quantity: 3 }])).toBe("$27 a month for 3 seats");
  expect(getProductNames([{ productName: null }])).toBe("Something billed at Stripe");
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

test("an unknown status is shown as Stripe names it", () => {
  expect(getSubscriptionStatusLabel("very_new")).toBe("very new");
});
