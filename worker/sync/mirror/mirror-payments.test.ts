import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { expect, it } from "vitest";
import { stripeCustomers, payments } from "../../db/schema/billing.ts";
import { staleDays } from "../../db/schema/totals.ts";
import { DAY, HOUR, toUtcDay } from "../../lib/time.ts";
import { openCheckoutForNewUser, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { runRebuild } from "../../testing/fixtures/run-rebuild.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { syncStripeCustomer } from "../customer/sync-stripe-customer.ts";
import { runSweep } from "../sweeps/run-sweep.ts";
import { updateDailyTotals } from "../../purchases/totals/update-daily-totals.ts";
import { listPaymentsOfCustomer } from "../../purchases/payments/store.ts";

async function sync(shop: TestShop, customerId: string) {
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  return listPaymentsOfCustomer(shop.ctx().db, customerId);
}

const listStaleDays = async (shop: TestShop) =>
  (await shop.ctx().db.select().from(staleDays)).map(({ day }) => day);

it("a declined card and a successful one are two payments, and their day becomes stale", async () => {
  const shop = openTestShop();
  const { userId, checkout } = await openCheckoutForNewUser(
    shop,
    await shop.createPublishedProduct({}),
  );
  await shop.pay(checkout.url, "4000000000009995").catch(() => undefined);
  await shop.pay(checkout.url);
  const customer = await shop
    .ctx()
    .db.select()
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId))
    .get();
  const [failed, paid] = (await sync(shop, customer!.id)).toSorted((a, b) =>
    a.status < b.status ? -1 : 1,
  );
  expect(failed).toMatchObject({
    status: "failed",
    amountMinor: 2900,
    failureCode: "card_declined",
    userId,
  });
  expect(paid).toMatchObject({
    status: "succeeded",
    amountMinor: 2900,
    refundedMinor: 0,
    currency: "usd",
    failureCode: null,
  });
  expect(await listStaleDays(shop)).toContain(toUtcDay(paid!.createdAt));
});

it("a payment stores fee and net once it is captured, and again after a refund and a dispute", async () => {
  const shop = openTestShop();
  const { customerId } = await payForNewProduct(shop);
  const { stripe } = shop.ctx();
  const balance = async () => {
    const [{ settlementCurrency, feeMinor, disputedMinor, netMinor } = {}] = await sync(
      shop,
      customerId,
    );
    return [settlementCurrency, feeMinor, disputedMinor, netMinor];
  };
  expect(await balance()).toEqual([null, null, null, null]);
  await shop.control("clock", { advanceSeconds: 10 });
  expect(await balance()).toEqual(["usd", 114, 0, 2786]);
  const { id: charge } = (await stripe.charges.list()).data[0]!;
  // More than the ten refunds of an expanded list.
  for (let refund = 0; refund < 12; refund++) await stripe.refunds.create({ charge, amount: 100 });
  expect(await balance()).toEqual(["usd", 114, 0, 1586]);
  const dispute = await shop.control<Stripe.Dispute>("disputes", { charge });
  expect(await balance()).toEqual(["usd", 1614, 2900, -2814]);
  await shop.control(`disputes/${dispute.id}/close`, { outcome: "won" });
  expect(await balance()).toEqual(["usd", 1614, 0, 86]);
  expect((await runSweep(shop.ctx(), { pages: 20 })).sweep.drifted).toBe(0);
});

it("a sweep fetches the fee of a payment whose capture was not reported, but only after an hour", async () => {
  const shop = openTestShop();
  const { customerId } = await payForNewProduct(shop);
  await sync(shop, customerId);
  await shop.control("clock", { advanceSeconds: 10 });
  expect((await runSweep(shop.ctx(), { pages: 20 })).sweep.drifted).toBe(0);
  const later = shop.ctx(undefined, Date.now() + 2 * HOUR);
  expect((await runSweep(later, { pages: 20 })).sweep.drifted).toBe(1);
  await shop.processQueue();
  const rows = await listPaymentsOfCustomer(shop.ctx().db, customerId);
  expect(rows).toMatchObject([{ feeMinor: 114, netMinor: 2786 }]);
});

it("payments have the numbers of their invoices, and only those of older renewals take a request", async () => {
  const shop = openTestShop();
  const { customerId } = await payForNewProduct(shop);
  const subscription = await subscribe(shop);
  const countInvoiceLists = async () => {
    const { requests } = await shop.control<{ requests: { path: string }[] }>("requests");
    return requests.filter(({ path }) => path.startsWith("/v1/invoices")).length;
  };
  const invoicesOf = async (customer: string) =>
    (await sync(shop, customer))
      .toSorted((a, b) => a.createdAt - b.createdAt)
      .map(({ invoiceNumber, stripeSubscriptionId }) => [
        invoiceNumber?.replace(/^\w+-/, ""),
        stripeSubscriptionId,
      ]);

  expect(await invoicesOf(customerId)).toEqual([["0001", null]]);
  expect(await countInvoiceLists()).toBe(0);
  await subscription.advanceDays(62);
  const { stripeSubscriptionId } = subscription;
  const ofSubscription = ["0001", "0002", "0003"].map((number) => [number, stripeSubscriptionId]);
  expect(await invoicesOf(subscription.customerId)).toEqual(ofSubscription);
  expect(await countInvoiceLists()).toBe(1);
  expect(await invoicesOf(subscription.customerId)).toEqual(ofSubscription);
  expect(await countInvoiceLists()).toBe(1);
});

it("a payment in euros has its fee and net in the currency of the account", async () => {
  const shop = openTestShop();
  const { customerId } = await payForNewProduct(shop, {
    prices: [{ type: "one_time", amountMinor: 2900, currency: "eur" }],
  });
  await shop.control("clock", { advanceSeconds: 10 });
  expect(await sync(shop, customerId)).toMatchObject([
    {
      currency: "eur",
      amountMinor: 2900,
      settlementCurrency: "usd",
      feeMinor: 155,
      netMinor: 3035,
    },
  ]);
});

it("a refund that fails counts no more, although the charge keeps its refunded amount", async () => {
  const shop = openTestShop();
  const { customerId } = await payForNewProduct(shop);
  await shop.control("clock", { advanceSeconds: 10 });
  const { stripe } = shop.ctx();
  const { id: charge } = (await stripe.charges.list()).data[0]!;
  const refund = await stripe.refunds.create({ charge });
  expect(await sync(shop, customerId)).toMatchObject([{ refundedMinor: 2900, netMinor: -114 }]);
  await shop.control(`refunds/${refund.id}/fail`, {});
  expect((await stripe.charges.retrieve(charge)).amount_refunded).toBe(2900);
  expect(await sync(shop, customerId)).toMatchObject([{ refundedMinor: 0, netMinor: 2786 }]);
});

it("a sync without payment changes makes no day stale", async () => {
  const shop = openTestShop();
  const { customerId } = await payForNewProduct(shop);
  const first = await sync(shop, customerId);
  await updateDailyTotals(shop.ctx());
  expect(await sync(shop, customerId)).toEqual(first);
  expect(await listStaleDays(shop)).toEqual([]);
});

it("a refund made months later counts on the day of its payment", async () => {
  const shop = openTestShop();
  const subscription = await subscribe(shop);
  const [first] = await listPaymentsOfCustomer(shop.ctx().db, subscription.customerId);
  await subscription.advanceDays(62);
  await updateDailyTotals(shop.ctx());
  await shop.ctx().stripe.refunds.create({ charge: first!.stripeChargeId, amount: 400 });
  await subscription.sync();
  expect(await listStaleDays(shop)).toEqual([toUtcDay(first!.createdAt)]);
  const rows = await listPaymentsOfCustomer(shop.ctx().db, subscription.customerId);
  expect(rows.filter(({ createdAt }) => createdAt > first!.createdAt + DAY)).not.toEqual([]);
  expect(rows.find(({ stripeChargeId }) => stripeChargeId === first!.stripeChargeId)).toMatchObject(
    { amountMinor: 900, refundedMinor: 400 },
  );
});

it("payments are kept when the customer is deleted at Stripe", async () => {
  const shop = openTestShop();
  const { customerId } = await payForNewProduct(shop);
  const before = await sync(shop, customerId);
  const { customer } = (await shop.ctx().stripe.charges.list()).data[0]!;
  await shop.ctx().stripe.customers.del(String(customer));
  expect(before).toHaveLength(1);
  expect(await sync(shop, customerId)).toEqual(before);
});

it("a rebuild mirrors every page of a customer's charges", async () => {
  const shop = openTestShop();
  const daily = { interval: "day", intervalCount: 1, trialDays: 0 } as const;
  const subscription = await subscribe(shop, {
    prices: [{ type: "recurring", ...daily, amountMinor: 100, currency: "usd" }],
  });
  await shop.control("clock", { advanceSeconds: (110 * DAY) / 1000 });
  const { db } = shop.ctx();
  await db.delete(payments).where(eq(payments.customerId, subscription.customerId));
  await runRebuild(shop);
  expect((await sync(shop, subscription.customerId)).length).toBeGreaterThan(100);
});

it("a sweep finds a refund without an event, but only once", async () => {
  const shop = openTestShop();
  const subscription = await subscribe(shop);
  const [payment] = await listPaymentsOfCustomer(shop.ctx().db, subscription.customerId);
  await shop.ctx().stripe.refunds.create({ charge: payment!.stripeChargeId });
  shop.queued.length = 0;
  expect((await runSweep(shop.ctx(), { pages: 20 })).sweep.drifted).toBe(1);
  await shop.processQueue();
  expect(await listPaymentsOfCustomer(shop.ctx().db, subscription.customerId)).toMatchObject([
    { refundedMinor: 900 },
  ]);
  expect((await runSweep(shop.ctx(), { pages: 20 })).sweep.drifted).toBe(0);
});
