import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { commit } from "../../db/client.ts";
import { payments, subscriptions as subscriptionTable } from "../../db/schema/billing.ts";
import { cursors } from "../../db/schema/sweeps.ts";
import { dailyPayments, dailySubscriptions, staleDays } from "../../db/schema/totals.ts";
import { grants } from "../../db/schema/grants.ts";
import { events } from "../../db/schema/inbox.ts";
import { DAY } from "../../lib/time.ts";
import { countReads } from "../../testing/count-reads.ts";
import { fillShopSql } from "../../testing/fill-shop.ts";
import { monthly, payForNewProduct } from "../../testing/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { newBuyer } from "../../testing/sign-in.ts";
import { subscribe } from "../../testing/subscribe.ts";
import { owe } from "../../sync/catalog/store-pending-syncs.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { buryEvents } from "../../sync/inbox/mark-events.ts";
import { runCron } from "../../run-cron.ts";
import { rememberChanges } from "./starts-and-ends.ts";
import { showDisputes } from "./show-disputes.ts";
import { showOverview } from "./show-overview.ts";
import { noteStand } from "./mrr-snapshot.ts";

// The figures are the whole shop's, so each test begins with none.
beforeEach(async () => {
  const { db } = openTestShop().ctx();
  await db.run("DELETE FROM subscription_items");
  await commit(db, [
    db.delete(grants),
    db.delete(subscriptionTable),
    db.delete(payments),
    db.delete(events),
    db.delete(dailyPayments),
    db.delete(dailySubscriptions),
    db.delete(staleDays),
    db.delete(cursors),
  ]);
});

const at = (shop: TestShop, now: number) => shop.ctx({ type: "system", job: "test" }, now);

async function buy(shop: TestShop, product: Parameters<TestShop["sell"]>[0] = {}) {
  const bought = await payForNewProduct(shop, product);
  await syncCustomer(shop.ctx(), { customerId: bought.customerId, force: true });
  return bought;
}

describe("the overview", () => {
  it("of a shop where nothing happened has zeros and asks for nothing", async () => {
    const overview = await showOverview(openTestShop().ctx(), { range: "30d" });
    expect(overview.periods).toHaveLength(30);
    expect(overview.currencies).toHaveLength(1);
    expect(overview.currencies[0]).toMatchObject({ revenue: { total: 0, before: 0 } });
    expect(overview.active).toMatchObject({ total: 0, before: null });
    expect(overview.attention).toEqual([]);
  });

  it("has what the first day brought, at once, by day and by month", async () => {
    const shop = openTestShop();
    await buy(shop);
    await buy(shop, { prices: [monthly] });
    for (const range of ["30d", "12m"] as const) {
      const overview = await showOverview(shop.ctx(), { range });
      expect(overview.currencies).toMatchObject([
        {
          currency: "usd",
          revenue: { total: 3800, before: 0 },
          monthly: { total: 900, before: null },
        },
      ]);
      expect(overview.currencies[0]?.revenue.values.at(-1)).toBe(3800);
      expect(overview.payments.total).toBe(2);
      expect(overview.begun.total).toBe(1);
      expect(overview.active).toMatchObject({ total: 1 });
    }
  });

  it("takes a refund from the day of its payment, and moves with the days", async () => {
    const shop = openTestShop();
    const { customerId } = await buy(shop);
    const { data } = await shop.ctx().stripe.charges.list();
    await shop.ctx().stripe.refunds.create({ charge: data[0]!.id, amount: 900 });
    await syncCustomer(shop.ctx(), { customerId, force: true });
    const later = Date.now() + 10 * DAY;
    const { currencies } = await showOverview(at(shop, later), { range: "30d" });
    expect(currencies[0]?.revenue.values.at(-11)).toBe(2000);
    expect(currencies[0]?.refunded.values.at(-11)).toBe(900);
    const much = await showOverview(at(shop, Date.now() + 35 * DAY), { range: "30d" });
    expect(much.currencies[0]?.revenue).toMatchObject({ total: 0, before: 2000 });
  });

  it("keeps currencies apart, the one of the most payments first", async () => {
    const shop = openTestShop();
    await buy(shop, { prices: [{ ...monthly, amountMinor: 500_000, currency: "jpy" }] });
    await buy(shop, { prices: [{ type: "one_time", amountMinor: 900, currency: "eur" }] });
    await buy(shop, {
      prices: [{ ...monthly, amountMinor: 12_000, currency: "eur", interval: "year" }],
    });
    const { currencies, active } = await showOverview(shop.ctx(), { range: "30d" });
    expect(currencies.map(({ currency, monthly: { total } }) => [currency, total])).toEqual([
      ["eur", 1000],
      ["jpy", 500_000],
    ]);
    expect(active.total).toBe(2);
  });

  it("counts who pays late until it ends, who is on trial apart, and who is paused not", async () => {
    const shop = openTestShop();
    const late = await subscribe(shop);
    await subscribe(shop, { prices: [{ ...monthly, trialDays: 14 }] });
    const paused = await subscribe(shop);
    await shop.ctx().stripe.subscriptions.update(paused.stripeSubscriptionId, {
      pause_collection: { behavior: "void" },
    });
    await paused.sync();
    const first = await showOverview(shop.ctx(), { range: "30d" });
    // What was paid still runs.
    expect([first.active.total, first.trialing.total]).toEqual([2, 1]);
    const { customer } = await late.atStripe();
    await shop.control(`customers/${String(customer)}/card`, { card: "4000000000000341" });
    await late.wait(32);
    await paused.sync();
    const overview = await showOverview(at(shop, Date.now() + 32 * DAY), { range: "30d" });
    expect((await late.mirrored()).status).toBe("past_due");
    expect(overview.currencies[0]?.monthly.total).toBe(900);
    expect(overview.attention).toContainEqual({ kind: "past_due", count: 1 });
    expect(overview.failed.total).toBeGreaterThan(0);
  });

  it("says how it stood at the end of each day that cron saw, and nothing of a day that nobody saw", async () => {
    const shop = openTestShop();
    const subscription = await subscribe(shop);
    const now = Date.now();
    await noteStand(shop.ctx());
    await shop.ctx().stripe.subscriptions.cancel(subscription.stripeSubscriptionId);
    await subscription.sync();
    const overview = await showOverview(at(shop, now + 2 * DAY), { range: "30d" });
    expect(overview.active.values.slice(-4)).toEqual([null, 1, null, 0]);
    expect(overview.currencies[0]?.monthly.values.slice(-4)).toEqual([null, 900, null, 0]);
    expect([overview.begun.total, overview.ended.total]).toEqual([1, 1]);
    const byMonth = await showOverview(at(shop, now + 62 * DAY), { range: "12m" });
    expect(byMonth.active.values).toContain(1);
  });

  it("the night remembers, the day goes on: nothing is counted twice and nothing is lost", async () => {
    const shop = openTestShop();
    const first = await subscribe(shop);
    const tomorrow = Date.now() + DAY;
    await rememberChanges(at(shop, tomorrow));
    const second = await subscribe(shop);
    const { db } = shop.ctx();
    const set = (id: string, facts: Partial<typeof subscriptionTable.$inferInsert>) =>
      db.update(subscriptionTable).set(facts).where(eq(subscriptionTable.id, id));
    await commit(db, [
      set(second.id, { createdAt: tomorrow }),
      set(first.id, { status: "canceled", endedAt: tomorrow }),
    ]);
    const look = async () => {
      const { begun, ended } = await showOverview(at(shop, tomorrow), { range: "30d" });
      return [begun.values.slice(-2), ended.values.slice(-2)];
    };
    expect(await look()).toEqual([
      [1, 1],
      [0, 1],
    ]);
    await rememberChanges(at(shop, tomorrow + DAY));
    expect(await look()).toEqual([
      [1, 1],
      [0, 1],
    ]);
  });
});

describe("what needs attention", () => {
  it("an event that no sync could settle, until it is settled", async () => {
    const shop = openTestShop();
    const { customerId } = await payForNewProduct(shop);
    for (const event of await shop.events()) await shop.deliver(event);
    await buryEvents(shop.ctx(), { customerId });
    const kinds = async () =>
      (await showOverview(shop.ctx(), { range: "30d" })).attention.map(({ kind }) => kind);
    expect(await kinds()).toContain("dead_events");
    await syncCustomer(shop.ctx(), { customerId, force: true });
    expect(await kinds()).not.toContain("dead_events");
  });

  it("a product's change that Stripe has not taken for a while", async () => {
    const shop = openTestShop();
    const { db, now } = shop.ctx();
    const owed = {
      mode: "test",
      kind: "push",
      productId: "prd_waiting",
      reason: "edited",
    } as const;
    await commit(db, [owe(db, { ...owed, now })]);
    const kindsAt = async (time: number) =>
      (await showOverview(at(shop, time), { range: "30d" })).attention.map(({ kind }) => kind);
    expect(await kindsAt(now + 1000)).toEqual([]);
    expect(await kindsAt(now + DAY)).toEqual(["not_pushed"]);
  });

  it("a dispute that waits for an answer, with Stripe's last day for it", async () => {
    const shop = openTestShop();
    expect(await showDisputes(shop.ctx())).toEqual({ count: 0, dueAt: null });
    await buy(shop);
    const charge = (await shop.ctx().stripe.charges.list()).data[0]!.id;
    const dispute = await shop.control<{ id: string }>("disputes", { charge });
    const { count, dueAt } = await showDisputes(shop.ctx());
    expect(count).toBe(1);
    expect(dueAt).toBeGreaterThan(Date.now());
    await shop.control(`disputes/${dispute.id}/close`, { outcome: "won" });
    expect((await showDisputes(shop.ctx())).count).toBe(0);
  });
});

it("costs a few hundred rows with 100,000 payments and 20,000 subscriptions", async () => {
  const shop = openTestShop();
  const { userId, customerId, product } = await buy(shop);
  const now = Date.now();
  const fill = { userId, customerId, productId: product.id, now };
  for (const sql of fillShopSql({ ...fill, orders: 100_000, subscriptions: 20_000 }))
    await env.DB.prepare(sql).run();
  await runCron(shop.ctx(), "*/5 * * * *");
  await runCron(shop.ctx(), "23 3 * * *");
  // One more payment since: its day is added up again.
  await buy(shop);
  for (const [range, most] of [
    ["30d", 900],
    ["12m", 1500],
  ] as const) {
    const { db, asked } = countReads(env.DB);
    const overview = await showOverview({ ...shop.ctx(), db }, { range });
    expect(overview.active.total).toBeGreaterThan(15_000);
    expect(overview.currencies[0]?.revenue.total).toBeGreaterThan(0);
    expect(asked.rowsRead).toBeLessThan(most);
  }
}, 60_000);

it("is for the team: a range that does not exist is refused", async () => {
  const browser = await newBuyer({ role: "support" });
  expect((await browser.fetch("/api/admin/overview?range=12m")).status).toBe(200);
  const refused = await browser.fetch("/api/admin/overview?range=7d");
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ fields: [{ path: "range" }] });
});
