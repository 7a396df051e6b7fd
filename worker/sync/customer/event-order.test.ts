import * as fc from "fast-check";
import type Stripe from "stripe";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { payments } from "../../db/schema/billing.ts";
import { forgetMirror } from "../../testing/delete-mirrored-rows.ts";
import { monthly } from "../../testing/purchases.ts";
import { rebuild } from "../../testing/run-rebuild.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { openCheckout } from "../../shop/checkout/open-checkout.ts";
import { findLinkedCustomer } from "./find-linked-stripe-customer.ts";
import { listGrantedBenefits } from "../../access/list-grants.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { runSweep } from "../sweeps/run-sweep.ts";

/** What can happen to a person's purchases; each does nothing where there is nothing for it to happen to. */
const acts = {
  buyOnce: (shop: TestShop, userId: string) => buy(shop, userId, {}),
  subscribe: (shop: TestShop, userId: string) => buy(shop, userId, { prices: [monthly] }),
  payByDebit: (shop: TestShop, userId: string) => buy(shop, userId, {}, "AT611904300234573201"),
  settleDebit: async (shop: TestShop) => {
    const { data } = await shop.ctx().stripe.checkout.sessions.list({ status: "complete" });
    const unpaid = data.find((session) => session.payment_status === "unpaid");
    if (unpaid) await shop.control(`checkout/${unpaid.id}/settle`, { outcome: "succeeded" });
  },
  refundPart: (shop: TestShop) => refund(shop, 700),
  refundRest: (shop: TestShop) => refund(shop, undefined),
  cancelAtEnd: async (shop: TestShop) => {
    const living = await livingSubscription(shop);
    if (living) {
      await shop.ctx().stripe.subscriptions.update(living.id, { cancel_at_period_end: true });
    }
  },
  cancelNow: async (shop: TestShop) => {
    const living = await livingSubscription(shop);
    if (living) await shop.ctx().stripe.subscriptions.cancel(living.id);
  },
  dispute: async (shop: TestShop) => {
    const { data } = await shop.ctx().stripe.charges.list();
    const charge = data.find(({ paid, disputed, refunded }) => paid && !disputed && !refunded);
    if (charge) await shop.control("disputes", { charge: charge.id });
  },
  winDispute: (shop: TestShop) => closeDispute(shop, "won"),
  loseDispute: (shop: TestShop) => closeDispute(shop, "lost"),
} satisfies Record<string, (shop: TestShop, userId: string) => Promise<unknown>>;

type Act = keyof typeof acts;

async function buy(
  shop: TestShop,
  userId: string,
  product: Parameters<TestShop["sell"]>[0],
  card?: string,
) {
  const { prices } = await shop.sell(product);
  const { url } = await openCheckout(shop.as(userId), { priceId: prices[0]!.id });
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

async function livingSubscription(shop: TestShop) {
  return (await shop.ctx().stripe.subscriptions.list()).data[0];
}

async function closeDispute(shop: TestShop, outcome: "won" | "lost") {
  const { data } = await shop.ctx().stripe.disputes.list();
  const open = data.find(({ status }) => status === "needs_response");
  if (open) await shop.control(`disputes/${open.id}/close`, { outcome });
}

/** All that a person has, without what is ours to choose (ids, and when we first heard). */
async function stateOf(shop: TestShop, userId: string) {
  const ctx = shop.ctx();
  const [orderRows, subscriptionRows, paymentRows, live] = await Promise.all([
    listOrders(ctx, { userId }),
    listSubscriptions(ctx, { userId }),
    ctx.db
      .select()
      .from(payments)
      .where(eq(payments.userId, userId))
      .orderBy(payments.stripeChargeId),
    listGrantedBenefits(ctx, { userId }),
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
    grants: live
      .map(({ grant }) => `${grant.benefitId} ${grant.reason} ${grant.endsAt}`)
      .toSorted(),
  };
}

/** What is left of it once the customer was deleted at Stripe: nothing is to be. */
function whatLives({ orders: made, subscriptions: begun, grants: live }: State): unknown[] {
  return [
    ...made.filter((row) => row.customerDeletedAt === null),
    ...begun.filter((row) => row.endedAt === null),
    ...live,
  ];
}

type State = Awaited<ReturnType<typeof stateOf>>;

const bySession = (a: { stripeSessionId: string }, b: { stripeSessionId: string }) =>
  a.stripeSessionId < b.stripeSessionId ? -1 : 1;

/** The end of everything that a person had. What is bought after it is another customer's life. */
async function deleteCustomer(shop: TestShop, userId: string): Promise<void> {
  const linked = await findLinkedCustomer(shop.ctx(), { userId });
  if (linked) await shop.ctx().stripe.customers.del(linked.stripeCustomerId);
}

/** How one event fares: it may be lost, come late and out of order, come twice, and be worked at once or later. */
const fare = fc.record({
  luck: fc.integer({ min: 0, max: 99 }),
  late: fc.boolean(),
  twice: fc.boolean(),
  workAfter: fc.boolean(),
});

it("any life, its events in any order, doubled and lost, then a sweep: the same as the ideal", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...(Object.keys(acts) as Act[])), { minLength: 1, maxLength: 7 }),
      fc.constantFrom(10, 50, 90),
      fc.infiniteStream(fare),
      fc.boolean(),
      async (life, lostPercent, fares, isDeleted) => {
        const shop = openTestShop();
        const userId = await shop.newBuyer();
        const seen = new Set<string>();
        let late: Stripe.Event[] = [];
        const whole = [...life.map((act) => acts[act]), ...(isDeleted ? [deleteCustomer] : [])];
        for (const act of whole) {
          await act(shop, userId);
          const fresh = (await shop.events()).filter(({ id }) => !seen.has(id));
          for (const { id } of fresh) seen.add(id);
          const due = [...fresh, ...late].toReversed();
          late = [];
          for (const event of due) {
            const { luck, late: comesLate, twice, workAfter } = fares.next().value;
            if (luck < lostPercent) continue;
            if (comesLate) late.push(event);
            else await shop.deliver(event);
            if (twice) await shop.deliver(event);
            if (workAfter) await workUntilIdle(shop);
          }
        }
        await workUntilIdle(shop);
        // The bank answers a debit after some seconds: before the sweep, and not between it and the ideal.
        await shop.control("clock", { advanceSeconds: 60 });
        await runSweep(shop.ctx(), { pages: 50 });
        await workUntilIdle(shop);
        const lived = await stateOf(shop, userId);

        // A rebuild finds nothing of a deleted customer.
        const [left, ideal] = isDeleted
          ? [whatLives(lived), []]
          : [lived, await rebuiltState(shop, userId)];
        expect(left).toEqual(ideal);
      },
    ),
    { numRuns: 12, endOnFailure: true },
  );
}, 60_000);

async function workUntilIdle(shop: TestShop): Promise<void> {
  while (shop.queued.length > 0) await shop.work();
}

/** The same from Stripe alone. */
async function rebuiltState(shop: TestShop, userId: string): Promise<State> {
  await forgetMirror(shop, userId);
  await rebuild(shop);
  return stateOf(shop, userId);
}
