import { describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../lib/time.ts";
import type { Held } from "../../access/strategy.ts";
import type { OrderRow } from "../orders/store.ts";
import type { SubscriptionWithItems } from "../subscriptions/list-subscriptions.ts";
import { sampleOrder } from "../../testing/sample-order.ts";
import {
  accessFromComp,
  accessFromOrder,
  accessFromSubscription,
  defaultPolicy,
} from "../../access/policy.ts";
import { decideGrants, type GrantSource } from "../../delivery/grants/rewrite-grants.ts";
import type { CompRow } from "../../access/store.ts";
import { explainTimeline, type TimelineEntry, type TimelineFacts } from "./timeline.ts";

const START = Date.UTC(2026, 0, 5);
const userId = "usr_1";

const order = (more: Partial<OrderRow> = {}): OrderRow =>
  sampleOrder({ userId, productId: "A", createdAt: START, paidAt: START + MINUTE, ...more });

const subscription = (more: Partial<SubscriptionWithItems> = {}): SubscriptionWithItems => ({
  id: "sub_1",
  userId,
  customerId: "cst_1",
  mode: "test",
  stripeSubscriptionId: "sub_stripe",
  status: "active",
  duplicateOf: null,
  checkoutId: null,
  currentPeriodStart: START,
  currentPeriodEnd: START + 400 * DAY,
  trialStart: null,
  trialEnd: null,
  cancelAt: null,
  canceledAt: null,
  endedAt: null,
  pauseBehavior: null,
  pauseResumesAt: null,
  pausedFrom: null,
  currency: "usd",
  latestPaymentIntentId: null,
  disputeStatus: null,
  disputedAt: null,
  pastDueSince: null,
  createdAt: START,
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
});

const comp = (more: Partial<CompRow> = {}): CompRow => ({
  id: "cmp_1",
  userId,
  productId: "A",
  mode: "test",
  quantity: 1,
  givenBy: "usr_seller",
  note: "For the review",
  createdAt: START,
  endsAt: null,
  endedAt: null,
  ...more,
});

/** A shop that syncs: rows go in as Stripe changes them, and grants follow as the sync would write them. */
function openLife() {
  const rows = {
    orders: [] as OrderRow[],
    subscriptions: [] as SubscriptionWithItems[],
    comps: [] as CompRow[],
  };
  const grants = new Map<string, Held["grant"]>();
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
        ...rows.comps.map((row) => ({
          type: "manual" as const,
          id: row.id,
          products: [{ id: row.productId, quantity: 1 }],
          access: accessFromComp(row, now),
        })),
      ];
      const changed = decideGrants({
        userId,
        sources,
        existing: [...grants.values()],
        benefitIdsOf: (productId) => catalog[productId] ?? [],
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
      policy: defaultPolicy,
      now,
    }),
  };
}

type Told = [at: number | null, code: string, gave?: string[], took?: string[]];

/** Days since the start, the code, and the names of what was given and taken. */
const tell = (entries: TimelineEntry[]): Told[] =>
  entries.map(({ at, code, gave, took }) => {
    const names = (given: { name: string }[]) => given.map(({ name }) => name).toSorted();
    return [at === null ? null : Math.floor((at - START) / DAY), code, names(gave), names(took)];
  });

type Rows = ReturnType<typeof openLife>["rows"];

/** Each life as the syncs saw it: on which day, and what the rows had become. Oldest first. */
const lives: Record<string, { seen: [day: number, Partial<Rows>][]; told: Told[] }> = {
  "an order that was paid": {
    seen: [[0, { orders: [order()] }]],
    told: [[0, "bought", ["a1", "both"]]],
  },
  "an order that a slow bank paid": {
    seen: [
      [0, { orders: [order({ status: "pending", paidAt: null })] }],
      [4, { orders: [order({ paidAt: START + 4 * DAY })] }],
    ],
    told: [
      [0, "ordered"],
      [4, "payment_arrived", ["a1", "both"]],
    ],
  },
  "an order whose payment is on its way": {
    seen: [[0, { orders: [order({ status: "pending", paidAt: null })] }]],
    told: [[0, "payment_processing"]],
  },
  "an order that the bank refused": {
    seen: [[0, { orders: [order({ status: "failed", paidAt: null })] }]],
    told: [[0, "payment_failed"]],
  },
  "an order refunded in part": {
    seen: [
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
    told: [
      [0, "bought", ["a1", "both"]],
      [3, "refunded_in_part"],
    ],
  },
  "an order refunded": {
    seen: [
      [0, { orders: [order()] }],
      [
        3,
        {
          orders: [order({ status: "refunded", refundedMinor: 2900, refundedAt: START + 3 * DAY })],
        },
      ],
    ],
    told: [
      [0, "bought", ["a1", "both"]],
      [3, "refunded", [], ["a1", "both"]],
    ],
  },
  "a second payment": {
    seen: [
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
    told: [
      [0, "bought", ["a1", "both"]],
      [1, "second_payment_returned", [], ["a1", "both"]],
    ],
  },
  "a dispute that is open": {
    seen: [
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
    told: [
      [0, "bought", ["a1", "both"]],
      [5, "disputed", [], ["a1", "both"]],
    ],
  },
  "a dispute that was won: what was given is given again": {
    seen: [
      [0, { orders: [order()] }],
      [5, { orders: [order({ status: "disputed", disputeStatus: "needs_response" })] }],
      [9, { orders: [order({ disputeStatus: "won", disputedAt: START + 5 * DAY })] }],
    ],
    told: [
      [0, "bought", ["a1", "both"]],
      [5, "dispute_won"],
    ],
  },
  "a lost dispute, and then the customer was closed": {
    seen: [
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
    told: [
      [0, "bought", ["a1", "both"]],
      [5, "dispute_lost", [], ["a1", "both"]],
      [8, "customer_closed"],
    ],
  },
  "a trial that became a subscription, whose renewal failed": {
    seen: [
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
    told: [
      [0, "trial_began", ["a1", "both"]],
      [14, "trial_converted"],
      [44, "renewal_failed"],
    ],
  },
  "a renewal that nobody paid: the grace is over, and no sync said so": {
    seen: [
      [0, { subscriptions: [subscription()] }],
      [
        31,
        { subscriptions: [subscription({ status: "past_due", pastDueSince: START + 30 * DAY })] },
      ],
      [50, {}],
    ],
    told: [
      [0, "subscribed", ["a1", "both"]],
      [30, "renewal_failed"],
      [44, "grace_over", [], ["a1", "both"]],
    ],
  },
  "canceled to end, and ended": {
    seen: [
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
    told: [
      [0, "subscribed", ["a1", "both"]],
      [9, "canceled"],
      [30, "ended", [], ["a1", "both"]],
    ],
  },
  "a trial that was canceled in time": {
    seen: [
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
    told: [
      [0, "trial_began", ["a1", "both"]],
      [2, "canceled"],
      [14, "ended", [], ["a1", "both"]],
    ],
  },
  "paused, while what was paid still runs": {
    seen: [
      [0, { subscriptions: [subscription()] }],
      [3, { subscriptions: [subscription({ pauseBehavior: "void" })] }],
    ],
    told: [
      [0, "subscribed", ["a1", "both"]],
      [null, "paused"],
    ],
  },
  "paused beyond what was paid": {
    seen: [
      [0, { subscriptions: [subscription()] }],
      [
        31,
        {
          subscriptions: [subscription({ pauseBehavior: "void", pausedFrom: START + 30 * DAY })],
        },
      ],
    ],
    told: [
      [0, "subscribed", ["a1", "both"]],
      [30, "paused", [], ["a1", "both"]],
    ],
  },
  "another plan: what both give stays, and the rest is exchanged": {
    seen: [
      [0, { subscriptions: [subscription()] }],
      [7, { subscriptions: [subscription({ items: [item("B")] })] }],
    ],
    told: [
      [0, "subscribed", ["a1", "both"]],
      [7, "plan_changed", ["b1"], ["a1"]],
    ],
  },
  "another plan, which then ended": {
    seen: [
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
    told: [
      [0, "subscribed", ["a1", "both"]],
      [7, "plan_changed", ["b1"], ["a1"]],
      [19, "ended", [], ["b1", "both"]],
    ],
  },
  "a first payment that was never finished": {
    seen: [[1, { subscriptions: [subscription({ status: "incomplete_expired" })] }]],
    told: [[0, "payment_expired"]],
  },
  "no news when the period ended": {
    seen: [
      [0, { subscriptions: [subscription({ currentPeriodEnd: START + 30 * DAY })] }],
      [40, {}],
    ],
    told: [
      [0, "subscribed", ["a1", "both"]],
      [31, "lapsed", [], ["a1", "both"]],
    ],
  },
  "a gift until its end": {
    seen: [
      [0, { comps: [comp({ endsAt: START + 5 * DAY })] }],
      [6, {}],
    ],
    told: [
      [0, "gift_given", ["a1", "both"]],
      [5, "gift_ended", [], ["a1", "both"]],
    ],
  },
  "a gift taken back": {
    seen: [
      [0, { comps: [comp()] }],
      [2, { comps: [comp({ endedAt: START + 2 * DAY })] }],
    ],
    told: [
      [0, "gift_given", ["a1", "both"]],
      [2, "gift_taken_back", [], ["a1", "both"]],
    ],
  },
};

describe("a life", () => {
  it.each(Object.entries(lives))("%s", (_, { seen, told }) => {
    const life = openLife();
    for (const [day, rows] of seen) {
      Object.assign(life.rows, rows);
      life.sync(START + day * DAY + HOUR);
    }
    const now = START + (seen.at(-1)?.[0] ?? 0) * DAY + HOUR;
    const expected = told.map(([at, code, gave = [], took = []]) => [at, code, gave, took]);
    expect(tell(explainTimeline(life.facts(now))).toReversed()).toEqual(expected);
  });

  it("with a product that was edited after it was sold", () => {
    const life = openLife();
    life.rows.orders = [order()];
    life.sync(START + HOUR);
    life.catalog["A"] = ["a1", "new"];
    life.sync(START + 10 * DAY);
    expect(tell(explainTimeline(life.facts(START + 11 * DAY)))).toEqual([
      [10, "benefit_removed", [], ["both"]],
      [10, "benefit_added", ["new"], []],
      [0, "bought", ["a1", "both"], []],
    ]);
  });

  it("tells the numbers that its sentences need", () => {
    const life = openLife();
    life.rows.orders = [order({ quantity: 3 })];
    life.rows.subscriptions = [
      subscription({
        createdAt: START + HOUR,
        canceledAt: START + DAY,
        cancelAt: START + 30 * DAY,
      }),
    ];
    expect(explainTimeline(life.facts(START + 2 * DAY))).toMatchObject([
      { code: "canceled", until: START + 30 * DAY },
      { code: "subscribed", amountMinor: 1800, quantity: 2, interval: "month" },
      { code: "bought", amountMinor: 2900, currency: "usd", quantity: 3 },
    ]);
  });

  it("tells of keys and downloads beside what gave them", () => {
    const life = openLife();
    life.rows.orders = [order()];
    life.sync(START + HOUR);
    const facts = life.facts(START + 9 * DAY);
    const [held] = facts.grants;
    const key = (id: string, days: number, more: object = {}) => ({
      id,
      grantId: held!.grant.id,
      createdAt: START + days * DAY,
      rotatedAt: null,
      disabledAt: null,
      ...more,
    });
    const told = explainTimeline({
      ...facts,
      keys: [
        key("lic_1", -30, { rotatedAt: START + 3 * DAY }),
        key("lic_2", 3, { disabledAt: START + 4 * DAY }),
      ],
      downloads: [
        {
          fileVersionId: "fiv_1",
          benefitId: held!.benefit.id,
          name: "Tide tables 2",
          count: 4,
          firstAt: START + DAY,
          lastAt: START + 5 * DAY,
        },
      ],
    });
    expect(tell(told).map(([at, code]) => [at, code])).toEqual([
      [5, "downloaded"],
      [4, "key_disabled"],
      [3, "key_rotated"],
      [0, "key_issued"],
      [0, "bought"],
    ]);
    expect(told[0]).toMatchObject({ name: "Tide tables 2", count: 4 });
  });
});

/** The same numbers from the same seed, in [0, 1). */
function seeded(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Years in which anything happens, in any order. */
function liveAtRandom(seed: number): { facts: TimelineFacts; shuffled: TimelineFacts } {
  const random = seeded(seed);
  const pick = <Choice>(choices: Choice[]): Choice =>
    choices[Math.floor(random() * choices.length)]!;
  const life = openLife();
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
    life.rows.orders = [order(pick(orders))];
    life.rows.subscriptions = [subscription(pick(subscriptions))];
    life.rows.comps = [
      comp(pick([{}, { endsAt: now + DAY }, { endsAt: since }, { endedAt: since }])),
    ];
    if (random() < 0.2) life.catalog["A"] = pick([["a1"], ["a1", "both"], ["a2"], []]);
    life.sync(now);
    now += Math.floor(random() * 10 * DAY);
  }
  const facts = life.facts(now);
  return { facts, shuffled: { ...facts, grants: facts.grants.toReversed() } };
}

describe("in any life", () => {
  const seeds = Array.from({ length: 300 }, (_, at) => at + 1);

  it("every grant is given by one entry, and one that is over is taken by one", () => {
    let [checked, over] = [0, 0];
    for (const seed of seeds) {
      const { facts } = liveAtRandom(seed);
      const entries = explainTimeline(facts);
      const gave = entries.flatMap((entry) => entry.gave.map(({ grantId }) => grantId));
      const took = entries.flatMap((entry) => entry.took.map(({ grantId }) => grantId));
      const ended = facts.grants.filter(
        ({ grant: { revokedAt, endsAt } }) =>
          revokedAt !== null || (endsAt !== null && endsAt <= facts.now),
      );
      expect(gave.toSorted()).toEqual(facts.grants.map(({ grant }) => grant.id).toSorted());
      expect(took.toSorted()).toEqual(ended.map(({ grant }) => grant.id).toSorted());
      checked += facts.grants.length;
      over += ended.length;
    }
    expect(checked).toBeGreaterThan(over);
    expect(over).toBeGreaterThan(300);
  });

  it("the newest comes first, each has a name of its own, and the order of rows is no matter", () => {
    for (const seed of seeds) {
      const { facts, shuffled } = liveAtRandom(seed);
      const entries = explainTimeline(facts);
      const times = entries.map(({ at }) => at ?? Infinity);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
      expect(explainTimeline(shuffled)).toEqual(entries);
    }
  });
});
