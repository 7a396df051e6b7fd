import { describe, expect, it } from "vitest";
import { DAY, HOUR } from "../lib/time.ts";
import type { GrantRow } from "../access/strategy.ts";
import { accessFromOrder, accessFromSubscription, defaultPolicy } from "../access/policy.ts";
import type { OrderRow } from "../purchases/orders/store.ts";
import type { PaymentRow } from "../purchases/payments/store.ts";
import type { SubscriptionItemRow, SubscriptionRow } from "../purchases/subscriptions/store.ts";
import { sampleOrder } from "../testing/fixtures/sample-order.ts";
import { sampleSubscription } from "../testing/fixtures/sample-subscription.ts";
import { decideEmails, type SyncChanges } from "./decide-emails.ts";
import { withoutReportedPayments } from "./decide-payment-emails.ts";

const now = Date.UTC(2026, 10, 21);

const order = sampleOrder({ createdAt: now - HOUR, paidAt: now - HOUR });

const sub = sampleSubscription(now);

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
  payments: [],
  refundsOf: () => [],
  methodOf: () => null,
  reasonOf: () => null,
  syncedAt: null,
  items: { before: [], after: [] },
  movedIds: new Set(),
  invoiceOf: () => null,
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

const kindsOf = (emails: ReturnType<typeof decideEmails>) => emails.map(({ kind }) => kind);

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

  it("emails about an order don't repeat what was already mirrored", () => {
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

  it("emails about an order don't announce a refund that is first seen months later", () => {
    const refunded = { status: "refunded", refundedAt: now - 60 * DAY } as const;
    expect(decideForOrder(undefined, refunded)).toEqual([]);
  });

  it("emails about an order don't announce the end of access if a gift gives the same product", () => {
    const gift = grantOf("cmp_1", { sourceType: "gift", reason: "gift" });
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

  it("announce the end of access when an invoice is written off, instead of at the end of the grace period", () => {
    const pastDueSince = now - DAY;
    const failing = { status: "past_due", pastDueSince } as const;
    const writtenOff = { status: "active", pastDueSince, writtenOffAt: now } as const;
    const grants = [grantOf("sub_1", { endsAt: pastDueSince + 14 * DAY })];
    expect(decideForSubscription(failing, writtenOff, { grants })).toEqual([
      {
        kind: "access_ended",
        dedupeKey: `si_1:past_due:${pastDueSince}`,
        sourceId: "sub_1",
        dueAt: now,
      },
    ]);
  });

  it("ask once to confirm a payment, also if the bank asks only at a later attempt", () => {
    const pastDueSince = now - HOUR;
    const failing = { status: "past_due", pastDueSince } as const;
    const asking = { ...failing, paymentNeeds: "confirmation" } as const;
    const keysOf = (before: Partial<SubscriptionRow>, after: Partial<SubscriptionRow>) =>
      decideForSubscription(before, after)
        .filter(({ kind }) => kind === "payment_failed")
        .map(({ dedupeKey }) => dedupeKey);
    expect(keysOf({}, asking)).toEqual([`si_1:${pastDueSince}:confirm`]);
    expect(keysOf(failing, asking)).toEqual([`si_1:${pastDueSince}:confirm`]);
    expect(keysOf(asking, asking)).toEqual([]);
    expect(keysOf(asking, failing)).toEqual([]);
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
    const reminders = (after: Partial<SubscriptionRow>) =>
      decideForSubscription({}, after).filter(({ kind }) => kind === "ending_soon");
    expect(reminders({ cancelAt, canceledAt: now })).toEqual([
      {
        kind: "ending_soon",
        dedupeKey: `si_1:${cancelAt}`,
        sourceId: "sub_1",
        dueAt,
        facts: { of: "end", at: cancelAt },
      },
    ]);
    expect(reminders({ cancelAt: now + 2 * DAY, canceledAt: now })).toEqual([]);
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

  it("emails about a subscription don't announce the end of a subscription that was never paid for", () => {
    const expired = { status: "incomplete_expired", endedAt: now };
    expect(decideForSubscription({ status: "incomplete" }, expired)).toEqual([]);
  });
});

describe("emails about a cancellation", () => {
  const cancelAt = now + 2 * DAY;
  const canceled = { cancelAt, canceledAt: now - HOUR };

  it("the email about a cancellation is sent once when it is scheduled, with its time as the key", () => {
    const email = { dedupeKey: `si_1:${now - HOUR}`, sourceId: "sub_1", dueAt: now };
    expect(decideForSubscription({}, canceled)).toEqual([{ kind: "cancellation", ...email }]);
    expect(decideForSubscription(canceled, canceled)).toEqual([]);
    expect(decideForSubscription(canceled, {})).toEqual([
      { kind: "cancellation_undone", ...email },
    ]);
  });

  it("emails about a cancellation have another key when it is canceled again", () => {
    const again = decideForSubscription({}, { ...canceled, canceledAt: now });
    expect(again).toMatchObject([{ kind: "cancellation", dedupeKey: `si_1:${now}` }]);
  });

  it("no email reports an immediate end, an old cancellation or a subscription seen for the first time", () => {
    const ended = { status: "canceled", endedAt: now, canceledAt: now, cancelAt: now };
    expect(kindsOf(decideForSubscription({}, ended))).not.toContain("cancellation");
    const old = decideForSubscription({}, { ...canceled, canceledAt: now - 4 * DAY });
    expect(kindsOf(old)).not.toContain("cancellation");
    expect(decideForSubscription(undefined, { ...canceled, createdAt: now - 4 * DAY })).toEqual([]);
    const past = { cancelAt: now - 4 * DAY, canceledAt: now - 30 * DAY };
    expect(decideForSubscription(past, {})).toEqual([]);
  });
});

const item = (change: Partial<SubscriptionItemRow> = {}): SubscriptionItemRow => ({
  stripeItemId: "itm_1",
  subscriptionId: "sub_1",
  productId: "prd_1",
  stripePriceId: "price_1",
  amountMinor: 900,
  currency: "usd",
  interval: "month",
  intervalCount: 1,
  quantity: 1,
  amountDecimal: null,
  taxBehavior: null,
  discountMinor: 0,
  ...change,
});

describe("emails about a plan change", () => {
  const yearly = { stripePriceId: "price_2", amountMinor: 9000, interval: "year" };
  const decide = (
    before: SubscriptionItemRow[],
    after: SubscriptionItemRow[],
    change: Partial<SyncChanges> = {},
  ) => decideForSubscription({}, {}, { items: { before, after }, ...change });

  it("emails about a plan change say the plans before and after, with what Stripe charged for it", () => {
    const invoice = { chargedMinor: 8100, creditMinor: 0, unusedMinor: 900, currency: "usd" };
    const invoiceOf = (id: string, prices: string[]) =>
      id === "si_1" && prices.join() === "price_2" ? invoice : null;
    const plan = { productId: "prd_1", quantity: 1, currency: "usd", intervalCount: 1 };
    expect(decide([item()], [item(yearly)], { invoiceOf })).toEqual([
      {
        kind: "plan_changed",
        dedupeKey: `si_1:${now}`,
        sourceId: "sub_1",
        dueAt: now,
        facts: {
          of: "plan_change",
          from: [{ ...plan, amountMinor: 900, interval: "month", taxBehavior: null }],
          to: [{ ...plan, amountMinor: 9000, interval: "year", taxBehavior: null }],
          invoice,
          payment: null,
        },
      },
    ]);
  });

  it("emails about a plan change are sent for more or fewer seats", () => {
    expect(decide([item()], [item({ quantity: 3 })])).toMatchObject([
      {
        facts: {
          from: [{ quantity: 1, amountMinor: 900 }],
          to: [{ quantity: 3, amountMinor: 2700 }],
        },
      },
    ]);
  });

  it("no email reports the first plan, a plan that stays, or one changed by a price move", () => {
    expect(decide([item()], [item()])).toEqual([]);
    // Another price at Stripe with the same terms, or an item with another id.
    expect(decide([item()], [item({ stripePriceId: "price_3", stripeItemId: "itm_2" })])).toEqual(
      [],
    );
    expect(decide([item()], [item({ taxBehavior: "inclusive", discountMinor: 100 })])).toEqual([]);
    const dearer = [item({ stripePriceId: "price_2", amountMinor: 1200 })];
    expect(decide([item()], dearer, { movedIds: new Set(["sub_1"]) })).toEqual([]);
    expect(decide([], [item()])).toEqual([]);
    const items = { before: [item()], after: [item(yearly)] };
    expect(kindsOf(decideForSubscription({ status: "incomplete" }, {}, { items }))).toEqual([
      "purchase",
    ]);
  });
});

const payment = (change: Partial<PaymentRow> = {}): PaymentRow => ({
  mode: "test",
  stripeChargeId: "ch_1",
  userId: "usr_1",
  customerId: "cst_1",
  status: "succeeded",
  amountMinor: 2900,
  refundedMinor: 0,
  currency: "usd",
  failureCode: null,
  stripePaymentIntentId: "pi_1",
  createdAt: now - 2 * HOUR,
  settlementCurrency: null,
  feeMinor: null,
  disputedMinor: null,
  netMinor: null,
  stripeInvoiceId: "in_1",
  invoiceNumber: "A-1",
  stripeSubscriptionId: null,
  country: null,
  sourceType: "order",
  sourceId: "ord_1",
  productId: "prd_1",
  isFirst: true,
  ...change,
});

describe("emails about a refund", () => {
  const refund = (id: string, amountMinor: number, createdAt = now - HOUR) => ({
    id,
    amountMinor,
    createdAt,
    lineIds: [],
  });
  const partial = { status: "partially_refunded", refundedAt: now } as const;
  const decide = (
    before: number | undefined,
    refunds: ReturnType<typeof refund>[],
    change: Partial<SyncChanges> = {},
    order: Partial<OrderRow> = partial,
  ) => {
    const refundedMinor = refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    return decideForOrder({}, order, {
      payments: [
        {
          before: before === undefined ? undefined : payment({ refundedMinor: before }),
          after: payment({ refundedMinor }),
        },
      ],
      refundsOf: (id) => (id === "ch_1" ? refunds : []),
      ...change,
    });
  };

  it("emails about a refund say what was refunded by it, and in total", () => {
    const facts = {
      of: "refund",
      currency: "usd",
      paidMinor: 2900,
      paidAt: now - 2 * HOUR,
      invoiceNumber: "A-1",
    };
    const email = { kind: "refunded", sourceId: "ord_1", dueAt: now };
    expect(decide(0, [refund("re_2", 500), refund("re_1", 1000)])).toEqual([
      {
        ...email,
        dedupeKey: "re_1",
        facts: { ...facts, refundId: "re_1", amountMinor: 1000, refundedMinor: 1000 },
      },
      {
        ...email,
        dedupeKey: "re_2",
        facts: { ...facts, refundId: "re_2", amountMinor: 500, refundedMinor: 1500 },
      },
    ]);
    expect(decide(1000, [refund("re_2", 500), refund("re_1", 1000)])).toEqual([
      {
        ...email,
        dedupeKey: "re_2",
        facts: { ...facts, refundId: "re_2", amountMinor: 500, refundedMinor: 1500 },
      },
    ]);
  });

  it("no email reports a refund that was mirrored already, is old, or belongs to a lost row", () => {
    expect(decide(1000, [refund("re_1", 1000)])).toEqual([]);
    expect(decide(0, [refund("re_1", 1000, now - 4 * DAY)])).toEqual([]);
    expect(decide(undefined, [refund("re_1", 1000)])).toEqual([]);
    expect(decide(undefined, [refund("re_1", 1000)], { syncedAt: now - HOUR })).toEqual([]);
  });

  it("emails about a refund are sent for a payment that was made and refunded since the last sync", () => {
    const emails = decide(undefined, [refund("re_1", 1000)], { syncedAt: now - DAY });
    expect(kindsOf(emails)).toEqual(["refunded"]);
  });

  it("after a full refund, the email about ended access replaces it, unless access stays", () => {
    const full = { status: "refunded", refundedAt: now } as const;
    const grants = [grantOf("ord_1")];
    const all = [refund("re_1", 2900)];
    expect(kindsOf(decide(0, all, { grants }, full))).toEqual(["access_ended"]);
    const gift = grantOf("cmp_1", { sourceType: "gift", reason: "gift" });
    expect(kindsOf(decide(0, all, { grants: [...grants, gift] }, full))).toEqual(["refunded"]);
  });

  it("emails about a refund are not sent for a second payment, which has an email of its own", () => {
    const duplicates = [{ id: "ord_1", stripeId: "pi_1" }];
    const emails = decide(0, [refund("re_1", 2900)], { duplicates });
    expect(kindsOf(emails)).toEqual(["refunded_duplicate"]);
  });

  it("a subscription's refund is reported, in full too, since the subscription continues", () => {
    const source = { sourceType: "subscription", sourceId: "sub_1" } as const;
    const emails = decideForSubscription(
      {},
      {},
      {
        payments: [{ before: payment(source), after: payment({ ...source, refundedMinor: 2900 }) }],
        refundsOf: () => [refund("re_1", 2900)],
      },
    );
    expect(emails).toMatchObject([{ kind: "refunded", dedupeKey: "re_1", sourceId: "sub_1" }]);
  });
});

describe("emails about a payment of a subscription", () => {
  const method = { type: "card", brand: "visa", last4: "4242" };
  const paid = (change: Partial<PaymentRow> = {}) =>
    payment({ sourceType: "subscription", sourceId: "sub_1", createdAt: now - HOUR, ...change });
  const old = { createdAt: now - 90 * DAY };
  /** Decides the emails for a payment that a sync sees, of a subscription that began long ago. */
  const decide = (
    row: { before?: Partial<PaymentRow>; after?: Partial<PaymentRow> } = {},
    change: Partial<SyncChanges> = {},
    sub: { before?: Partial<SubscriptionRow>; after?: Partial<SubscriptionRow> } = {},
  ) =>
    decideForSubscription(
      { ...old, ...sub.before },
      { ...old, ...sub.after },
      {
        payments: [{ before: row.before && paid(row.before), after: paid(row.after) }],
        syncedAt: now - DAY,
        methodOf: (id) => (id === "ch_1" ? method : null),
        reasonOf: (id, invoice) => (id === "si_1" && invoice === "in_1" ? "renewal" : null),
        ...change,
      },
    );
  const reasonsOf = (emails: ReturnType<typeof decide>) =>
    emails.flatMap(({ facts }) => (facts?.of === "payment" ? facts.reason : []));

  it("a paid renewal is reported with its amount, its invoice and its card, under the charge", () => {
    expect(decide()).toEqual([
      {
        kind: "payment",
        dedupeKey: "ch_1",
        sourceId: "sub_1",
        dueAt: now,
        facts: {
          of: "payment",
          stripeChargeId: "ch_1",
          amountMinor: 2900,
          currency: "usd",
          paidAt: now - HOUR,
          invoiceNumber: "A-1",
          reason: "renewal",
          method,
        },
      },
    ]);
  });

  it("a payment says whether it ended a trial or a pause, or was for a change", () => {
    const trialEnd = now - HOUR;
    const trial = { trialEnd, currentPeriodStart: trialEnd };
    expect(reasonsOf(decide({}, {}, { after: trial }))).toEqual(["trial_ended"]);
    const before = { status: "paused", pauseReason: "pause_requested", pausedAt: now - 9 * DAY };
    const changed: Partial<SyncChanges> = { reasonOf: () => "change" };
    expect(reasonsOf(decide({}, changed, { before }))).toEqual(["pause_ended"]);
    expect(kindsOf(decide({}, changed, { before }))).toEqual(["payment"]);
    expect(reasonsOf(decide({}, changed))).toEqual(["plan_changed"]);
    expect(reasonsOf(decide({}, { reasonOf: () => null }))).toEqual(["other"]);
  });

  it("a bank debit is reported when it succeeds, even weeks later, but not while it is pending", () => {
    const createdAt = now - 20 * DAY;
    expect(decide({ after: { status: "pending" } })).toEqual([]);
    expect(kindsOf(decide({ before: { status: "pending" }, after: { createdAt } }))).toEqual([
      "payment",
    ]);
  });

  it.each<[string, Parameters<typeof decide>]>([
    ["the payment that started it", [{}, { reasonOf: () => "start" }]],
    [
      "the first payment that a late sync sees without its invoice",
      [{}, { reasonOf: () => null }, { after: { createdAt: now - HOUR } }],
    ],
    ["a payment that is mirrored already", [{ before: {}, after: { refundedMinor: 1 } }]],
    ["a payment whose row was lost", [{ after: { createdAt: now - 2 * DAY } }]],
    ["a payment of a customer that was never synced", [{}, { syncedAt: null }]],
    ["an old payment", [{ after: { createdAt: now - 4 * DAY } }, { syncedAt: now - 5 * DAY }]],
    ["nothing that was charged", [{ after: { amountMinor: 0 } }]],
    ["what Link sold", [{}, {}, { after: { soldByLink: true } }]],
    ["another purchase", [{ after: { sourceId: "sub_2" } }]],
    ["a first payment that was late", [{}, {}, { before: { status: "incomplete" } }]],
  ])("no email about a payment reports %s", (_, input) => {
    expect(decide(...input).filter(({ kind }) => kind === "payment")).toEqual([]);
  });

  it("no email about a payment reports a subscription that was imported or belongs to a second payment", () => {
    const payments = [{ before: undefined, after: paid() }];
    const changes = { payments, syncedAt: now - DAY, shopCheckoutIds: new Set<string>() };
    expect(decideForSubscription(undefined, old, changes)).toEqual([]);
    expect(decide({}, {}, { after: { duplicateOf: "sub_0" } })).toEqual([]);
  });

  it("a payment that the email about a plan change reports has no email of its own", () => {
    const invoice = {
      stripeInvoiceId: "in_1",
      chargedMinor: 2900,
      creditMinor: 0,
      unusedMinor: 0,
      currency: "usd",
    };
    const items = { before: [item()], after: [item({ quantity: 3 })] };
    const emails = decide({}, { items, invoiceOf: () => invoice, reasonOf: () => "change" });
    expect(emails.map(({ kind }) => kind)).toEqual(["plan_changed", "payment"]);
    expect(withoutReportedPayments(emails)).toMatchObject([
      { kind: "plan_changed", facts: { payment: { stripeChargeId: "ch_1", method } } },
    ]);
    // The seller has turned off the emails about plan changes.
    const others = emails.filter(({ kind }) => kind !== "plan_changed");
    expect(kindsOf(withoutReportedPayments(others))).toEqual(["payment"]);
  });
});

describe("emails about a pause", () => {
  const paused = { status: "paused", pauseReason: "pause_requested", pausedAt: now - HOUR };
  const collection = { pauseBehavior: "void" };
  const phasesOf = (emails: ReturnType<typeof decideEmails>) =>
    emails.flatMap(({ facts }) => (facts?.of === "pause" ? facts.phase : []));

  it("a pause is reported when it starts and when it ends without a charge", () => {
    for (const pause of [paused, collection]) {
      expect(phasesOf(decideForSubscription({}, pause))).toEqual(["started"]);
      expect(phasesOf(decideForSubscription(pause, pause))).toEqual([]);
      expect(phasesOf(decideForSubscription(pause, {}))).toEqual(["ended"]);
    }
  });

  it("no email reports a pause because of a failed payment, an old one, an end or an import", () => {
    const failed = { ...paused, pauseReason: "renewal_payment_failure" };
    const old = { ...paused, pausedAt: now - 4 * DAY };
    expect(phasesOf(decideForSubscription({}, failed))).toEqual([]);
    expect(phasesOf(decideForSubscription({}, old))).toEqual([]);
    expect(phasesOf(decideForSubscription(paused, { status: "canceled", endedAt: now }))).toEqual(
      [],
    );
    expect(phasesOf(decideForSubscription(undefined, paused))).toEqual([]);
  });
});
