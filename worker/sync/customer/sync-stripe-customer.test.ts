import { describe, expect, it, vi } from "vitest";
import { commit } from "../../db/client.ts";
import { MINUTE } from "../../lib/time.ts";
import { monthly, payForNewProduct, reasonsOf } from "../../testing/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { openCheckout } from "../../shop/checkout/open-checkout.ts";
import { showLibrary } from "../../delivery/library/show-library.ts";
import {
  keepSubscription,
  scheduleCancellation,
} from "../../shop/billing/schedule-cancellation.ts";
import { freezeRevocations, unfreezeRevocations } from "../sweeps/freeze-revocations.ts";
import { listGrantedBenefits } from "../../access/list-grants.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { showDriftReport } from "../../admin/sync/show-drift-report.ts";
import { mirrorSubscriptions } from "../mirror/mirror-subscriptions.ts";
import { fetchCustomer } from "./fetch-stripe-customer.ts";
import { requeueCustomers } from "./enqueue-dirty-customers.ts";
import { markDirty } from "./store-dirty.ts";
import { assertLease, findCustomer, findCustomerOfUser, releaseLease, takeLease } from "./store.ts";
import { syncCustomer } from "./sync-stripe-customer.ts";

describe("the lease", () => {
  it("lets one sync work; the other is told to come back", async () => {
    const shop = openTestShop();
    const { customerId } = await payForNewProduct(shop);
    const ctx = shop.ctx();
    await takeLease(ctx.db, {
      id: customerId,
      token: "mine",
      now: ctx.now,
      until: ctx.now + MINUTE,
      force: true,
    });
    expect(await syncCustomer(ctx, { customerId })).toEqual({ state: "busy" });
    expect(await syncCustomer(shop.ctx(undefined, ctx.now + MINUTE), { customerId })).toEqual({
      state: "synced",
      dirtyAgain: false,
    });
  });

  it("makes one who must see the outcome wait for a sync that began before the change", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    await syncCustomer(shop.ctx(), { customerId, force: true });
    const [entry] = await showLibrary(shop.as(userId), { userId });
    const { db, now } = shop.ctx();
    await takeLease(db, { id: customerId, token: "slow", now, until: now + MINUTE, force: true });
    const canceling = scheduleCancellation(shop.as(userId), { id: entry!.id });
    await vi.waitFor(async () => {
      const [changed] = (await shop.ctx().stripe.subscriptions.list()).data;
      expect(changed?.cancel_at_period_end).toBe(true);
    });
    await commit(db, [releaseLease(db, customerId, "slow")]);
    await canceling;
    expect(await reasonsOf(shop, userId)).toEqual(["subscription_canceling"]);
  });

  it("that was lost breaks the whole batch: an older fetch writes nothing", async () => {
    const shop = openTestShop();
    const { customerId } = await payForNewProduct(shop);
    const { db, now } = shop.ctx();
    await takeLease(db, { id: customerId, token: "older", now, until: now, force: true });
    await takeLease(db, {
      id: customerId,
      token: "newer",
      now: now + 1,
      until: now + MINUTE,
      force: true,
    });
    const before = await findCustomer(db, customerId);
    await expect(
      commit(db, [assertLease(db, customerId, "older"), markDirty(db, customerId)]),
    ).rejects.toThrow("CHECK constraint failed");
    expect(await findCustomer(db, customerId)).toEqual(before);
    await commit(db, [assertLease(db, customerId, "newer"), markDirty(db, customerId)]);
    expect((await findCustomer(db, customerId))?.dirtySeq).toBe(before!.dirtySeq + 1);
  });

  it("is free again after a failure, and the customer is still dirty", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 99, status: 500 });
    await expect(syncCustomer(shop.ctx(), { customerId, force: true })).rejects.toThrow(
      "unknown error",
    );
    const customer = await findCustomerOfUser(shop.ctx().db, userId, "test");
    expect(customer).toMatchObject({ leaseToken: null });
    expect(customer!.dirtySeq).toBeGreaterThan(customer!.syncedSeq);
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 0, status: 500 });
    expect(await syncCustomer(shop.ctx(), { customerId })).toMatchObject({ state: "synced" });
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
  });
});

describe("what Stripe says is what we have", () => {
  it("finds the live subscription beyond page one (openstatus#2672)", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    const { stripe } = shop.ctx();
    const [living] = (await stripe.subscriptions.list()).data;
    const newer = await Promise.all(
      Array.from({ length: 100 }, () =>
        stripe.subscriptions.create({
          customer: living!.customer as string,
          items: [{ price: living!.items.data[0]!.price.id }],
          trial_period_days: 1,
        }),
      ),
    );
    await Promise.all(newer.map(({ id }) => stripe.subscriptions.cancel(id)));
    await syncCustomer(shop.ctx(), { customerId, force: true });
    const [first, ...rest] = await reasonsOf(shop, userId);
    expect(first).toBe("subscription_active");
    expect(new Set(rest)).toEqual(new Set(["subscription_ended"]));
  }, 30_000);

  it("a partial refund keeps access, the rest of it takes it away", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    const { stripe } = shop.ctx();
    const [payment] = (await stripe.paymentIntents.list()).data;
    await stripe.refunds.create({ payment_intent: payment!.id, amount: 1000 });
    await syncCustomer(shop.ctx(), { customerId, force: true });
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
    await stripe.refunds.create({ payment_intent: payment!.id, amount: 1900 });
    await syncCustomer(shop.ctx(), { customerId, force: true });
    expect(await reasonsOf(shop, userId)).toEqual(["order_refunded"]);
  });

  it("a canceled subscription ends its own access and not the other's", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    const second = await shop.sell({ prices: [monthly] });
    const checkout = await openCheckout(shop.as(userId), { priceId: second.prices[0]!.id });
    await shop.pay(checkout.url);
    await syncCustomer(shop.ctx(), { customerId, force: true });
    const { stripe } = shop.ctx();
    const oldest = (await stripe.subscriptions.list()).data.at(-1)!;
    await stripe.subscriptions.cancel(oldest.id);
    await syncCustomer(shop.ctx(), { customerId, force: true });
    expect(await reasonsOf(shop, userId)).toEqual(["subscription_active", "subscription_ended"]);
  });

  it("a sync that learns nothing writes no mirror row", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    await syncCustomer(shop.ctx(), { customerId, force: true });
    const ctx = shop.ctx();
    const customer = await findCustomer(ctx.db, customerId);
    const fetched = await fetchCustomer(ctx.stripe, customer!.stripeCustomerId!);
    if (fetched.deleted) throw new Error("the customer is gone");
    const mirrored = await mirrorSubscriptions(ctx, {
      customer: { id: customerId, userId },
      subscriptions: fetched.subscriptions,
      disputes: fetched.disputes,
    });
    expect(mirrored.rows).toHaveLength(1);
    expect(mirrored.statements).toEqual([]);
  });
});

describe("cancellation", () => {
  it("ends with the paid period, can be taken back, and is not another person's to make", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    await syncCustomer(shop.ctx(), { customerId, force: true });
    const [entry] = await showLibrary(shop.as(userId), { userId });
    const id = entry!.id;
    await scheduleCancellation(shop.as(userId), { id });
    expect(await reasonsOf(shop, userId)).toEqual(["subscription_canceling"]);
    await keepSubscription(shop.as(userId), { id });
    expect(await reasonsOf(shop, userId)).toEqual(["subscription_active"]);
    const stranger = await shop.newBuyer();
    await expect(scheduleCancellation(shop.as(stranger), { id })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("cron", () => {
  it("enqueues whom a lost message left dirty", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    await commit(shop.ctx().db, [markDirty(shop.ctx().db, customerId)]);
    await requeueCustomers(shop.ctx());
    shop.queued.splice(
      0,
      Infinity,
      ...shop.queued.filter((message) => message.customerId === customerId),
    );
    expect(shop.queued).toEqual([{ customerId }]);
    await shop.work();
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
  });
});

describe("two tabs that both pay", () => {
  /** Pays two sessions for one thing: the second is opened at Stripe directly, as a tab that was not stopped would. */
  async function payTwice(shop: TestShop, prices: [typeof monthly] | undefined, card?: string) {
    const product = await shop.sell(prices ? { prices } : {});
    const userId = await shop.newBuyer();
    const checkout = await openCheckout(shop.as(userId), { priceId: product.prices[0]!.id });
    const { stripe } = shop.ctx();
    const [open] = (await stripe.checkout.sessions.list()).data;
    const price = (await stripe.prices.list()).data[0]!;
    const second = await stripe.checkout.sessions.create({
      mode: prices ? "subscription" : "payment",
      customer: open!.customer as string,
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: "http://localhost:8787/",
      metadata: open!.metadata!,
      ...(prices && { subscription_data: { metadata: open!.metadata! } }),
    });
    await shop.pay(checkout.url, card);
    await shop.pay(second.url!, card);
    const customer = await findCustomerOfUser(shop.ctx().db, userId, "test");
    return { userId, customerId: customer!.id };
  }

  it("keep the first order and get the second one's money back", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payTwice(shop, undefined);
    expect(await syncCustomer(shop.ctx(), { customerId, force: true })).toMatchObject({
      dirtyAgain: true,
    });
    expect(await syncCustomer(shop.ctx(), { customerId })).toMatchObject({ dirtyAgain: false });
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid", "order_refunded"]);
    expect((await shop.ctx().stripe.refunds.list()).data).toHaveLength(1);
  });

  it("keep the first subscription; the second is canceled and refunded, and both sides are told", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payTwice(shop, [monthly]);
    await syncCustomer(shop.ctx(), { customerId, force: true });
    await syncCustomer(shop.ctx(), { customerId });
    expect(await reasonsOf(shop, userId)).toEqual(["subscription_active", "subscription_ended"]);
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

  it("end the second subscription also where the payments are disputed, which nobody can refund", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payTwice(shop, [monthly], "4000000000000259");
    await syncCustomer(shop.ctx(), { customerId, force: true });
    expect(await syncCustomer(shop.ctx(), { customerId })).toMatchObject({ dirtyAgain: false });
    expect((await reasonsOf(shop, userId)).toSorted()).toEqual([
      "subscription_disputed",
      "subscription_ended",
    ]);
    const { data } = await shop.ctx().stripe.subscriptions.list({ status: "all" });
    expect(data.map(({ status }) => status).toSorted()).toEqual(["active", "canceled"]);
    expect((await shop.ctx().stripe.refunds.list()).data).toEqual([]);
  });

  it("leave alone a second subscription that the seller made at Stripe", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    const { stripe } = shop.ctx();
    const [first] = (await stripe.subscriptions.list()).data;
    await stripe.subscriptions.create({
      customer: first!.customer as string,
      items: [{ price: first!.items.data[0]!.price.id }],
      default_payment_method: first!.default_payment_method as string,
    });
    await syncCustomer(shop.ctx(), { customerId, force: true });
    expect(await reasonsOf(shop, userId)).toEqual(["subscription_active", "subscription_active"]);
  });
});

describe("a customer deleted at Stripe", () => {
  it("has no access any more, and gets a new Stripe customer with the next checkout", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    await syncCustomer(shop.ctx(), { customerId, force: true });
    const before = await findCustomer(shop.ctx().db, customerId);
    await shop.ctx().stripe.customers.del(before!.stripeCustomerId!);
    await syncCustomer(shop.ctx(), { customerId, force: true });
    expect(await reasonsOf(shop, userId)).toEqual(["order_closed"]);
    expect(await listGrantedBenefits(shop.ctx(), { userId })).toEqual([]);

    const product = await shop.sell({});
    await openCheckout(shop.as(userId), { priceId: product.prices[0]!.id });
    const after = await findCustomer(shop.ctx().db, customerId);
    expect(after).toMatchObject({ id: customerId, generation: 1 });
    expect(after!.stripeCustomerId).not.toBe(before!.stripeCustomerId);
  });
});

describe("while revocations are frozen", () => {
  it("nothing is taken away; afterwards it is", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    await syncCustomer(shop.ctx(), { customerId, force: true });
    const [payment] = (await shop.ctx().stripe.paymentIntents.list()).data;
    await freezeRevocations(shop.ctx());
    await shop.ctx().stripe.refunds.create({ payment_intent: payment!.id });
    await syncCustomer(shop.ctx(), { customerId, force: true });
    expect(await listGrantedBenefits(shop.ctx(), { userId })).toHaveLength(1);
    await unfreezeRevocations(shop.ctx());
    // Nothing but the end of the freeze says that this customer is to be looked at again.
    await syncCustomer(shop.ctx(), { customerId });
    expect(await listGrantedBenefits(shop.ctx(), { userId })).toEqual([]);
  });
});
