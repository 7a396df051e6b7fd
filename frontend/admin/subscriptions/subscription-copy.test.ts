import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import {
  describeDiscount,
  describeItems,
  describeNext,
  describePause,
  explainNoAccess,
  explainNext,
  getProductNames,
  getSubscriptionStatusLabel,
} from "./subscription-copy.ts";
import type { Subscription } from "./queries.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });
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
  "overdue",
  "incomplete",
  "unpaid",
  "ended",
  "unknown",
] as const;

test.each(kinds)("%s is described with and without a date", (kind) => {
  for (const day of [at, null]) {
    const next = { kind, at: day, amountMinor: null };
    expect(describeNext(i18n, next)).toMatch(/^[A-Z]/);
    expect(
      explainNext(i18n, { next, items: [item], status: "active" } as unknown as Subscription),
    ).toMatch(/^[A-Z].*\.$/);
  }
});

test("the team reads what disputes, written-off and voided invoices mean, and nothing about other notices", () => {
  expect(explainNoAccess(i18n, { code: "disputed", at: null })?.nextStep).toContain(
    "can’t be changed",
  );
  expect(explainNoAccess(i18n, { code: "dispute_lost", at: null })?.nextStep).toContain(
    "Cancel it immediately",
  );
  expect(explainNoAccess(i18n, { code: "written_off", at: null })?.nextStep).toContain(
    "void the invoice in Stripe",
  );
  expect(explainNoAccess(i18n, { code: "period_voided", at })?.nextStep).toContain("gift");
  expect(explainNoAccess(i18n, { code: "unpaid", at: null })).toBeNull();
  expect(explainNoAccess(i18n, null)).toBeNull();
});

test("the next charge is the amount from Stripe", () => {
  expect(
    explainNext(i18n, {
      next: { kind: "renews", at, amountMinor: 720 },
      items: [item],
      status: "active",
    } as unknown as Subscription),
  ).toBe("Renews on March 3, 2026 for $7.20.");
});

test("describes items, products, discounts and pauses", () => {
  expect(describeItems(i18n, [{ ...item, quantity: 3 }])).toBe("$27 a month for 3 seats");
  expect(getProductNames(i18n, [{ productName: null }])).toBe("Added in Stripe");
  expect(
    describeDiscount(i18n, {
      name: "Spring",
      percentOff: 20,
      amountOffMinor: null,
      currency: null,
      endsAt: at,
    }),
  ).toBe("Spring: 20% off until March 3, 2026");
  expect(describePause(i18n, { pauseBehavior: "void", pauseResumesAt: null })).toBe(
    "Paused. Invoices are voided.",
  );
  expect(describePause(i18n, { pauseBehavior: null, pauseResumesAt: null })).toBeNull();
});

test("an unknown status is shown as Stripe names it", () => {
  expect(getSubscriptionStatusLabel(i18n, "very_new")).toBe("very new");
});
