import { describe, expect, it } from "vitest";
import { DAY, HOUR } from "../lib/time.ts";
import {
  accessFromOrder,
  accessFromSubscription,
  decidingDispute,
  defaultPolicy,
} from "./policy.ts";

const NOW = Date.UTC(2026, 10, 1);

const order = (status: Parameters<typeof accessFromOrder>[0]["status"]) =>
  accessFromOrder({
    status,
    createdAt: NOW - DAY,
    customerDeletedAt: null,
    paidAt: status === "pending" ? null : NOW - HOUR,
  });

const subscription = (facts: Partial<Parameters<typeof accessFromSubscription>[0]>, now = NOW) =>
  accessFromSubscription(
    {
      status: "active",
      currentPeriodEnd: NOW + 10 * DAY,
      cancelAt: null,
      endedAt: null,
      pauseBehavior: null,
      pausedFrom: null,
      pastDueSince: null,
      disputeStatus: null,
      createdAt: NOW - 20 * DAY,
      ...facts,
    },
    defaultPolicy,
    now,
  );

describe("a one-time purchase", () => {
  it.each([
    ["paid", true, "order_paid"],
    ["partially_refunded", true, "order_paid"],
    ["pending", false, "order_processing"],
    ["refunded", false, "order_refunded"],
    ["disputed", false, "order_disputed"],
    ["failed", false, "order_failed"],
  ] as const)("%s: access %s because %s", (status, active, reason) => {
    expect(order(status)).toMatchObject({ active, reason, until: null });
  });

  it("counts from the payment, not from the visit", () => {
    expect(order("paid").since).toBe(NOW - HOUR);
  });
});

describe("a subscription", () => {
  it("active: until the period ends, and 24 hours for news to come", () => {
    expect(subscription({})).toEqual({
      active: true,
      reason: "subscription_active",
      since: NOW - 20 * DAY,
      until: NOW + 11 * DAY,
    });
  });

  it("lapsed with no news: still in for 24 hours, then out", () => {
    const facts = { currentPeriodEnd: NOW };
    expect(subscription(facts, NOW + 23 * HOUR)).toMatchObject({
      active: true,
      reason: "subscription_lapsed",
    });
    expect(subscription(facts, NOW + 24 * HOUR)).toMatchObject({ active: false });
  });

  it("with a scheduled end: exactly until then, no grace", () => {
    const facts = { cancelAt: NOW + 10 * DAY };
    expect(subscription(facts)).toMatchObject({
      active: true,
      reason: "subscription_canceling",
      until: NOW + 10 * DAY,
    });
    expect(subscription(facts, NOW + 10 * DAY)).toMatchObject({
      active: false,
      reason: "subscription_ended",
    });
  });

  it("paused by `void`: exactly as long as what was paid, then no more", () => {
    const facts = { pauseBehavior: "void" };
    expect(subscription(facts)).toMatchObject({
      active: true,
      reason: "subscription_paused",
      until: NOW + 10 * DAY,
    });
    // Stripe goes on counting periods; the one that runs now is not paid.
    const unpaid = { ...facts, pausedFrom: NOW - DAY, currentPeriodEnd: NOW + 29 * DAY };
    expect(subscription(unpaid)).toMatchObject({ active: false, until: NOW - DAY });
  });

  it.each(["keep_as_draft", "mark_uncollectible"])("paused by `%s`: served meanwhile", (kind) => {
    const facts = { pauseBehavior: kind, pausedFrom: NOW - DAY };
    expect(subscription(facts)).toMatchObject({ active: true, reason: "subscription_paused" });
  });

  it("paused in a way nobody knows: nothing beyond what was paid", () => {
    const facts = { pauseBehavior: "a_kind_nobody_knows", pausedFrom: NOW - DAY };
    expect(subscription(facts).active).toBe(false);
  });

  it("paused with a scheduled end: the earlier of the two", () => {
    const facts = { pauseBehavior: "void", cancelAt: NOW + 3 * DAY };
    expect(subscription(facts)).toMatchObject({ active: true, until: NOW + 3 * DAY });
  });

  it("past due: 14 days from the failed invoice, then out", () => {
    const facts = { status: "past_due", pastDueSince: NOW };
    expect(subscription(facts, NOW + 14 * DAY - 1)).toMatchObject({
      active: true,
      reason: "subscription_past_due",
    });
    expect(subscription(facts, NOW + 14 * DAY)).toMatchObject({ active: false });
  });

  it.each([
    ["needs_response", false],
    ["under_review", false],
    ["lost", false],
    ["won", true],
    ["warning_closed", true],
  ])("with a dispute that is %s: access %s", (disputeStatus, active) => {
    expect(subscription({ disputeStatus }).active).toBe(active);
  });

  it("ended: `ended_at` beats a trial or period that would go on", () => {
    expect(subscription({ status: "trialing", endedAt: NOW - 1 })).toMatchObject({
      active: false,
      reason: "subscription_ended",
      until: NOW - 1,
    });
  });

  it.each([
    "unpaid",
    "incomplete",
    "incomplete_expired",
    "paused",
    "canceled",
    "a_status_nobody_knows",
  ])("%s: no access", (status) => {
    expect(subscription({ status }).active).toBe(false);
  });
});

it("of several disputes over one payment an open one decides, however old", () => {
  expect(decidingDispute([{ status: "won" }, { status: "needs_response" }])).toBe("needs_response");
  expect(decidingDispute([{ status: "warning_closed" }, { status: "won" }])).toBe("warning_closed");
  expect(decidingDispute([])).toBeNull();
});
