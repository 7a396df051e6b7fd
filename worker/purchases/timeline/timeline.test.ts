import { describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../lib/time.ts";
import type { GrantWithBenefit } from "../../access/strategy.ts";
import type { OrderRow } from "../orders/store.ts";
import type { SubscriptionWithItems } from "../subscriptions/list-subscriptions.ts";
import { sampleSubscription } from "../../testing/fixtures/sample-subscription.ts";
import { sampleOrder } from "../../testing/fixtures/sample-order.ts";
import {
  accessFromGift,
  accessFromOrder,
  accessFromSubscription,
  defaultPolicy,
} from "../../access/policy.ts";
import { computeGrantChanges, type GrantSource } from "../../delivery/grants/rewrite-grants.ts";
import type { GiftRow } from "../../access/store.ts";
import { toHistory } from "./history.ts";
import { buildTimeline, type TimelineFacts } from "./timeline.ts";
import type { TimelineEntry } from "./timeline-entry.ts";

const START = Date.UTC(2026, 0, 5);
const userId = "usr_1";

const order = (more: Partial<OrderRow> = {}): OrderRow =>
  sampleOrder({ userId, productId: "A", createdAt: START, paidAt: START + MINUTE, ...more });

const subscription = (more: Partial<SubscriptionWithItems> = {}): SubscriptionWithItems => ({
  ...sampleSubscription(START, {
    stripeSubscriptionId: "sub_stripe",
    checkoutId: null,
    currentPeriodStart: START,
    currentPeriodEnd: START + 400 * DAY,
    latestPaymentIntentId: null,
    createdAt: START,
  }),
  items: [item("A")],
  ...more,
});

const item = (productId: string): SubscriptionWithItems["items"][number] => ({
  stripeItemId: `si_${productId}`,
  subscriptionId: "sub_1",
  productId,
  stripePriceId: "price_1",
  amountMinor: 900,
  currency: "usd",
  interval: "month",
  intervalCount: 1,
  quantity: 2,
  amountDecimal: null,
  taxBehavior: null,
  discountMinor: 0,
});

const gift = (more: Partial<GiftRow> = {}): GiftRow => ({
  id: "cmp_1",
  userId,
  productId: "A",
  mode: "test",
  quantity: 1,
  givenBy: "usr_seller",
  note: "For the review",
  message: "",
  giverName: null,
  createdAt: START,
  endsAt: null,
  endedAt: null,
  seatOf: null,
  seatFreeAt: null,
  managesSeats: false,
  seatDomain: null,
  seatTakenBack: false,
  ...more,
});

/** A simulated shop: tests set the rows as Stripe would change them, and `sync` updates the grants. */
function createScenario() {
  const rows = {
    orders: [] as OrderRow[],
    subscriptions: [] as SubscriptionWithItems[],
    gifts: [] as GiftRow[],
  };
  const grants = new Map<string, GrantWithBenefit["grant"]>();
  const catalog: Record<string, string[]> = { A: ["a1", "both"], B: ["b1", "both"] };
  return {
    rows,
    catalog,
    sync(now: number) {
      const sources: GrantSource[] = [
        ...rows.orders.map((row) => ({
          type: "order" as const,
          id: row.id,
          products: [{ id: row.productId, quantity: 1 }],
          access: accessFromOrder(row),
        })),
        ...rows.subscriptions.map((row) => ({
          type: "subscription" as const,
          id: row.id,
          products: row.items.map(({ productId }) => ({ id: productId ?? "", quantity: 1 })),
          access: accessFromSubscription(row, defaultPolicy, now),
        })),
        ...rows.gifts.map((row) => ({
          type: "gift" as const,
          id: row.id,
          products: [{ id: row.productId, quantity: 1 }],
          access: accessFromGift(row, now),
        })),
      ];
      const changed = computeGrantChanges({
        userId,
        sources,
        existing: [...grants.values()],
        benefitIdsOf: (productId) => catalog[productId] ?? [],
        mode: "test",
        now,
      });
      for (const row of changed) grants.set(row.id, row);
    },
    facts: (now: number): TimelineFacts => ({
      ...rows,
      grants: [...grants.values()].map((grant) => ({
        grant,
        benefit: {
          id: grant.benefitId,
          type: "page",
          name: grant.benefitId,
          settings: {},
          createdAt: 0,
        },
      })),
      keys: [],
      downloads: [],
      history: toHistory(userId, []),
      policy: defaultPolicy,
      now,
    }),
  };
}

type ExpectedEntry = [at: number | null, code: string, granted?: string[], revoked?: string[]];

/** Reduces each entry to the days since the start, the code, and the names of the grants given and taken. */
const summarizeEntries = (entries: TimelineEntry[]): ExpectedEntry[] =>
  entries.map(({ at, code, granted, revoked }) => {
    const names = (given: { name: string }[]) => given.map(({ name }) => name).toSorted();
    return [
      at === null ? null : Math.floor((at - START) / DAY),
      code,
      names(granted),
      names(revoked),
    ];
  });

type Rows = ReturnType<typeof createScenario>["rows"];

/** Each scenario lists the rows by the day of the sync, and the expected entries. Oldest first. */
const scenarios: Record<
  string,
  { syncs: [day: number, Partial<Rows>][]; entries: ExpectedEntry[] }
> = {
  "a paid order": {
    syncs: [[0, { orders: [order()] }]],
    entries: [[0, "bought", ["a1", "both"]]],
  },
  "an order paid by a bank debit days later": {
    syncs: [
      [0, { orders: [order({ status: "pending", paidAt: null })] }],
      [4, { orders: [order({ paidAt: START + 4 * DAY })] }],
    ],
    entries: [
      [0, "ordered"],
      [4, "payment_arrived", ["a1", "both"]],
    ],
  },
  "an order with a pending payment": {
    syncs: [[0, { orders: [order({ status: "pending", paidAt: null })] }]],
    entries: [[0, "payment_processing"]],
  },
  "an order whose payment failed": {
    syncs: [[0, { orders: [order({ status: "failed", paidAt: null })] }]],
    entries: [[0, "payment_failed"]],
  },
  "a partially refunded order": {
    syncs: [
      [0, { orders: [order()] }],
      [
        3,
        {
          orders: [
            order({
              status: "partially_refunded",
              refundedMinor: 100,
              refundedAt: START + 3 * DAY,
            }),
          ],
        },
      ],
    ],
    entries: [
      [0, "bought", ["a1", "both"]],
      [3, "refunded_in_part"],
    ],
  },
  "a fully refunded order": {
    syncs: [
      [0, { orders: [order()] }],
      [
        3,
        {
          orders: [order({ status: "refunded", refundedMinor: 2900, refundedAt: START + 3 * DAY })],
        },
      ],
    ],
    entries: [
      [0, "bought", ["a1", "both"]],
      [3, "refunded", [], ["a1", "both"]],
    ],
  },
  "a second payment that was refunded": {
    syncs: [
      [0, { orders: [order({ duplicateOf: "ord_0" })] }],
      [
        1,
        {
          orders: [
            order({
              duplicateOf: "ord_0",
              status: "refunded",
              refundedMinor: 2900,
              refundedAt: START + DAY,
            }),
          ],
        },
      ],
    ],
    entries: [
      [0, "bought", ["a1", "both"]],
      [1, "second_payment_returned", [], ["a1", "both"]],
    ],
  },
  "an order with an open dispute": {
    syncs: [
      [0, { orders: [order()] }],
      [
        5,
        {
          orders: [
            order({
              status: "disputed",
              disputeStatus: "needs_response",
              disputedAt: START + 5 * DAY,
            }),
          ],
        },
      ],
    ],
    entries: [
      [0, "bought", ["a1", "both"]],
      [5, "disputed", [], ["a1", "both"]],
    ],
  },
  "an order with a won dispute gets its grants back": {
    syncs: [
      [0, { orders: [order()] }],
      [5, { orders: [order({ status: "disputed", disputeStatus: "needs_response" })] }],
      [9, { orders: [order({ disputeStatus: "won", disputedAt: START + 5 * DAY })] }],
    ],
    entries: [
      [0, "bought", ["a1", "both"]],
      [5, "dispute_won"],
    ],
  },
  "an order with a lost dispute whose customer was deleted later": {
    syncs: [
      [0, { orders: [order()] }],
      [
        5,
        {
          orders: [
            order({ status: "disputed", disputeStatus: "lost", disputedAt: START + 5 * DAY }),
          ],
        },
      ],
      [
        8,
        {
          orders: [
            order({
              status: "disputed",
              disputeStatus: "lost",
              disputedAt: START + 5 * DAY,
              customerDeletedAt: START + 8 * DAY,
            }),
          ],
        },
      ],
    ],
    entries: [
      [0, "bought", ["a1", "both"]],
      [5, "dispute_lost", [], ["a1", "both"]],
      [8, "customer_closed"],
    ],
  },
  "a trial that became a paid subscription whose renewal failed": {
    syncs: [
      [
        0,
        {
          subscriptions: [
            subscription({
              status: "trialing",
              trialStart: START,
              trialEnd: START + 14 * DAY,
              currentPeriodEnd: START + 14 * DAY,
            }),
          ],
        },
      ],
      [
        45,
        {
          subscriptions: [
            subscription({
              status: "past_due",
              trialStart: START,
              trialEnd: START + 14 * DAY,
              pastDueSince: START + 44 * DAY,
            }),
          ],
        },
      ],
    ],
    entries: [
      [0, "trial_began", ["a1", "both"]],
      [14, "trial_converted"],
      [44, "renewal_failed"],
    ],
  },
  "an unpaid renewal whose grace period ended without another sync": {
    syncs: [
      [0, { subscriptions: [subscription()] }],
      [
        31,
        { subscriptions: [subscription({ status: "past_due", pastDueSince: START + 30 * DAY })] },
      ],
      [50, {}],
    ],
    entries: [
      [0, "subscribed", ["a1", "both"]],
      [30, "renewal_failed"],
      [44, "grace_over", [], ["a1", "both"]],
    ],
  },
  "a subscription that was canceled and ended at its period end": {
    syncs: [
      [0, { subscriptions: [subscription()] }],
      [
        31,
        {
          subscriptions: [
            subscription({
              status: "canceled",
              canceledAt: START + 9 * DAY,
              cancelAt: START + 30 * DAY,
              endedAt: START + 30 * DAY,
            }),
          ],
        },
      ],
    ],
    entries: [
      [0, "subscribed", ["a1", "both"]],
      [9, "canceled"],
      [30, "ended", [], ["a1", "both"]],
    ],
  },
  "a trial canceled before its end": {
    syncs: [
      [
        0,
        {
          subscriptions: [
            subscription({ status: "trialing", trialStart: START, trialEnd: START + 14 * DAY }),
          ],
        },
      ],
      [
        15,
        {
          subscriptions: [
            subscription({
              status: "canceled",
              trialStart: START,
              trialEnd: START + 14 * DAY,
              canceledAt: START + 2 * DAY,
              endedAt: START + 14 * DAY,
            }),
          ],
        },
      ],
    ],
    entries: [
      [0, "trial_began", ["a1", "both"]],
      [2, "canceled"],
      [14, "ended", [], ["a1", "both"]],
    ],
  },
  "a subscription paused within its paid period": {
    syncs: [
      [0, { subscriptions: [subscription()] }],
      [3, { subscriptions: [subscription({ pauseBehavior: "void" })] }],
    ],
    entries: [
      [0, "subscribed", ["a1", "both"]],
      [null, "paused"],
    ],
  },
  "a subscription paused beyond its paid period": {
    syncs: [
      [0, { subscriptions: [subscription()] }],
      [
        31,
        {
          subscriptions: [subscription({ pauseBehavior: "void", pausedFrom: START + 30 * DAY })],
        },
      ],
    ],
    entries: [
      [0, "subscribed", ["a1", "both"]],
      [30, "paused", [], ["a1", "both"]],
    ],
  },
  "a plan change keeps shared benefits and exchanges the others": {
    syncs: [
      [0, { subscriptions: [subscription()] }],
      [7, { subscriptions: [subscription({ items: [item("B")] })] }],
    ],
    entries: [
      [0, "subscribed", ["a1", "both"]],
      [7, "plan_changed", ["b1"], ["a1"]],
    ],
  },
  "a plan change followed by the end of the subscription": {
    syncs: [
      [0, { subscriptions: [subscription()] }],
      [7, { subscriptions: [subscription({ items: [item("B")] })] }],
      [
        20,
        {
          subscriptions: [
            subscription({ items: [item("B")], status: "canceled", endedAt: START + 19 * DAY }),
          ],
        },
      ],
    ],
    entries: [
      [0, "subscribed", ["a1", "both"]],
      [7, "plan_changed", ["b1"], ["a1"]],
      [19, "ended", [], ["b1", "both"]],
    ],
  },
  "a subscription whose first payment was never completed": {
    syncs: [[1, { subscriptions: [subscription({ status: "incomplete_expired" })] }]],
    entries: [[0, "payment_expired"]],
  },
  "a subscription whose period ended without an update from Stripe": {
    syncs: [
      [0, { subscriptions: [subscription({ currentPeriodEnd: START + 30 * DAY })] }],
      [40, {}],
    ],
    entries: [
      [0, "subscribed", ["a1", "both"]],
      [31, "lapsed", [], ["a1", "both"]],
    ],
  },
  "a gift that reached its end": {
    syncs: [
      [0, { gifts: [gift({ endsAt: START + 5 * DAY })] }],
      [6, {}],
    ],
    entries: [
      [0, "gift_given", ["a1", "both"]],
      [5, "gift_ended", [], ["a1", "both"]],
    ],
  },
  "a revoked gift": {
    syncs: [
      [0, { gifts: [gift()] }],
      [2, { gifts: [gift({ endedAt: START + 2 * DAY })] }],
    ],
    entries: [
      [0, "gift_given", ["a1", "both"]],
      [2, "gift_revoked", [], ["a1", "both"]],
    ],
  },
};

describe("the timeline of", () => {
  it.each(Object.entries(scenarios))("%s", (_, { syncs, entries }) => {
    const scenario = createScenario();
    for (const [day, rows] of syncs) {
      Object.assign(scenario.rows, rows);
      scenario.sync(START + day * DAY + HOUR);
    }
    const now = START + (syncs.at(-1)?.[0] ?? 0) * DAY + HOUR;
    const expected = entries.map(([at, code, granted = [], revoked = []]) => [
      at,
      code,
      granted,
      revoked,
    ]);
    expect(summarizeEntries(buildTimeline(scenario.facts(now))).toReversed()).toEqual(expected);
  });

  it("a product edited after the purchase shows added and removed benefits", () => {
    const scenario = createScenario();
    scenario.rows.orders = [order()];
    scenario.sync(START + HOUR);
    scenario.catalog["A"] = ["a1", "new"];
    scenario.sync(START + 10 * DAY);
    expect(summarizeEntries(buildTimeline(scenario.facts(START + 11 * DAY)))).toEqual([
      [10, "benefit_removed", [], ["both"]],
      [10, "benefit_added", ["new"], []],
      [0, "bought", ["a1", "both"], []],
    ]);
  });

  it("an order and a subscription includes amounts, quantities and dates", () => {
    const scenario = createScenario();
    scenario.rows.orders = [order({ quantity: 3 })];
    scenario.rows.subscriptions = [
      subscription({
        createdAt: START + HOUR,
        canceledAt: START + DAY,
        cancelAt: START + 30 * DAY,
      }),
    ];
    expect(buildTimeline(scenario.facts(START + 2 * DAY))).toMatchObject([
      { code: "canceled", until: START + 30 * DAY },
      { code: "subscribed", amountMinor: 1800, quantity: 2, interval: "month" },
      { code: "bought", amountMinor: 2900, currency: "usd", quantity: 3 },
    ]);
  });

  it("an order includes its license keys and downloads", () => {
    const scenario = createScenario();
    scenario.rows.orders = [order()];
    scenario.sync(START + HOUR);
    const facts = scenario.facts(START + 9 * DAY);
    const [firstGrant] = facts.grants;
    const key = (id: string, days: number, more: object = {}) => ({
      id,
      grantId: firstGrant!.grant.id,
      createdAt: START + days * DAY,
      rotatedAt: null,
      disabledAt: null,
      ...more,
    });
    const timeline = buildTimeline({
      ...facts,
      keys: [
        key("lic_1", -30, { rotatedAt: START + 3 * DAY }),
        key("lic_2", 3, { disabledAt: START + 4 * DAY }),
      ],
      downloads: [
        {
          fileVersionId: "fiv_1",
          benefitId: firstGrant!.benefit.id,
          name: "Tide tables 2",
          count: 4,
          firstAt: START + DAY,
          lastAt: START + 5 * DAY,
        },
      ],
    });
    expect(summarizeEntries(timeline).map(([at, code]) => [at, code])).toEqual([
      [5, "downloaded"],
      [4, "key_disabled"],
      [3, "key_rotated"],
      [0, "key_issued"],
      [0, "bought"],
    ]);
    expect(timeline[0]).toMatchObject({ name: "Tide tables 2", count: 4 });
  });
});

/** A seeded random number generator for numbers in [0, 1). */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Creates random rows over several years. */
function createRandomScenario(seed: number): { facts: TimelineFacts; shuffled: TimelineFacts } {
  const random = createRandom(seed);
  const pick = <Choice>(choices: Choice[]): Choice =>
    choices[Math.floor(random() * choices.length)]!;
  const scenario = createScenario();
  let now = START + HOUR;
  for (let step = 0; step < 12; step++) {
    const since = now - Math.floor(random() * DAY);
    const orders: Partial<OrderRow>[] = [
      { status: "paid" },
      { status: "pending", paidAt: null },
      { status: "refunded", refundedMinor: 2900, refundedAt: since },
      { status: "refunded", refundedMinor: 2900, refundedAt: null },
      { status: "partially_refunded", refundedMinor: 5, refundedAt: since },
      { status: "disputed", disputeStatus: pick(["needs_response", "lost"]), disputedAt: since },
      { disputeStatus: "won", disputedAt: since },
      { customerDeletedAt: since },
    ];
    const subscriptions: Partial<SubscriptionWithItems>[] = [
      {},
      { items: [item("B")] },
      { items: [item("A"), item("B")] },
      { status: "trialing", trialStart: START, trialEnd: now + DAY },
      { status: "active", trialStart: START, trialEnd: since },
      { status: "past_due", pastDueSince: now - pick([1, 20]) * DAY },
      { status: pick(["unpaid", "paused", "incomplete", "a_status_nobody_knows"]) },
      { pauseBehavior: "void", pausedFrom: pick([null, since]) },
      { canceledAt: since, cancelAt: now + pick([-1, 3]) * DAY },
      { status: "canceled", canceledAt: since, endedAt: since },
      { disputeStatus: pick(["needs_response", "lost", "won"]), disputedAt: since },
      { currentPeriodEnd: now - pick([0.5, 3]) * DAY },
    ];
    scenario.rows.orders = [order(pick(orders))];
    scenario.rows.subscriptions = [subscription(pick(subscriptions))];
    scenario.rows.gifts = [
      gift(pick([{}, { endsAt: now + DAY }, { endsAt: since }, { endedAt: since }])),
    ];
    if (random() < 0.2) scenario.catalog["A"] = pick([["a1"], ["a1", "both"], ["a2"], []]);
    scenario.sync(now);
    now += Math.floor(random() * 10 * DAY);
  }
  const facts = scenario.facts(now);
  return { facts, shuffled: { ...facts, grants: facts.grants.toReversed() } };
}

describe("in 300 random timelines", () => {
  const seeds = Array.from({ length: 300 }, (_, at) => at + 1);

  it("every grant is given by exactly one entry, and every ended grant is taken by exactly one", () => {
    let [checked, over] = [0, 0];
    for (const seed of seeds) {
      const { facts } = createRandomScenario(seed);
      const entries = buildTimeline(facts);
      const granted = entries.flatMap((entry) => entry.granted.map(({ grantId }) => grantId));
      const revoked = entries.flatMap((entry) => entry.revoked.map(({ grantId }) => grantId));
      const ended = facts.grants.filter(
        ({ grant: { revokedAt, endsAt } }) =>
          revokedAt !== null || (endsAt !== null && endsAt <= facts.now),
      );
      expect(granted.toSorted()).toEqual(facts.grants.map(({ grant }) => grant.id).toSorted());
      expect(revoked.toSorted()).toEqual(ended.map(({ grant }) => grant.id).toSorted());
      checked += facts.grants.length;
      over += ended.length;
    }
    expect(checked).toBeGreaterThan(over);
    expect(over).toBeGreaterThan(300);
  });

  it("entries are sorted newest first, have unique ids and don't depend on the order of the rows", () => {
    for (const seed of seeds) {
      const { facts, shuffled } = createRandomScenario(seed);
      const entries = buildTimeline(facts);
      const times = entries.map(({ at }) => at ?? Infinity);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
      expect(buildTimeline(shuffled)).toEqual(entries);
    }
  });
});
