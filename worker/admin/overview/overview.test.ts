import { beforeEach, describe, expect, it } from "vitest";
import { commit } from "../../db/client.ts";
import { DAY, SECOND, toUtcDay } from "../../lib/time.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { addPendingSync } from "../../sync/catalog/store-pending-syncs.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { markEventsDead } from "../../sync/inbox/store.ts";
import { createEndpoint } from "../../webhooks/endpoints.ts";
import { newEndpoint } from "../../webhooks/schema.ts";
import { updateEndpoint } from "../../webhooks/store-endpoints.ts";
import { showDisputes } from "./show-disputes.ts";
import { showOverview } from "./show-overview.ts";
import { recordSubscriptionCounts } from "../../purchases/totals/subscription-counts.ts";

// The figures cover the whole shop, so each test starts with an empty one.
beforeEach(emptyDatabase);

const at = (shop: TestShop, now: number) => shop.ctx({ type: "system", job: "test" }, now);

async function buy(
  shop: TestShop,
  product: Parameters<TestShop["createPublishedProduct"]>[0] = {},
) {
  const bought = await payForNewProduct(shop, product);
  await syncStripeCustomer(shop.ctx(), { customerId: bought.customerId, force: true });
  return bought;
}

describe("the overview", () => {
  it("the overview shows zeros and no action items for a new shop", async () => {
    const overview = await showOverview(openTestShop().ctx(), { range: "30d" });
    expect(overview.periods).toHaveLength(30);
    expect(overview.currencies).toHaveLength(1);
    expect(overview.currencies[0]).toMatchObject({ revenue: { total: 0, before: 0 } });
    expect(overview.active).toMatchObject({ total: 0, before: null });
    expect(overview.actionItems).toEqual([]);
    expect(overview.firstDay).toBeNull();
  });

  it("the overview includes today's payments immediately, by day and by month", async () => {
    const shop = openTestShop();
    await buy(shop);
    await buy(shop, { prices: [monthly] });
    for (const range of ["30d", "12m"] as const) {
      const overview = await showOverview(shop.ctx(), { range });
      expect(overview.currencies).toMatchObject([
        {
          currency: "usd",
          revenue: { total: 3800, before: 0 },
          recurring: { mrr: { total: 900, before: 0 } },
        },
      ]);
      expect(overview.currencies[0]?.revenue.values.at(-1)).toBe(3800);
      expect(overview.payments.total).toBe(2);
      expect(overview.started.total).toBe(1);
      expect(overview.active).toMatchObject({ total: 1 });
    }
  });

  it("the overview subtracts a refund from the day of its payment, and shifts as days pass", async () => {
    const shop = openTestShop();
    const { customerId } = await buy(shop);
    const { data } = await shop.ctx().stripe.charges.list();
    await shop.ctx().stripe.refunds.create({ charge: data[0]!.id, amount: 900 });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const later = Date.now() + 10 * DAY;
    const { currencies } = await showOverview(at(shop, later), { range: "30d" });
    expect(currencies[0]?.revenue.values.at(-11)).toBe(2000);
    expect(currencies[0]?.refunded.values.at(-11)).toBe(900);
    const muchLater = await showOverview(at(shop, Date.now() + 35 * DAY), { range: "30d" });
    expect(muchLater.currencies[0]?.revenue).toMatchObject({ total: 0, before: 2000 });
    // The days compared with begin before the shop's first payment, which the answer says.
    expect(muchLater.firstDay).toBe(toUtcDay(data[0]!.created * SECOND));
    expect(muchLater.compared!.from < muchLater.firstDay!).toBe(true);
  });

  it("the overview separates currencies, the one with the most payments first", async () => {
    const shop = openTestShop();
    await buy(shop, { prices: [{ ...monthly, amountMinor: 500_000, currency: "jpy" }] });
    await buy(shop, { prices: [{ type: "one_time", amountMinor: 900, currency: "eur" }] });
    await buy(shop, {
      prices: [{ ...monthly, amountMinor: 12_000, currency: "eur", interval: "year" }],
    });
    const { currencies, active } = await showOverview(shop.ctx(), { range: "30d" });
    expect(currencies.map(({ currency, recurring }) => [currency, recurring?.mrr.total])).toEqual([
      ["eur", 1000],
      ["jpy", 500_000],
    ]);
    expect(active.total).toBe(2);
  });

  it("the overview counts past-due subscriptions as active, trials separately, and paused ones not at all", async () => {
    const shop = openTestShop();
    const late = await subscribe(shop);
    await subscribe(shop, { prices: [{ ...monthly, trialDays: 14 }] });
    const paused = await subscribe(shop);
    await shop.ctx().stripe.subscriptions.update(paused.stripeSubscriptionId, {
      pause_collection: { behavior: "void" },
    });
    await paused.sync();
    const first = await showOverview(shop.ctx(), { range: "30d" });
    // The paid period of the paused one has not ended.
    expect([first.active.total, first.trialing.total]).toEqual([2, 1]);
    const { customer } = await late.atStripe();
    await shop.control(`customers/${String(customer)}/card`, { card: "4000000000000341" });
    await late.advanceDays(32);
    const later = Date.now() + 32 * DAY;
    await syncStripeCustomer(at(shop, later), { customerId: paused.customerId, force: true });
    const overview = await showOverview(at(shop, later), { range: "30d" });
    expect((await late.mirrored()).status).toBe("past_due");
    expect(overview.currencies[0]?.recurring?.mrr.total).toBe(900);
    expect(overview.actionItems).toContainEqual({ kind: "past_due", count: 1 });
    expect(overview.failed.total).toBeGreaterThan(0);
  });

  it("the overview shows MRR of every day, and null for days whose subscriptions were not counted", async () => {
    const shop = openTestShop();
    const subscription = await subscribe(shop);
    const now = Date.now();
    await recordSubscriptionCounts(shop.ctx());
    await shop.ctx().stripe.subscriptions.cancel(subscription.stripeSubscriptionId);
    await subscription.sync();
    const overview = await showOverview(at(shop, now + 2 * DAY), { range: "30d" });
    expect(overview.active.values.slice(-4)).toEqual([null, 1, null, 0]);
    // It was canceled on the day on which it started.
    expect(overview.currencies[0]?.recurring).toBeNull();
    expect([overview.started.total, overview.ended.total]).toEqual([1, 1]);
    const byMonth = await showOverview(at(shop, now + 62 * DAY), { range: "12m" });
    expect(byMonth.active.values).toContain(1);
  });

  it("the overview counts each start and end once, on its day", async () => {
    const shop = openTestShop();
    const first = await subscribe(shop);
    await subscribe(shop);
    const now = Date.now();
    await first.advanceDays(1);
    await shop.ctx().stripe.subscriptions.cancel(first.stripeSubscriptionId);
    await first.sync();
    const { started, ended } = await showOverview(at(shop, now + DAY), { range: "30d" });
    expect([started.values.slice(-2), ended.values.slice(-2)]).toEqual([
      [2, 0],
      [0, 1],
    ]);
  });
});

describe("action items", () => {
  it("action items list dead events until a sync processes them", async () => {
    const shop = openTestShop();
    const { customerId } = await payForNewProduct(shop);
    for (const event of await shop.events()) await shop.deliver(event);
    await markEventsDead(shop.ctx().db, { customerId });
    const kinds = async () =>
      (await showOverview(shop.ctx(), { range: "30d" })).actionItems.map(({ kind }) => kind);
    expect(await kinds()).toContain("dead_events");
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect(await kinds()).not.toContain("dead_events");
  });

  it("action items list products whose change has not reached Stripe for a while", async () => {
    const shop = openTestShop();
    const { db, now } = shop.ctx();
    const pendingPush = {
      mode: "test",
      kind: "push",
      productId: "prd_waiting",
      reason: "edited",
    } as const;
    await commit(db, [addPendingSync(db, { ...pendingPush, now })]);
    const kindsAt = async (time: number) =>
      (await showOverview(at(shop, time), { range: "30d" })).actionItems.map(({ kind }) => kind);
    expect(await kindsAt(now + 1000)).toEqual([]);
    expect(await kindsAt(now + DAY)).toEqual(["not_pushed"]);
  });

  it("action items list webhook endpoints that were paused", async () => {
    const shop = openTestShop();
    const { db, now } = shop.ctx();
    const url = "https://app.example.com/hooks";
    const { id } = await createEndpoint(shop.ctx(), newEndpoint.parse({ url }));
    const items = async () => (await showOverview(shop.ctx(), { range: "30d" })).actionItems;
    expect(await items()).toEqual([]);
    await commit(db, [updateEndpoint(db, id, { status: "paused", updatedAt: now })]);
    expect(await items()).toEqual([{ kind: "stopped_endpoints", count: 1 }]);
  });

  it("action items count disputes that need a response, with Stripe's deadline", async () => {
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

it("support can read the overview, and an unknown range is refused", async () => {
  const browser = await createSignedInUser({ role: "support" });
  expect((await browser.fetch("/api/admin/overview?range=12m")).status).toBe(200);
  const refused = await browser.fetch("/api/admin/overview?range=8d");
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ fields: [{ path: "range" }] });
});

it("a day that no month has is refused", async () => {
  const browser = await createSignedInUser({ role: "support" });
  const refused = await browser.fetch("/api/admin/overview?from=2026-02-30&to=2026-03-05");
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ fields: [{ path: "from" }] });
});
