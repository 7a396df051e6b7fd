import * as fc from "fast-check";
import type Stripe from "stripe";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { HOUR } from "../../lib/time.ts";
import { commit } from "../../db/client.ts";
import { payments } from "../../db/schema/billing.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { deleteMirroredRows } from "../../testing/fixtures/delete-mirrored-rows.ts";
import { listFeed, readNewestEvents, readObjects } from "../../testing/clients/feed.ts";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { runRebuild } from "../../testing/fixtures/run-rebuild.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { findLinkedStripeCustomer } from "./find-stripe-customers.ts";
import { listGrantsInForce } from "../../access/list-grants.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { runSweep } from "../sweeps/run-sweep.ts";

/** Everything that can happen to a user's purchases. An action that doesn't apply does nothing. */
const actions = {
  buyOnce: (shop: TestShop, userId: string) => buy(shop, userId, {}),
  subscribe: (shop: TestShop, userId: string) => buy(shop, userId, { prices: [monthly] }),
  payByDirectDebit: (shop: TestShop, userId: string) =>
    buy(shop, userId, {}, "AT611904300234573201"),
  settleDirectDebit: async (shop: TestShop) => {
    const { data } = await shop.ctx().stripe.checkout.sessions.list({ status: "complete" });
    const unpaid = data.find((session) => session.payment_status === "unpaid");
    if (unpaid) await shop.control(`checkout/${unpaid.id}/settle`, { outcome: "succeeded" });
  },
  refundPart: (shop: TestShop) => refund(shop, 700),
  refundRest: (shop: TestShop) => refund(shop, undefined),
  cancelAtPeriodEnd: async (shop: TestShop) => {
    const liveSubscription = await findLiveSubscription(shop);
    if (liveSubscription) {
      await shop
        .ctx()
        .stripe.subscriptions.update(liveSubscription.id, { cancel_at_period_end: true });
    }
  },
  cancelNow: async (shop: TestShop) => {
    const liveSubscription = await findLiveSubscription(shop);
    if (liveSubscription) await shop.ctx().stripe.subscriptions.cancel(liveSubscription.id);
  },
  dispute: async (shop: TestShop) => {
    const { data } = await shop.ctx().stripe.charges.list();
    const charge = data.find(({ paid, disputed, refunded }) => paid && !disputed && !refunded);
    if (charge) await shop.control("disputes", { charge: charge.id });
  },
  winDispute: (shop: TestShop) => closeDispute(shop, "won"),
  loseDispute: (shop: TestShop) => closeDispute(shop, "lost"),
} satisfies Record<string, (shop: TestShop, userId: string) => Promise<unknown>>;

type ActionName = keyof typeof actions;

async function buy(
  shop: TestShop,
  userId: string,
  product: Parameters<TestShop["createPublishedProduct"]>[0],
  card?: string,
) {
  const benefits = [
    { type: "feature", name: "Export", settings: { key: "export" } },
    { type: "license_key", name: "Key", settings: { prefix: "TIDE" } },
  ] as const;
  const { prices } = await shop.createPublishedProduct({ benefits: [...benefits], ...product });
  const { url } = await openCheckout(shop.asUser(userId), { priceId: prices[0]!.id });
  await shop.pay(url, card);
}

async function refund(shop: TestShop, amount: number | undefined) {
  const { stripe } = shop.ctx();
  const charge = (await stripe.charges.list()).data.find(
    ({ paid, refunded, disputed, amount_refunded: back, amount: total }) =>
      paid && !refunded && !disputed && total - back >= (amount ?? 1),
  );
  if (charge) await stripe.refunds.create({ charge: charge.id, ...(amount && { amount }) });
}

async function findLiveSubscription(shop: TestShop) {
  return (await shop.ctx().stripe.subscriptions.list()).data[0];
}

async function closeDispute(shop: TestShop, outcome: "won" | "lost") {
  const { data } = await shop.ctx().stripe.disputes.list();
  const open = data.find(({ status }) => status === "needs_response");
  if (open) await shop.control(`disputes/${open.id}/close`, { outcome });
}

/** Returns everything a user has, without values that we choose (ids and times of receipt). */
async function stateOf(shop: TestShop, userId: string) {
  const ctx = shop.ctx();
  const [orderRows, subscriptionRows, paymentRows, grantsInForce] = await Promise.all([
    listOrders(ctx, { userId }),
    listSubscriptions(ctx, { userId }),
    ctx.db
      .select()
      .from(payments)
      .where(eq(payments.userId, userId))
      .orderBy(payments.stripeChargeId),
    listGrantsInForce(ctx, { userId }),
  ]);
  return {
    orders: orderRows.map(({ id: _, customerId: _c, ...row }) => row).toSorted(bySession),
    subscriptions: subscriptionRows
      .map(({ id: _, customerId: _c, items, ...row }) => ({
        ...row,
        items: items.map(({ subscriptionId: _s, ...item }) => item),
      }))
      .toSorted((a, b) => (a.stripeSubscriptionId < b.stripeSubscriptionId ? -1 : 1)),
    payments: paymentRows.map(({ customerId: _c, ...row }) => row),
    grants: grantsInForce
      .map(({ grant }) => `${grant.benefitId} ${grant.reason} ${grant.endsAt}`)
      .toSorted(),
  };
}

/** Returns what must not remain after the customer was deleted at Stripe. */
function listLiveRows({
  orders: orderRows,
  subscriptions: subscriptionRows,
  grants: grantsInForce,
}: State): unknown[] {
  return [
    ...orderRows.filter((row) => row.customerDeletedAt === null),
    ...subscriptionRows.filter((row) => row.endedAt === null),
    ...grantsInForce,
  ];
}

type State = Awaited<ReturnType<typeof stateOf>>;

const bySession = (a: { stripeSessionId: string }, b: { stripeSessionId: string }) =>
  a.stripeSessionId < b.stripeSessionId ? -1 : 1;

/**
 * Deletes the customer at Stripe, which ends all purchases. Always the last step, since later purchases would belong to
 * a new Stripe customer.
 */
async function deleteStripeCustomer(shop: TestShop, userId: string): Promise<void> {
  const linked = await findLinkedStripeCustomer(shop.ctx(), { userId });
  if (linked) await shop.ctx().stripe.customers.del(linked.stripeCustomerId);
}

/**
 * How one event is delivered: lost, late and out of order, or twice, and whether the queue is processed right after.
 */
const deliveryPlan = fc.record({
  lossRoll: fc.integer({ min: 0, max: 99 }),
  late: fc.boolean(),
  twice: fc.boolean(),
  workAfter: fc.boolean(),
});

it("shuffled, duplicated or lost events plus a sweep converge to a rebuild, here and in the feed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...(Object.keys(actions) as ActionName[])), {
        minLength: 1,
        maxLength: 7,
      }),
      fc.constantFrom(10, 50, 90),
      fc.infiniteStream(deliveryPlan),
      fc.boolean(),
      async (actionNames, lostPercent, deliveryPlans, isDeleted) => {
        const shop = openTestShop();
        const userId = await shop.createUser();
        const ctx = shop.ctx();
        await commit(ctx.db, recordEvents(ctx, { userId, kinds: ["customer"] }));
        const seen = new Set<string>();
        let late: Stripe.Event[] = [];
        const steps = [
          ...actionNames.map((act) => actions[act]),
          ...(isDeleted ? [deleteStripeCustomer] : []),
        ];
        for (const step of steps) {
          await step(shop, userId);
          const fresh = (await shop.events()).filter(({ id }) => !seen.has(id));
          for (const { id } of fresh) seen.add(id);
          const due = [...fresh, ...late].toReversed();
          late = [];
          for (const event of due) {
            const { lossRoll, late: comesLate, twice, workAfter } = deliveryPlans.next().value;
            if (lossRoll < lostPercent) continue;
            if (comesLate) late.push(event);
            else await shop.deliver(event);
            if (twice) await shop.deliver(event);
            if (workAfter) await processUntilIdle(shop);
          }
        }
        await processUntilIdle(shop);
        // A bank debit succeeds or fails after some seconds. Let that happen before the sweep, not between sweep and
        // rebuild.
        await shop.control("clock", { advanceSeconds: 60 });
        // The sweep gives the capture of a payment an hour before it is drift.
        await runSweep(shop.ctx(undefined, Date.now() + 2 * HOUR), { pages: 50 });
        await processUntilIdle(shop);
        const actual = await stateOf(shop, userId);

        // The feed knows the present state of everything, and a rebuild finds nothing to tell.
        const recorded = await readNewestEvents(shop, userId);
        expect(recorded).toEqual(await readObjects(shop, userId));
        const eventCount = (await listFeed(shop, { userId })).length;
        await runRebuild(shop);
        expect(await listFeed(shop, { userId })).toHaveLength(eventCount);
        expect(await readObjects(shop, userId)).toEqual(recorded);

        // A rebuild finds nothing for a deleted customer.
        const [remaining, expected] = isDeleted
          ? [listLiveRows(actual), []]
          : [actual, await rebuiltState(shop, userId)];
        expect(remaining).toEqual(expected);
      },
    ),
    { numRuns: 12, endOnFailure: true },
  );
});

async function processUntilIdle(shop: TestShop): Promise<void> {
  while (shop.queued.length > 0) await shop.processQueue();
}

/** Returns the state after a rebuild from Stripe alone. */
async function rebuiltState(shop: TestShop, userId: string): Promise<State> {
  await deleteMirroredRows(shop, userId);
  await runRebuild(shop);
  return stateOf(shop, userId);
}
