import { beforeEach, describe, expect, it } from "vitest";
import { commit } from "../../db/client.ts";
import { newId } from "../../lib/ids.ts";
import { DAY, SECOND } from "../../lib/time.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { payForNewProduct, listAccessReasons, monthly } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { findLinkedStripeCustomer } from "../customer/find-stripe-customers.ts";
import { linkStripeCustomer } from "../customer/link-stripe-customer.ts";
import { syncStripeCustomer } from "../customer/sync-stripe-customer.ts";
import { planRecentSweep } from "./plan-sweep.ts";
import { runSweep } from "./run-sweep.ts";
import { insertSweep, type SweepRow } from "./store.ts";

// A sweep covers all customers.
beforeEach(emptyDatabase);

/** Opens a shop whose clock the test moves, together with Stripe's. */
function openShopOverTime() {
  const shop = openTestShop();
  let now = Date.now();
  const ctx = () => shop.ctx(undefined, now);
  return {
    shop,
    ctx,
    async passDays(days: number) {
      await shop.control("clock", { advanceSeconds: (days * DAY) / SECOND });
      now += days * DAY;
    },
    sync: (customerId: string) => syncStripeCustomer(ctx(), { customerId, force: true }),
    sweep: async (kind: SweepRow["kind"]) => (await runSweep(ctx(), { pages: 50, kind })).sweep,
  };
}

/** Buys things that are so old at the next sweep that only events tell of their changes. */
async function openShopWithOldPurchases() {
  const life = openShopOverTime();
  const order = await payForNewProduct(life.shop);
  const subscription = await payForNewProduct(life.shop, { prices: [monthly] });
  await life.passDays(40);
  for (const { customerId } of [order, subscription]) await life.sync(customerId);
  expect(await life.sweep("full")).toMatchObject({ kind: "full", drifted: 0 });
  await life.passDays(2);
  // The first part of what is older are the purchases, and the next one comes after them.
  expect(await life.sweep("recent")).toMatchObject({ kind: "recent", drifted: 0 });
  await life.passDays(2);
  return { ...life, order, subscription };
}

describe("a sweep of what is recent", () => {
  it("a recent sweep finds a refund and a cancellation of old purchases whose events were lost", async () => {
    const { shop, ctx, order, subscription, sweep } = await openShopWithOldPurchases();
    const { stripe } = ctx();
    const intents = (await stripe.paymentIntents.list()).data;
    await stripe.refunds.create({
      payment_intent: intents.find(({ amount }) => amount === 2900)!.id,
    });
    await stripe.subscriptions.cancel((await stripe.subscriptions.list()).data[0]!.id);
    const { kind, drifted, checked } = await sweep("recent");
    expect({ kind, drifted }).toEqual({ kind: "recent", drifted: 2 });
    // The product, its price and the events, but none of the old purchases.
    expect(checked).toBeLessThan(12);
    await shop.processQueue();
    expect(await listAccessReasons(shop, order.userId)).toEqual(["order_refunded"]);
    expect(await listAccessReasons(shop, subscription.userId)).toEqual(["subscription_ended"]);
  });

  it("a recent sweep finds an old customer who was deleted, and a new one who names a user", async () => {
    const { shop, ctx, order, sweep } = await openShopWithOldPurchases();
    const linked = await findLinkedStripeCustomer(ctx(), { userId: order.userId });
    await ctx().stripe.customers.del(linked!.stripeCustomerId);
    const userId = await shop.createUser();
    await ctx().stripe.customers.create({ metadata: { gatehouse_user: userId } });
    expect((await sweep("recent")).drifted).toBe(2);
    await shop.processQueue();
    expect(await listAccessReasons(shop, order.userId)).toEqual(["order_closed"]);
    expect(await findLinkedStripeCustomer(ctx(), { userId })).not.toBeNull();
  });

  it("a recent sweep compares everything if none finished in the last 28 days", async () => {
    const { passDays, sweep } = await openShopWithOldPurchases();
    await passDays(27);
    expect((await sweep("recent")).kind).toBe("full");
    await passDays(1);
    expect((await sweep("recent")).kind).toBe("recent");
  });

  it("a full sweep that is asked for replaces a recent one that is running", async () => {
    const { ctx, sweep } = await openShopWithOldPurchases();
    const started = await runSweep(ctx(), { pages: 1, kind: "recent" });
    expect(started.sweep).toMatchObject({ kind: "recent", finishedAt: null });
    expect(await sweep("full")).toMatchObject({ id: started.sweep.id, kind: "full", since: null });
  });
});

describe("the parts of what is older", () => {
  const start = Date.UTC(2026, 0, 1);

  /** Finishes a sweep in each of these nights, and returns the parts that they compare, in days since `start`. */
  async function planNights(shop: TestShop, nights: number[]) {
    const parts: { from: number; to: number; phases: string[] }[] = [];
    const toDay = (seconds: number) => Math.max((seconds * SECOND - start) / DAY, 0);
    for (const night of nights) {
      const ctx = shop.ctx(undefined, start + night * DAY);
      const { tasks, ...plan } = await planRecentSweep(ctx);
      const part = tasks.find(({ phase, to }) => phase === "charges" && to !== undefined);
      if (plan.kind === "recent" && part) {
        const sharing = tasks.filter(({ to }) => to === part.to);
        const phases = sharing.map(({ phase }) => phase);
        parts.push({ from: toDay(part.from!), to: toDay(part.to!), phases });
      }
      const row = { ...plan, mode: "test", phase: "", startedAt: ctx.now } as const;
      await commit(ctx.db, [
        insertSweep(ctx.db, { ...row, id: newId("swp", ctx.now), finishedAt: ctx.now }),
      ]);
    }
    return parts;
  }

  async function openOldShop(): Promise<TestShop> {
    const shop = openTestShop();
    const ctx = shop.ctx(undefined, start);
    const userId = await shop.createUser();
    await linkStripeCustomer(ctx, { userId, stripeCustomerId: "cus_first", createdAt: start });
    return shop;
  }

  it("the parts of 30 nights cover three years without a gap, and begin again", async () => {
    const shop = await openOldShop();
    const nights = Array.from({ length: 31 }, (_, at) => 1095 + at);
    const parts = await planNights(shop, nights);
    expect(parts[0]).toMatchObject({
      from: 0,
      phases: ["subscriptions", "sessions", "charges", "customers", "deleted_customers"],
    });
    const last = parts.findIndex((part, at) => at > 0 && part.from === 0) - 1;
    expect(last).toBeGreaterThan(20);
    for (let at = 1; at <= last; at++) expect(parts[at]!.from).toBe(parts[at - 1]!.to);
    // What came after it is compared as new, every night.
    expect(parts[last]!.to).toBeGreaterThanOrEqual(1095 + last - 2);
    expect(Math.max(...parts.map(({ from, to }) => to - from))).toBeLessThan(41);
  });

  it("nights without a sweep delay the parts, and leave none out", async () => {
    const shop = await openOldShop();
    const parts = await planNights(shop, [1095, 1096, 1097, 1107, 1108]);
    expect(parts.map(({ from }) => from)).toEqual([0, ...parts.slice(0, -1).map(({ to }) => to)]);
  });
});
