import { describe, expect, it } from "vitest";
import { DAY, HOUR, SECOND } from "../../lib/time.ts";
import type { OrderRow } from "../../purchases/orders/store.ts";
import type { SubscriptionRow } from "../../purchases/subscriptions/store.ts";
import { sampleOrder } from "../../testing/fixtures/sample-order.ts";
import { sampleSubscription } from "../../testing/fixtures/sample-subscription.ts";
import { decideNotifications, toWarning, type TeamChanges } from "./decide-notifications.ts";

const now = Date.UTC(2026, 10, 21);

const noChanges: TeamChanges = {
  orders: [],
  subscriptions: [],
  duplicates: [],
  newWarnings: [],
  shopCheckoutIds: new Set(["cs_1", "chk_1"]),
  paymentOf: () => ({ amountMinor: 900, currency: "usd" }),
  disputesOf: () => [],
  endReasonOf: () => null,
  now,
};

const summarize = (changes: Partial<TeamChanges>) =>
  decideNotifications({ ...noChanges, ...changes }).map(
    ({ kind, facts, amountMinor }) => `${kind} ${facts.event} ${amountMinor}`,
  );

/** Decides for a change of an order. */
function ofOrder(
  before: Partial<OrderRow> | undefined,
  after: Partial<OrderRow>,
  changes: Partial<TeamChanges> = {},
) {
  const row = (change: Partial<OrderRow>) =>
    sampleOrder({ createdAt: now - HOUR, paidAt: now - HOUR, ...change });
  return summarize({
    orders: [{ before: before && row(before), after: row(after) }],
    ...changes,
  });
}

/** Decides for a change of a subscription. */
function ofSubscription(
  before: Partial<SubscriptionRow> | undefined,
  after: Partial<SubscriptionRow>,
  changes: Partial<TeamChanges> = {},
) {
  return summarize({
    subscriptions: [
      {
        before: before && sampleSubscription(now, before),
        after: sampleSubscription(now, after),
      },
    ],
    ...changes,
  });
}

describe("sales", () => {
  it("a sale is reported when an order is paid, and not again", () => {
    expect(ofOrder(undefined, {})).toEqual(["sale order 2900"]);
    expect(ofOrder({ status: "pending" }, {})).toEqual(["sale order 2900"]);
    expect(ofOrder({}, {})).toEqual([]);
  });

  it("a sale is not reported if the shop did not open its checkout, it is old, or it is a second payment", () => {
    expect(ofOrder(undefined, {}, { shopCheckoutIds: new Set() })).toEqual([]);
    expect(ofOrder(undefined, { paidAt: now - 4 * DAY })).toEqual([]);
    const duplicates = [{ id: sampleOrder({}).id, stripeId: "cs_1" }];
    expect(ofOrder(undefined, {}, { duplicates })).toEqual([]);
  });

  it("a sale is reported when a subscription or trial begins, and when a trial becomes a subscription", () => {
    expect(ofSubscription(undefined, {})).toEqual(["sale subscription 900"]);
    const trial = { status: "trialing", trialStart: now - DAY, trialEnd: now - HOUR };
    expect(ofSubscription(undefined, trial)).toEqual(["sale trial null"]);
    expect(ofSubscription(trial, { ...trial, status: "active" })).toEqual(["sale converted 900"]);
  });
});

describe("cancellations", () => {
  const end = now + 20 * DAY;
  const scheduled = { cancelAt: end, canceledAt: now };
  const ended = { status: "canceled", canceledAt: now, endedAt: now };

  it("a cancellation is reported when an end is scheduled, and not when it comes or is moved", () => {
    expect(ofSubscription({}, scheduled)).toEqual(["cancellation scheduled null"]);
    expect(ofSubscription(scheduled, { ...scheduled, ...ended })).toEqual([]);
    expect(ofSubscription(scheduled, { ...scheduled, cancelAt: end + DAY })).toEqual([]);
    expect(ofSubscription(scheduled, {})).toEqual([]);
  });

  it("a cancellation is reported when it ends at once, with why", () => {
    expect(ofSubscription({}, ended)).toEqual(["cancellation ended null"]);
    expect(
      ofSubscription({ status: "past_due" }, ended, { endReasonOf: () => "payment_failed" }),
    ).toEqual(["cancellation unpaid null"]);
  });

  it("refused trials, first payments never made and old ends are not reported as cancellations", () => {
    expect(ofSubscription({ status: "trialing" }, { ...ended, trialRefused: "card" })).toEqual([]);
    expect(
      ofSubscription({ status: "incomplete" }, { ...ended, status: "incomplete_expired" }),
    ).toEqual([]);
    expect(ofSubscription({}, { ...ended, endedAt: now - 4 * DAY })).toEqual([]);
    expect(ofSubscription(undefined, ended)).toEqual([]);
  });
});

describe("disputes", () => {
  const disputedAt = now - 10 * DAY;
  const open = { status: "disputed", disputeStatus: "needs_response", disputedAt } as const;
  const dispute = {
    amount: 2900,
    currency: "usd",
    reason: "fraudulent",
    created: disputedAt / SECOND,
    dueBy: (now + 5 * DAY) / SECOND,
  };

  it("a dispute is reported when it is opened and when it is decided, and not while it goes on", () => {
    const disputesOf = () => [dispute];
    expect(ofOrder({}, open, { disputesOf })).toEqual(["dispute opened 2900"]);
    expect(ofOrder(open, { ...open, disputeStatus: "under_review" })).toEqual([]);
    expect(ofOrder(open, { ...open, disputeStatus: "won" })).toEqual(["dispute won null"]);
    expect(ofOrder(open, { ...open, disputeStatus: "lost" })).toEqual(["dispute lost null"]);
  });

  it("a dispute is not reported if a rebuild finds an old one", () => {
    expect(ofOrder(undefined, open)).toEqual([]);
  });

  it("another dispute of the same subscription is reported again", () => {
    const first = { disputeStatus: "won", disputedAt };
    expect(
      ofSubscription(first, { disputeStatus: "needs_response", disputedAt: now - DAY }),
    ).toEqual(["dispute opened null"]);
  });
});

it("an early fraud warning is reported while something can be done about it", () => {
  const alert = {
    id: "issfr_1",
    amountMinor: 2900,
    currency: "usd",
    detail: "misc",
    createdAt: now - DAY,
    closedAt: null,
  };
  expect(toWarning(alert, now)).toMatchObject([{ kind: "fraud_warning", sourceId: "issfr_1" }]);
  expect(toWarning({ ...alert, closedAt: now }, now)).toEqual([]);
  expect(toWarning({ ...alert, createdAt: now - 31 * DAY }, now)).toEqual([]);
});
