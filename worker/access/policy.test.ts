import { describe, expect, it } from "vitest";
import { DAY, HOUR } from "../lib/time.ts";
import {
  accessFromOrder,
  accessFromSubscription,
  findDecidingDisputeStatus,
  defaultPolicy,
  type AccessPolicy,
} from "./policy.ts";

const NOW = Date.UTC(2026, 10, 1);

const order = (status: Parameters<typeof accessFromOrder>[0]["status"]) =>
  accessFromOrder({
    status,
    createdAt: NOW - DAY,
    customerDeletedAt: null,
    giftId: null,
    paidAt: status === "pending" ? null : NOW - HOUR,
  });

const subscription = (
  facts: Partial<Parameters<typeof accessFromSubscription>[0]>,
  now = NOW,
  policy: AccessPolicy = defaultPolicy,
) =>
  accessFromSubscription(
    {
      status: "active",
      currentPeriodEnd: NOW + 10 * DAY,
      cancelAt: null,
      endedAt: null,
      pauseBehavior: null,
      pausedFrom: null,
      pausedAt: null,
      pauseReason: null,
      pastDueSince: null,
      writtenOffAt: null,
      disputeStatus: null,
      createdAt: NOW - 20 * DAY,
      ...facts,
    },
    policy,
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

  it("access starts at the payment, not when the order was created", () => {
    expect(order("paid").since).toBe(NOW - HOUR);
  });
});

describe("a subscription", () => {
  it("active: access lasts until 24 hours after the period ends", () => {
    expect(subscription({})).toEqual({
      active: true,
      reason: "subscription_active",
      since: NOW - 20 * DAY,
      until: NOW + 11 * DAY,
    });
  });

  it("period ended without a renewal: access continues for 24 hours, then ends", () => {
    const facts = { currentPeriodEnd: NOW };
    expect(subscription(facts, NOW + 23 * HOUR)).toMatchObject({
      active: true,
      reason: "subscription_lapsed",
    });
    expect(subscription(facts, NOW + 24 * HOUR)).toMatchObject({ active: false });
  });

  it("scheduled end: access ends exactly then, without a grace period", () => {
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

  it("paused with `void`: access ends with the last paid period", () => {
    const facts = { pauseBehavior: "void" };
    expect(subscription(facts)).toMatchObject({
      active: true,
      reason: "subscription_paused",
      until: NOW + 10 * DAY,
    });
    // Stripe still starts new periods during a pause; the current one is unpaid.
    const unpaid = { ...facts, pausedFrom: NOW - DAY, currentPeriodEnd: NOW + 29 * DAY };
    expect(subscription(unpaid)).toMatchObject({ active: false, until: NOW - DAY });
  });

  it.each(["keep_as_draft", "mark_uncollectible"])("paused with `%s`: access continues", (kind) => {
    const facts = { pauseBehavior: kind, pausedFrom: NOW - DAY };
    expect(subscription(facts)).toMatchObject({ active: true, reason: "subscription_paused" });
  });

  it("paused with an unknown behavior: access ends with the last paid period", () => {
    const facts = { pauseBehavior: "an_unknown_behavior", pausedFrom: NOW - DAY };
    expect(subscription(facts).active).toBe(false);
  });

  it("paused with a scheduled end: access ends at the earlier of the two", () => {
    const facts = { pauseBehavior: "void", cancelAt: NOW + 3 * DAY };
    expect(subscription(facts)).toMatchObject({ active: true, until: NOW + 3 * DAY });
  });

  it("past due: access ends 14 days after the failed invoice", () => {
    const facts = { status: "past_due", pastDueSince: NOW };
    expect(subscription(facts, NOW + 14 * DAY - 1)).toMatchObject({
      active: true,
      reason: "subscription_past_due",
    });
    expect(subscription(facts, NOW + 14 * DAY)).toMatchObject({ active: false });
  });

  it.each(["active", "past_due"])("%s: an invoice that was written off ends access", (status) => {
    const facts = { status, pastDueSince: NOW - DAY, writtenOffAt: NOW - HOUR };
    expect(subscription(facts)).toMatchObject({
      active: false,
      reason: "subscription_inactive",
      until: NOW - HOUR,
    });
  });

  it("collection resumed in a voided period: no access, unless the policy serves voided periods", () => {
    const facts = { pausedFrom: NOW - DAY };
    expect(subscription(facts)).toMatchObject({
      active: false,
      reason: "subscription_paused",
      until: NOW - DAY,
    });
    const policy = { ...defaultPolicy, openWhilePaused: ["void"] };
    expect(subscription(facts, NOW, policy)).toMatchObject({ active: true });
  });

  it.each([
    ["needs_response", false],
    ["under_review", false],
    ["lost", false],
    ["won", true],
    ["warning_closed", true],
  ])("dispute with status %s: access %s", (disputeStatus, active) => {
    expect(subscription({ disputeStatus }).active).toBe(active);
  });

  it("ended: `ended_at` ends access even during a trial or paid period", () => {
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
    "an_unknown_status",
  ])("%s: no access", (status) => {
    expect(subscription({ status }).active).toBe(false);
  });
});

it.each([
  ["pause_requested", "subscription_paused"],
  ["trial_end_without_payment_method", "subscription_inactive"],
  [null, "subscription_inactive"],
])("a pause because of %s has the access reason %s, since it began", (pauseReason, reason) => {
  const pausedAt = NOW - DAY;
  expect(subscription({ status: "paused", pauseReason, pausedAt })).toMatchObject({
    active: false,
    reason,
    until: pausedAt,
  });
});

it("if a payment has several disputes, an open one decides, even if it is older", () => {
  expect(findDecidingDisputeStatus([{ status: "won" }, { status: "needs_response" }])).toBe(
    "needs_response",
  );
  expect(findDecidingDisputeStatus([{ status: "warning_closed" }, { status: "won" }])).toBe(
    "warning_closed",
  );
  expect(findDecidingDisputeStatus([])).toBeNull();
});
