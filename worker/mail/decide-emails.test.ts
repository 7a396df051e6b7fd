import { describe, expect, it } from "vitest";
import { DAY, HOUR } from "../lib/time.ts";
import type { GrantRow } from "../access/strategy.ts";
import { accessFromOrder, accessFromSubscription, defaultPolicy } from "../access/policy.ts";
import type { OrderRow } from "../purchases/orders/store.ts";
import type { SubscriptionRow } from "../purchases/subscriptions/store.ts";
import { sampleOrder } from "../testing/sample-order.ts";
import { decideEmails, type SyncChanges } from "./decide-emails.ts";

const now = Date.UTC(2026, 10, 21);

const order = sampleOrder({ createdAt: now - HOUR, paidAt: now - HOUR });

const sub: SubscriptionRow = {
  id: "sub_1",
  userId: "usr_1",
  customerId: "cst_1",
  mode: "test",
  stripeSubscriptionId: "si_1",
  status: "active",
  duplicateOf: null,
  trialRefused: null,
  checkoutId: "chk_1",
  currentPeriodStart: now - HOUR,
  currentPeriodEnd: now + 30 * DAY,
  trialStart: null,
  trialEnd: null,
  cancelAt: null,
  canceledAt: null,
  endedAt: null,
  pauseBehavior: null,
  pauseResumesAt: null,
  pausedFrom: null,
  pausedAt: null,
  pauseReason: null,
  currency: "usd",
  latestPaymentIntentId: "pi_1",
  disputeStatus: null,
  disputedAt: null,
  stripeDisputeId: null,
  disputedPaymentIntentId: null,
  pastDueSince: null,
  consentedAt: null,
  consentText: null,
  createdAt: now - HOUR,
};

const grantOf = (sourceId: string, change: Partial<GrantRow> = {}): GrantRow => ({
  id: `grt_${sourceId}`,
  userId: "usr_1",
  benefitId: "bnf_1",
  productId: "prd_1",
  sourceType: sourceId.startsWith("ord") ? "order" : "subscription",
  sourceId,
  mode: "test",
  quantity: 1,
  waitingFor: null,
  reason: "order_paid",
  grantedAt: now - 90 * DAY,
  endsAt: null,
  revokedAt: null,
  ...change,
});

const noChanges: SyncChanges = {
  orders: [],
  subscriptions: [],
  sources: [],
  duplicates: [],
  failedRefunds: [],
  grants: [],
  shopCheckoutIds: new Set(["cs_1", "chk_1"]),
  policy: defaultPolicy,
  outageMode: false,
  now,
};

/** Decides the emails for a change of an order. */
function decideForOrder(
  before: Partial<OrderRow> | undefined,
  after: Partial<OrderRow>,
  change: Partial<SyncChanges> = {},
) {
  const row = { ...order, ...after };
  const products = [{ id: row.productId, quantity: 1 }];
  return decideEmails({
    ...noChanges,
    orders: [{ before: before && { ...order, ...before }, after: row }],
    sources: [{ type: "order", id: row.id, products, access: accessFromOrder(row) }],
    ...change,
  });
}

/** Decides the emails for a change of a subscription. */
function decideForSubscription(
  before: Partial<SubscriptionRow> | undefined,
  after: Partial<SubscriptionRow>,
  change: Partial<SyncChanges> = {},
) {
  const row = { ...sub, ...after };
  const access = accessFromSubscription(row, defaultPolicy, now);
  return decideEmails({
    ...noChanges,
    subscriptions: [{ before: before && { ...sub, ...before }, after: row }],
    sources: [
      { type: "subscription", id: row.id, products: [{ id: "prd_1", quantity: 1 }], access },
    ],
    ...change,
  });
}

const kindsOf = (mails: ReturnType<typeof decideEmails>) => mails.map(({ kind }) => kind);

describe("emails about an order", () => {
  it("announce a recent paid order from a checkout of this shop when it is first seen", () => {
    expect(decideForOrder(undefined, {})).toEqual([
      { kind: "purchase", dedupeKey: "cs_1", sourceId: "ord_1", dueAt: now },
    ]);
    expect(decideForOrder(undefined, {}, { shopCheckoutIds: new Set() })).toEqual([]);
    expect(decideForOrder(undefined, { paidAt: now - 4 * DAY })).toEqual([]);
    expect(decideForOrder(undefined, { status: "refunded" })).toEqual([]);
  });

  it("announce a bank debit when it succeeds or fails, even weeks later, but not while it is pending", () => {
    const createdAt = now - 20 * DAY;
    expect(decideForOrder(undefined, { status: "pending", paidAt: null })).toEqual([]);
    const arrived = { createdAt, paidAt: createdAt };
    expect(kindsOf(decideForOrder({ status: "pending", createdAt }, arrived))).toEqual([
      "purchase",
    ]);
    const failed = { status: "failed", createdAt, paidAt: null } as const;
    expect(kindsOf(decideForOrder({ status: "pending", createdAt }, failed))).toEqual([
      "payment_failed",
    ]);
  });

  it("don't repeat what was already mirrored", () => {
    expect(decideForOrder({}, {})).toEqual([]);
    expect(decideForOrder({}, { status: "partially_refunded", refundedMinor: 1 })).toEqual([]);
    expect(decideForOrder({ status: "disputed" }, {})).toEqual([]);
  });

  it("announce the end of access once after a full refund, but not in outage mode", () => {
    const refunded = { status: "refunded", refundedAt: now } as const;
    const grants = [grantOf("ord_1")];
    expect(decideForOrder({}, refunded, { grants })).toEqual([
      { kind: "access_ended", dedupeKey: `cs_1:refunded:${now}`, sourceId: "ord_1", dueAt: now },
    ]);
    expect(decideForOrder({}, refunded, { grants, outageMode: true })).toEqual([]);
    expect(kindsOf(decideForOrder(refunded, refunded, { grants }))).toEqual(["access_ended"]);
    const revoked = [grantOf("ord_1", { revokedAt: now - HOUR })];
    expect(decideForOrder(refunded, refunded, { grants: revoked })).toEqual([]);
  });

  it("don't announce a refund that is first seen months later", () => {
    const refunded = { status: "refunded", refundedAt: now - 60 * DAY } as const;
    expect(decideForOrder(undefined, refunded)).toEqual([]);
  });

  it("don't announce the end of access if a gift gives the same product", () => {
    const gift = grantOf("cmp_1", { sourceType: "manual", reason: "manual" });
    const refunded = { status: "refunded", refundedAt: now } as const;
    expect(decideForOrder({}, refunded, { grants: [grantOf("ord_1"), gift] })).toEqual([]);
  });

  it("announce only the refund of a second payment", () => {
    const duplicates = [{ id: "ord_1", stripeId: "pi_1" }];
    expect(decideForOrder(undefined, {}, { duplicates })).toEqual([
      { kind: "refunded_duplicate", dedupeKey: "pi_1", sourceId: "ord_1", dueAt: now },
    ]);
    const refunded = { duplicateOf: "ord_0", status: "refunded", refundedAt: now } as const;
    const grants = [grantOf("ord_1")];
    expect(decideForOrder({ duplicateOf: "ord_0" }, refunded, { grants })).toEqual([]);
  });
});

describe("emails about a subscription", () => {
  it("announce its start or its late first payment, but not a subscription that the seller created", () => {
    expect(kindsOf(decideForSubscription(undefined, {}))).toEqual(["purchase"]);
    expect(kindsOf(decideForSubscription({ status: "incomplete" }, {}))).toEqual(["purchase"]);
    expect(decideForSubscription(undefined, { checkoutId: null })).toEqual([]);
    expect(decideForSubscription(undefined, { createdAt: now - 4 * DAY })).toEqual([]);
    expect(decideForSubscription({}, { currentPeriodEnd: now + 60 * DAY })).toEqual([]);
  });

  it("announce each failed renewal once, and queue the end of the grace period in advance", () => {
    const failing = { status: "past_due", pastDueSince: now - HOUR } as const;
    const emails = decideForSubscription({}, failing);
    expect(emails).toEqual([
      { kind: "payment_failed", dedupeKey: `si_1:${now - HOUR}`, sourceId: "sub_1", dueAt: now },
      {
        kind: "access_ended",
        dedupeKey: `si_1:past_due:${now - HOUR}`,
        sourceId: "sub_1",
        dueAt: now - HOUR + 14 * DAY,
      },
    ]);
    expect(decideForSubscription(failing, failing)).toEqual(emails.slice(1));
  });

  it("use the grace period's dedupe key if Stripe cancels days after the grace period ended", () => {
    const pastDueSince = now - 15 * DAY;
    const failing = { status: "past_due", pastDueSince } as const;
    const grants = [grantOf("sub_1", { endsAt: pastDueSince + 14 * DAY })];
    const canceled = { status: "canceled", endedAt: now, pastDueSince: null };
    expect(decideForSubscription(failing, canceled, { grants })).toMatchObject([
      { kind: "access_ended", dedupeKey: `si_1:past_due:${pastDueSince}` },
    ]);
    const later = { ...failing, pastDueSince: pastDueSince - 10 * DAY };
    const over = [grantOf("sub_1", { endsAt: later.pastDueSince + 14 * DAY })];
    expect(decideForSubscription(later, canceled, { grants: over })).toEqual([]);
  });

  it("remind of its end three days before, unless it was canceled later than that", () => {
    const cancelAt = now + 20 * DAY;
    const dueAt = cancelAt - 3 * DAY;
    expect(decideForSubscription({}, { cancelAt, canceledAt: now })).toEqual([
      { kind: "ending_soon", dedupeKey: `si_1:${cancelAt}`, sourceId: "sub_1", dueAt },
    ]);
    expect(decideForSubscription({}, { cancelAt: now + 2 * DAY, canceledAt: now })).toEqual([]);
  });

  it.each([
    [14, 7],
    [30, 23],
    [7, 3.5],
    [1, 0.5],
  ])("remind of the end of a %i-day trial after %d days", (days, after) => {
    const trialEnd = now + days * DAY;
    const trial = { status: "trialing", trialStart: now, trialEnd, currentPeriodEnd: trialEnd };
    expect(decideForSubscription({ status: "trialing" }, trial)).toMatchObject([
      { kind: "ending_soon", dedupeKey: `si_1:${trialEnd}`, dueAt: now + after * DAY },
    ]);
  });

  it("announce the end of a lapsed subscription only when Stripe reports that it ended", () => {
    const lapsed = { currentPeriodEnd: now - 2 * DAY };
    expect(decideForSubscription(lapsed, lapsed, { grants: [grantOf("sub_1")] })).toEqual([]);
    const ended = { ...lapsed, status: "canceled", endedAt: now - 2 * DAY };
    const revoked = [grantOf("sub_1", { revokedAt: now - DAY })];
    expect(kindsOf(decideForSubscription(lapsed, ended, { grants: revoked }))).toEqual([
      "access_ended",
    ]);
  });

  it("announce the end of access when a dispute is lost, but not while it is open", () => {
    const open = { disputeStatus: "needs_response" };
    expect(decideForSubscription({}, open, { grants: [grantOf("sub_1")] })).toEqual([]);
    const revoked = [grantOf("sub_1", { revokedAt: now - DAY })];
    expect(
      kindsOf(decideForSubscription(open, { disputeStatus: "lost" }, { grants: revoked })),
    ).toEqual(["access_ended"]);
  });

  it("don't announce the end of a subscription that was never paid for", () => {
    const expired = { status: "incomplete_expired", endedAt: now };
    expect(decideForSubscription({ status: "incomplete" }, expired)).toEqual([]);
  });
});
