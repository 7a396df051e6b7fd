import { describe, expect, it, vi } from "vitest";
import { commit } from "../../db/client.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { payTwice } from "../../testing/fixtures/pay-twice.ts";
import { monthly, payForNewProduct, listAccessReasons } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { showLibrary } from "../../delivery/library/show-library.ts";
import { undoCancellation, scheduleCancellation } from "../../billing/schedule-cancellation.ts";
import { startOutageMode, endOutageMode } from "../sweeps/outage-mode.ts";
import { listGrantsInForce } from "../../access/list-grants.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { showDriftReport } from "../../admin/sync/show-drift-report.ts";
import { mirrorSubscriptions } from "../mirror/mirror-subscriptions.ts";
import { fetchStripeCustomer } from "./fetch-stripe-customer.ts";
import { enqueueDirtyCustomers } from "./enqueue-dirty-customers.ts";
import { markDirty } from "./store-dirty.ts";
import {
  findStripeCustomer,
  findStripeCustomerOfUser,
  finishSync,
  releaseLease,
  acquireLease,
} from "./store.ts";
import { readOwnRows } from "./read-own-rows.ts";
import { syncStripeCustomer } from "./sync-stripe-customer.ts";

/** Long enough for a slow or busy machine. */
const LONG_WAIT = { timeout: 300_000 };

describe("the lease", () => {
  it("the lease lets only one sync run; another one gets `busy`", async () => {
    const shop = openTestShop();
    const { customerId } = await payForNewProduct(shop);
    const ctx = shop.ctx();
    await acquireLease(ctx.db, {
      id: customerId,
      token: "mine",
      now: ctx.now,
      until: ctx.now + MINUTE,
      force: true,
    });
    expect(await syncStripeCustomer(ctx, { customerId })).toEqual({ state: "busy" });
    expect(await syncStripeCustomer(shop.ctx(undefined, ctx.now + MINUTE), { customerId })).toEqual(
      {
        state: "synced",
        dirtyAgain: false,
      },
    );
  });

  it("the lease makes a forced sync wait for a sync that began before the change", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const [entry] = await showLibrary(shop.asUser(userId), { userId });
    const { db, now } = shop.ctx();
    await acquireLease(db, {
      id: customerId,
      token: "slow",
      now,
      until: now + MINUTE,
      force: true,
    });
    const canceling = scheduleCancellation(shop.asUser(userId), { id: entry!.id });
    await vi.waitFor(async () => {
      const [changed] = (await shop.ctx().stripe.subscriptions.list()).data;
      expect(changed?.cancel_at_period_end).toBe(true);
    }, LONG_WAIT);
    await commit(db, [releaseLease(db, customerId, "slow")]);
    await canceling;
    expect(await listAccessReasons(shop, userId)).toEqual(["subscription_canceling"]);
  });

  it("a lost lease fails the whole batch, so an older fetch writes nothing", async () => {
    const shop = openTestShop();
    const { customerId } = await payForNewProduct(shop);
    const { db, now } = shop.ctx();
    await acquireLease(db, { id: customerId, token: "older", now, until: now, force: true });
    await acquireLease(db, {
      id: customerId,
      token: "newer",
      now: now + 1,
      until: now + MINUTE,
      force: true,
    });
    const before = await findStripeCustomer(db, customerId);
    const finish = (token: string) =>
      finishSync(db, { id: customerId, token, seq: before!.syncedSeq, now });
    await expect(commit(db, [finish("older"), markDirty(db, customerId)])).rejects.toThrow(
      "CHECK constraint failed",
    );
    expect(await findStripeCustomer(db, customerId)).toEqual(before);
    await commit(db, [finish("newer"), markDirty(db, customerId)]);
    expect((await findStripeCustomer(db, customerId))?.dirtySeq).toBe(before!.dirtySeq + 1);
  });

  it("the lease is released after a failure, and the customer stays dirty", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 99, status: 500 });
    await expect(syncStripeCustomer(shop.ctx(), { customerId, force: true })).rejects.toThrow(
      "unknown error",
    );
    const customer = await findStripeCustomerOfUser(shop.ctx().db, userId, "test");
    expect(customer).toMatchObject({ leaseToken: null });
    expect(customer!.dirtySeq).toBeGreaterThan(customer!.syncedSeq);
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 0, status: 500 });
    expect(await syncStripeCustomer(shop.ctx(), { customerId })).toMatchObject({ state: "synced" });
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
  });
});

describe("the mirror", () => {
  // https://github.com/openstatusHQ/openstatus/issues/2672
  it("the mirror includes a live subscription beyond page one", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    const { stripe } = shop.ctx();
    const [liveSubscription] = (await stripe.subscriptions.list()).data;
    const newer = await Promise.all(
      Array.from({ length: 100 }, () =>
        stripe.subscriptions.create({
          customer: liveSubscription!.customer as string,
          items: [{ price: liveSubscription!.items.data[0]!.price.id }],
          trial_period_days: 1,
        }),
      ),
    );
    await Promise.all(newer.map(({ id }) => stripe.subscriptions.cancel(id)));
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const [first, ...rest] = await listAccessReasons(shop, userId);
    expect(first).toBe("subscription_active");
    expect(new Set(rest)).toEqual(new Set(["subscription_ended"]));
  });

  it("access is kept after a partial refund and ends after the rest is refunded", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    const { stripe } = shop.ctx();
    const [payment] = (await stripe.paymentIntents.list()).data;
    await stripe.refunds.create({ payment_intent: payment!.id, amount: 1000 });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
    await stripe.refunds.create({ payment_intent: payment!.id, amount: 1900 });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect(await listAccessReasons(shop, userId)).toEqual(["order_refunded"]);
  });

  it("a canceled subscription ends its own access, but not that of another one", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    const second = await shop.createPublishedProduct({ prices: [monthly] });
    const checkout = await openCheckout(shop.asUser(userId), { priceId: second.prices[0]!.id });
    await shop.pay(checkout.url);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const { stripe } = shop.ctx();
    const oldest = (await stripe.subscriptions.list()).data.at(-1)!;
    await stripe.subscriptions.cancel(oldest.id);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect(await listAccessReasons(shop, userId)).toEqual([
      "subscription_active",
      "subscription_ended",
    ]);
  });

  it("the mirror is not written by a sync that finds no changes", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const ctx = shop.ctx();
    const customer = await findStripeCustomer(ctx.db, customerId);
    const fetched = await fetchStripeCustomer(
      ctx.stripe,
      customer!.stripeCustomerId!,
      Math.floor(ctx.now / SECOND),
    );
    if (fetched?.deleted !== false) throw new Error("the customer is gone");
    const own = await readOwnRows(ctx, { id: customerId, userId });
    const mirrored = await mirrorSubscriptions(ctx, {
      customer: { id: customerId, userId },
      own,
      taxDisplay: own.taxDisplay,
      subscriptions: fetched.subscriptions,
      sessions: fetched.sessions.map(({ session }) => session),
      disputes: fetched.subscriptionDisputes,
    });
    expect(mirrored.rows).toHaveLength(1);
    expect(mirrored.statements).toEqual([]);
  });
});

describe("a cancellation", () => {
  it("a cancellation takes effect at the period end, can be undone, and is refused to other users", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const [entry] = await showLibrary(shop.asUser(userId), { userId });
    const id = entry!.id;
    await scheduleCancellation(shop.asUser(userId), { id });
    expect(await listAccessReasons(shop, userId)).toEqual(["subscription_canceling"]);
    await undoCancellation(shop.asUser(userId), { id });
    expect(await listAccessReasons(shop, userId)).toEqual(["subscription_active"]);
    const stranger = await shop.createUser();
    await expect(scheduleCancellation(shop.asUser(stranger), { id })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("cron", () => {
  it("cron enqueues customers that a lost message left dirty", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    await commit(shop.ctx().db, [markDirty(shop.ctx().db, customerId)]);
    await enqueueDirtyCustomers(shop.ctx());
    shop.queued.splice(
      0,
      Infinity,
      ...shop.queued.filter((message) => message.customerId === customerId),
    );
    expect(shop.queued).toEqual([{ customerId }]);
    await shop.processQueue();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
  });
});

describe("payments in two tabs", () => {
  it("two orders in two tabs: the first is kept and the second refunded", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payTwice(shop);
    expect(await syncStripeCustomer(shop.ctx(), { customerId, force: true })).toMatchObject({
      dirtyAgain: true,
    });
    expect(await syncStripeCustomer(shop.ctx(), { customerId })).toMatchObject({
      dirtyAgain: false,
    });
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid", "order_refunded"]);
    expect((await shop.ctx().stripe.refunds.list()).data).toHaveLength(1);
  });

  it("two subscriptions in two tabs: the second is canceled, refunded and recorded as a duplicate", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payTwice(shop, { prices: [monthly] });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    await syncStripeCustomer(shop.ctx(), { customerId });
    expect(await listAccessReasons(shop, userId)).toEqual([
      "subscription_active",
      "subscription_ended",
    ]);
    const rows = await listSubscriptions(shop.ctx(), { userId });
    const kept = rows.find((row) => row.endedAt === null);
    expect(rows.find((row) => row.endedAt !== null)?.duplicateOf).toBe(kept?.id);
    const { incidents } = await showDriftReport(shop.ctx());
    expect(incidents.filter((incident) => incident.customerId === customerId)).toMatchObject([
      { kind: "duplicate" },
    ]);
    const refunds = (await shop.ctx().stripe.refunds.list()).data;
    expect(refunds.map((refund) => refund.amount)).toEqual([900]);
  });

  it("the second subscription is canceled even if its payment is disputed and can't be refunded", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payTwice(
      shop,
      { prices: [monthly] },
      { card: "4000000000000259" },
    );
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect(await syncStripeCustomer(shop.ctx(), { customerId })).toMatchObject({
      dirtyAgain: false,
    });
    expect((await listAccessReasons(shop, userId)).toSorted()).toEqual([
      "subscription_disputed",
      "subscription_ended",
    ]);
    const { data } = await shop.ctx().stripe.subscriptions.list({ status: "all" });
    expect(data.map(({ status }) => status).toSorted()).toEqual(["active", "canceled"]);
    expect((await shop.ctx().stripe.refunds.list()).data).toEqual([]);
  });

  it("a second subscription that the seller created at Stripe is not canceled", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    const { stripe } = shop.ctx();
    const [first] = (await stripe.subscriptions.list()).data;
    await stripe.subscriptions.create({
      customer: first!.customer as string,
      items: [{ price: first!.items.data[0]!.price.id }],
      default_payment_method: first!.default_payment_method as string,
    });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect(await listAccessReasons(shop, userId)).toEqual([
      "subscription_active",
      "subscription_active",
    ]);
  });
});

describe("a customer deleted at Stripe", () => {
  it("a customer deleted at Stripe loses access, and gets a new Stripe customer with the next checkout", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const before = await findStripeCustomer(shop.ctx().db, customerId);
    await shop.ctx().stripe.customers.del(before!.stripeCustomerId!);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect(await listAccessReasons(shop, userId)).toEqual(["order_closed"]);
    expect(await listGrantsInForce(shop.ctx(), { userId })).toEqual([]);

    const product = await shop.createPublishedProduct({});
    await openCheckout(shop.asUser(userId), { priceId: product.prices[0]!.id });
    const after = await findStripeCustomer(shop.ctx().db, customerId);
    expect(after).toMatchObject({ id: customerId, generation: 1 });
    expect(after!.stripeCustomerId).not.toBe(before!.stripeCustomerId);
  });
});

describe("in outage mode", () => {
  it("nothing is revoked in outage mode until it ends", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const [payment] = (await shop.ctx().stripe.paymentIntents.list()).data;
    await startOutageMode(shop.ctx());
    await shop.ctx().stripe.refunds.create({ payment_intent: payment!.id });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect(await listGrantsInForce(shop.ctx(), { userId })).toHaveLength(1);
    await endOutageMode(shop.ctx());
    // Only the end of outage mode marked this customer dirty.
    await syncStripeCustomer(shop.ctx(), { customerId });
    expect(await listGrantsInForce(shop.ctx(), { userId })).toEqual([]);
  });
});
