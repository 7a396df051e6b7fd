import { describe, expect, it } from "vitest";
import { DAY, HOUR } from "../lib/time.ts";
import type { GrantRow } from "../access/strategy.ts";
import { accessFromOrder, accessFromSubscription, defaultPolicy } from "../access/policy.ts";
import type { OrderRow } from "../purchases/orders/store.ts";
import type { SubscriptionRow } from "../purchases/subscriptions/store.ts";
import { sampleOrder } from "../testing/sample-order.ts";
import { decideMails, type Changes } from "./decide-emails.ts";

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
  currency: "usd",
  latestPaymentIntentId: "pi_1",
  disputeStatus: null,
  disputedAt: null,
  pastDueSince: null,
  createdAt: now - HOUR,
};

const grantOf = (sourceId: string, change: Partial<GrantRow> = {}): GrantRow => ({
  id: `grt_${sourceId}`,
  userId: "usr_1",
  benefitId: "bnf_1",
  productId: "prd_1",
  sourceType: sourceId.startsWith("ord") ? "order" : "subscription",
  sourceId,
  quantity: 1,
  waitingFor: null,
  reason: "order_paid",
  grantedAt: now - 90 * DAY,
  endsAt: null,
  revokedAt: null,
  ...change,
});

const nothing: Changes = {
  orders: [],
  subscriptions: [],
  sources: [],
  duplicates: [],
  grants: [],
  ownPurchases: new Set(["cs_1", "chk_1"]),
  policy: defaultPolicy,
  isFrozen: false,
  now,
};

/** What is told when an order changes so. */
function tellOrder(
  before: Partial<OrderRow> | undefined,
  after: Partial<OrderRow>,
  change: Partial<Changes> = {},
) {
  const row = { ...order, ...after };
  const products = [{ id: row.productId, quantity: 1 }];
  return decideMails({
    ...nothing,
    orders: [{ before: before && { ...order, ...before }, after: row }],
    sources: [{ type: "order", id: row.id, products, access: accessFromOrder(row) }],
    ...change,
  });
}

/** What is told when a subscription changes so. */
function tellSub(
  before: Partial<SubscriptionRow> | undefined,
  after: Partial<SubscriptionRow>,
  change: Partial<Changes> = {},
) {
  const row = { ...sub, ...after };
  const access = accessFromSubscription(row, defaultPolicy, now);
  return decideMails({
    ...nothing,
    subscriptions: [{ before: before && { ...sub, ...before }, after: row }],
    sources: [
      { type: "subscription", id: row.id, products: [{ id: "prd_1", quantity: 1 }], access },
    ],
    ...change,
  });
}

const kinds = (mails: ReturnType<typeof decideMails>) => mails.map(({ kind }) => kind);

describe("an order", () => {
  it("is told when it is first seen paid, of a checkout of ours, lately", () => {
    expect(tellOrder(undefined, {})).toEqual([
      { kind: "purchase", about: "cs_1", sourceId: "ord_1", dueAt: now },
    ]);
    expect(tellOrder(undefined, {}, { ownPurchases: new Set() })).toEqual([]);
    expect(tellOrder(undefined, { paidAt: now - 4 * DAY })).toEqual([]);
    expect(tellOrder(undefined, { status: "refunded" })).toEqual([]);
  });

  it("is told when its payment arrives, weeks later too, and not while it is on its way", () => {
    const createdAt = now - 20 * DAY;
    expect(tellOrder(undefined, { status: "pending", paidAt: null })).toEqual([]);
    const arrived = { createdAt, paidAt: createdAt };
    expect(kinds(tellOrder({ status: "pending", createdAt }, arrived))).toEqual(["purchase"]);
    const failed = { status: "failed", createdAt, paidAt: null } as const;
    expect(kinds(tellOrder({ status: "pending", createdAt }, failed))).toEqual(["payment_failed"]);
  });

  it("that was so before is not told again", () => {
    expect(tellOrder({}, {})).toEqual([]);
    expect(tellOrder({}, { status: "partially_refunded", refundedMinor: 1 })).toEqual([]);
    expect(tellOrder({ status: "disputed" }, {})).toEqual([]);
  });

  it("that is refunded in full has ended, once, and not while revocations are frozen", () => {
    const refunded = { status: "refunded", refundedAt: now } as const;
    const grants = [grantOf("ord_1")];
    expect(tellOrder({}, refunded, { grants })).toEqual([
      { kind: "access_ended", about: `cs_1:refunded:${now}`, sourceId: "ord_1", dueAt: now },
    ]);
    expect(tellOrder({}, refunded, { grants, isFrozen: true })).toEqual([]);
    expect(kinds(tellOrder(refunded, refunded, { grants }))).toEqual(["access_ended"]);
    const revoked = [grantOf("ord_1", { revokedAt: now - HOUR })];
    expect(tellOrder(refunded, refunded, { grants: revoked })).toEqual([]);
  });

  it("whose refund nobody saw for months is not told", () => {
    const refunded = { status: "refunded", refundedAt: now - 60 * DAY } as const;
    expect(tellOrder(undefined, refunded)).toEqual([]);
  });

  it("that is given back though a gift gives the same has not ended", () => {
    const gift = grantOf("cmp_1", { sourceType: "manual", reason: "manual" });
    const refunded = { status: "refunded", refundedAt: now } as const;
    expect(tellOrder({}, refunded, { grants: [grantOf("ord_1"), gift] })).toEqual([]);
  });

  it("that is a second payment is told as that alone", () => {
    const duplicates = [{ id: "ord_1", stripeId: "pi_1" }];
    expect(tellOrder(undefined, {}, { duplicates })).toEqual([
      { kind: "refunded_duplicate", about: "pi_1", sourceId: "ord_1", dueAt: now },
    ]);
    const sentBack = { duplicateOf: "ord_0", status: "refunded", refundedAt: now } as const;
    const grants = [grantOf("ord_1")];
    expect(tellOrder({ duplicateOf: "ord_0" }, sentBack, { grants })).toEqual([]);
  });
});

describe("a subscription", () => {
  it("is told when it begins, or its first payment comes after all; not what the seller made", () => {
    expect(kinds(tellSub(undefined, {}))).toEqual(["purchase"]);
    expect(kinds(tellSub({ status: "incomplete" }, {}))).toEqual(["purchase"]);
    expect(tellSub(undefined, { checkoutId: null })).toEqual([]);
    expect(tellSub(undefined, { createdAt: now - 4 * DAY })).toEqual([]);
    expect(tellSub({}, { currentPeriodEnd: now + 60 * DAY })).toEqual([]);
  });

  it("whose renewal fails: once for each, and the end of grace is written ahead", () => {
    const failing = { status: "past_due", pastDueSince: now - HOUR } as const;
    const told = tellSub({}, failing);
    expect(told).toEqual([
      { kind: "payment_failed", about: `si_1:${now - HOUR}`, sourceId: "sub_1", dueAt: now },
      {
        kind: "access_ended",
        about: `si_1:past_due:${now - HOUR}`,
        sourceId: "sub_1",
        dueAt: now - HOUR + 14 * DAY,
      },
    ]);
    expect(tellSub(failing, failing)).toEqual(told.slice(1));
  });

  it("that is given up days after its grace is over ended with the grace, by the same key", () => {
    const pastDueSince = now - 15 * DAY;
    const failing = { status: "past_due", pastDueSince } as const;
    const grants = [grantOf("sub_1", { endsAt: pastDueSince + 14 * DAY })];
    const given = { status: "canceled", endedAt: now, pastDueSince: null };
    expect(tellSub(failing, given, { grants })).toMatchObject([
      { kind: "access_ended", about: `si_1:past_due:${pastDueSince}` },
    ]);
    const later = { ...failing, pastDueSince: pastDueSince - 10 * DAY };
    const over = [grantOf("sub_1", { endsAt: later.pastDueSince + 14 * DAY })];
    expect(tellSub(later, given, { grants: over })).toEqual([]);
  });

  it("is spoken of three days before its end, unless it was canceled later than that", () => {
    const cancelAt = now + 20 * DAY;
    const dueAt = cancelAt - 3 * DAY;
    expect(tellSub({}, { cancelAt, canceledAt: now })).toEqual([
      { kind: "ending_soon", about: `si_1:${cancelAt}`, sourceId: "sub_1", dueAt },
    ]);
    expect(tellSub({}, { cancelAt: now + 2 * DAY, canceledAt: now })).toEqual([]);
  });

  it.each([
    [14, 7],
    [30, 23],
    [7, 3.5],
    [1, 0.5],
  ])("in a trial of %i days is spoken of after %d", (days, after) => {
    const trialEnd = now + days * DAY;
    const trial = { status: "trialing", trialStart: now, trialEnd, currentPeriodEnd: trialEnd };
    expect(tellSub({ status: "trialing" }, trial)).toMatchObject([
      { kind: "ending_soon", about: `si_1:${trialEnd}`, dueAt: now + after * DAY },
    ]);
  });

  it("that merely lapsed for want of news has not ended; told once the news is here", () => {
    const lapsed = { currentPeriodEnd: now - 2 * DAY };
    expect(tellSub(lapsed, lapsed, { grants: [grantOf("sub_1")] })).toEqual([]);
    const ended = { ...lapsed, status: "canceled", endedAt: now - 2 * DAY };
    const revoked = [grantOf("sub_1", { revokedAt: now - DAY })];
    expect(kinds(tellSub(lapsed, ended, { grants: revoked }))).toEqual(["access_ended"]);
  });

  it("under an open dispute has not ended; lost, it has", () => {
    const open = { disputeStatus: "needs_response" };
    expect(tellSub({}, open, { grants: [grantOf("sub_1")] })).toEqual([]);
    const revoked = [grantOf("sub_1", { revokedAt: now - DAY })];
    expect(kinds(tellSub(open, { disputeStatus: "lost" }, { grants: revoked }))).toEqual([
      "access_ended",
    ]);
  });

  it("never paid for has not ended", () => {
    const expired = { status: "incomplete_expired", endedAt: now };
    expect(tellSub({ status: "incomplete" }, expired)).toEqual([]);
  });
});
