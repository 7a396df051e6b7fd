import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createGift } from "../gifts/create-gift.ts";
import { revokeGift } from "../gifts/revoke-gift.ts";
import { commit, type Statement } from "../db/client.ts";
import { checkouts, subscriptionItems } from "../db/schema/billing.ts";
import { feedEvents } from "../db/schema/feed.ts";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { listFeed, listMissingEvents, recordTypes } from "../testing/clients/feed.ts";
import { licenseBenefit } from "../testing/fixtures/licenses.ts";
import {
  monthly,
  openCheckoutForNewUser,
  payForNewProduct,
} from "../testing/fixtures/purchases.ts";
import { openTestShop } from "../testing/shop.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { recordEvents, resolveSubject } from "./record-events.ts";

const seats = {
  type: "feature",
  name: "Seats",
  settings: { key: "seats", limit: { amount: 5, perSeat: true } },
} as const;

/** Creates a user who bought a product with a license key and a feature; nothing is synced yet. */
async function buyProduct(card?: string) {
  const shop = openTestShop();
  const bought = await payForNewProduct(shop, { benefits: [licenseBenefit(), seats] }, card);
  const { userId, customerId } = bought;
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const record = (act: () => Promise<unknown>) => recordTypes(shop, { userId }, act);
  const findCharge = async () => (await shop.ctx().stripe.charges.list()).data[0]!;
  return { ...bought, shop, sync, record, findCharge };
}

describe("a purchase", () => {
  test("a purchase records everything that follows from it, in the order of causes", async () => {
    const { shop, userId, sync, record } = await buyProduct();
    expect(await record(sync)).toEqual([
      "checkout.completed",
      "order.created",
      "order.paid",
      "license.created",
      "entitlement.granted",
    ]);
    const events = await listFeed(shop, { userId });
    expect(events[0]).toMatchObject({ type: "customer.created", customerId: userId });
    const order = events.find(({ type }) => type === "order.paid")!.data as { id: string };
    expect(events.find(({ type }) => type === "checkout.completed")?.data).toMatchObject({
      status: "complete",
      orderId: order.id,
      subscriptionId: null,
      linkId: null,
      metadata: {},
    });
    expect(events.at(-1)?.data).toEqual({
      customerId: userId,
      feature: "seats",
      allowed: true,
      limit: 5,
      until: null,
      because: [{ source: "order", id: order.id, reason: "order_paid", limit: 5, until: null }],
    });
  });

  test("a purchase that is synced again writes nothing", async () => {
    const { sync, record } = await buyProduct();
    await sync();
    expect(await record(sync)).toEqual([]);
  });

  test("a purchase by bank debit is created first, and paid days later", async () => {
    const { shop, sync, record, checkout } = await buyProduct("AT611904300234573201");
    expect(await record(sync)).toEqual(["checkout.completed", "order.created"]);
    const [session] = (await shop.ctx().stripe.checkout.sessions.list({ status: "complete" })).data;
    await shop.control(`checkout/${session!.id}/settle`, { outcome: "succeeded" });
    expect(await record(sync)).toEqual(["order.paid", "license.created", "entitlement.granted"]);
    expect(checkout.id).toBeTruthy();
  });

  test("a purchase is refunded in part, then in full, which ends the access", async () => {
    const { shop, sync, record, findCharge } = await buyProduct();
    await sync();
    const refund = async (amount?: number) => {
      const { id: charge } = await findCharge();
      await shop.ctx().stripe.refunds.create({ charge, ...(amount && { amount }) });
      await sync();
    };
    expect(await record(() => refund(700))).toEqual(["order.refunded"]);
    expect(await record(() => refund())).toEqual([
      "order.refunded",
      "license.revoked",
      "entitlement.revoked",
    ]);
  });

  test("a purchase is disputed, and the dispute is won", async () => {
    const { shop, sync, record, findCharge } = await buyProduct();
    await sync();
    const { id: charge } = await findCharge();
    const dispute = await shop.control<{ id: string }>("disputes", { charge });
    expect(await record(sync)).toEqual([
      "order.disputed",
      "license.revoked",
      "entitlement.revoked",
    ]);
    await shop.control(`disputes/${dispute.id}/close`, { outcome: "won" });
    expect(await record(sync)).toEqual(["order.updated", "license.updated", "entitlement.granted"]);
  });
});

test("a checkout that another one replaces is recorded as expired", async () => {
  const shop = openTestShop();
  const product = await shop.createPublishedProduct({
    prices: [monthly, { ...monthly, amountMinor: 1900 }],
  });
  const { userId } = await openCheckoutForNewUser(shop, product);
  const reopen = () => openCheckout(shop.asUser(userId), { priceId: product.prices[1]!.id });
  expect(await recordTypes(shop, { userId }, reopen)).toEqual(["checkout.expired"]);
});

test("a subscription is created, canceled, resumed, renewed, past due and ended", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop, { prices: [monthly], benefits: [seats] });
  const { userId, stripeSubscriptionId: id } = sub;
  const first = (await listFeed(shop, { userId })).map(({ type }) => type);
  expect(first).toEqual([
    "customer.created",
    "checkout.completed",
    "subscription.created",
    "entitlement.granted",
  ]);
  const { subscriptions } = shop.ctx().stripe;
  const record = (act: () => Promise<unknown>) => recordTypes(shop, { userId }, act);
  const cancel = (atPeriodEnd: boolean) => async () => {
    await subscriptions.update(id, { cancel_at_period_end: atPeriodEnd });
    await sub.sync();
  };
  expect(await record(cancel(true))).toEqual(["subscription.canceled", "entitlement.updated"]);
  expect(await record(cancel(false))).toEqual(["subscription.uncanceled", "entitlement.updated"]);
  expect(await record(() => sub.advanceDays(31))).toEqual([
    "subscription.updated",
    "entitlement.updated",
  ]);
  const card = "4000000000000341";
  await shop.control(`customers/${String((await sub.atStripe()).customer)}/card`, { card });
  expect(await record(() => sub.advanceDays(31))).toEqual([
    "subscription.past_due",
    "entitlement.updated",
  ]);
  await subscriptions.cancel(id);
  expect(await record(() => sub.sync())).toEqual([
    "subscription.canceled",
    "subscription.revoked",
    "entitlement.revoked",
  ]);
});

test("a gift is given and revoked", async () => {
  const shop = openTestShop();
  const userId = await shop.createUser();
  const { id: productId } = await shop.createDraftProduct({ benefits: [licenseBenefit(), seats] });
  const record = (act: () => Promise<unknown>) => recordTypes(shop, { userId }, act);
  const give = () => createGift(shop.ctx(), { userId, productId, note: "A gift" });
  expect(await record(give)).toEqual(["gift.created", "license.created", "entitlement.granted"]);
  const given = (await listFeed(shop, { userId })).find(({ type }) => type === "gift.created")!;
  const { id } = given.data as { id: string };
  expect(await record(() => revokeGift(shop.ctx(), { id }))).toEqual([
    "gift.revoked",
    "license.revoked",
    "entitlement.revoked",
  ]);
});

test("sequences have no gaps where a batch was aborted", async () => {
  const shop = openTestShop();
  const [userId, otherId] = [await shop.createUser(), await shop.createUser()];
  const ctx = shop.ctx();
  const record = (id: string) => recordEvents(ctx, { userId: id, kinds: ["customer"] });
  const abort = { toSQL: () => ({ sql: "INSERT INTO users (id) VALUES (NULL)", params: [] }) };
  await expect(commit(ctx.db, [...record(userId), abort])).rejects.toThrow("NOT NULL");
  await commit(ctx.db, record(userId));
  await expect(commit(ctx.db, [...record(otherId), abort])).rejects.toThrow("NOT NULL");
  await commit(ctx.db, record(otherId));
  const [first] = await listFeed(shop, { userId });
  const [second] = await listFeed(shop, { userId: otherId });
  expect(second!.sequence).toBe(first!.sequence + 1);
});

test("a confirmed purchase leaves no change unrecorded", async () => {
  const shop = openTestShop();
  const product = await shop.createPublishedProduct({ benefits: [licenseBenefit(), seats] });
  const { userId, checkout } = await openCheckoutForNewUser(shop, product);
  await shop.pay(checkout.url);
  await confirmCheckout(shop.asUser(userId), { id: checkout.id });
  expect(await listMissingEvents(shop, { userId })).toEqual([]);
  expect(await listMissingEvents(shop, { productId: product.id })).toEqual([]);
});

test("writes are compared with the feed if a kind of object depends on their table", async () => {
  const { ctx } = openTestShop();
  const { db } = ctx();
  const compared = (...changes: Statement[]) =>
    resolveSubject(ctx(), { userId: "usr_1", changes }).sources;
  expect(compared(sql`INSERT OR IGNORE INTO stale_days VALUES (1)`)).toEqual([]);
  expect(compared(db.update(checkouts).set({ status: "expired" }))).toEqual([
    "checkout",
    "order",
    "subscription",
  ]);
  expect(compared(db.delete(subscriptionItems))).toEqual(["subscription"]);
  expect(compared(sql`UPDATE customers SET email = NULL`)).toEqual(["customer", "checkout"]);
  expect(compared(sql`UPDATE grants SET reason = ''`)).toEqual([
    "grant",
    "license",
    "granted_entitlement",
  ]);
  const all = compared(sql`WITH given AS (SELECT 1) UPDATE orders SET id = ''`);
  expect(all).toHaveLength(9);
});

test("a subscription has no event because the feed learned fields, and older ones are completed", async () => {
  const shop = openTestShop();
  const { userId } = await subscribe(shop);
  const ctx = shop.ctx();
  const { db } = ctx;
  await db.run(sql`UPDATE feed_events SET data = json_remove(data, '$.cancellationFeedback', '$.number')
    WHERE user_id = ${userId} AND type LIKE 'subscription.%'`);
  const countEvents = () => db.$count(feedEvents, eq(feedEvents.userId, userId));
  const before = await countEvents();
  await commit(db, recordEvents(ctx, { userId }));
  expect(await countEvents()).toBe(before);
  const events = await listFeed(shop, { userId });
  expect(events.find(({ type }) => type.startsWith("subscription."))?.data).toMatchObject({
    cancellationFeedback: null,
    number: expect.stringMatching(/^[0-9A-Z]{7}-[0-9A-F]{4}$/),
  });
});
