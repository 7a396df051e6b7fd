import { expect, it } from "vitest";
import { findLinkedStripeCustomer } from "../sync/customer/find-stripe-customers.ts";
import {
  listAccessReasons,
  openCheckoutForNewUser,
  payForNewProduct,
} from "../testing/fixtures/purchases.ts";
import { readActionItemFacts } from "../admin/overview/action-items.query.ts";
import { commit } from "../db/client.ts";
import { DAY, HOUR, SECOND } from "../lib/time.ts";
import { addPendingPush, pushProduct } from "../sync/catalog/push-product.ts";
import { findStripeCustomerOfUser } from "../sync/customer/store.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { openTestShop, sessionIdOf, type TestShop } from "../testing/shop.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { openCheckout } from "./open-checkout.ts";

async function deleteAtStripe(shop: TestShop, userId: string): Promise<string> {
  const customer = await findLinkedStripeCustomer(shop.ctx(), { userId });
  await shop.ctx().stripe.customers.del(customer!.stripeCustomerId);
  return customer!.stripeCustomerId;
}

it("after the customer was deleted at Stripe, a one-time product can be bought again and is not refunded", async () => {
  const shop = openTestShop();
  const { userId, product, checkout } = await payForNewProduct(shop);
  const priceId = product.prices[0]!.id;
  await confirmCheckout(shop.asUser(userId), { id: checkout.id });
  await deleteAtStripe(shop, userId);
  const again = await openCheckout(shop.asUser(userId), { priceId });
  const { payment_intent: paymentIntent } = await shop.pay(again.url);
  await confirmCheckout(shop.asUser(userId), { id: again.id });
  expect(await listAccessReasons(shop, userId)).toEqual(["order_paid", "order_closed"]);
  const { data: refunds } = await shop
    .ctx()
    .stripe.refunds.list({ payment_intent: String(paymentIntent) });
  expect(refunds).toEqual([]);
  await expect(openCheckout(shop.asUser(userId), { priceId })).rejects.toMatchObject({
    code: "already_owned",
  });
});

it("a checkout that was open when its customer was deleted is replaced, and its session expired", async () => {
  const shop = openTestShop();
  const product = await shop.createPublishedProduct({});
  const { userId, checkout, priceId } = await openCheckoutForNewUser(shop, product);
  const deletedId = await deleteAtStripe(shop, userId);
  const again = await openCheckout(shop.asUser(userId), { priceId });
  const { sessions } = shop.ctx().stripe.checkout;
  const { customer } = await sessions.retrieve(sessionIdOf(again.url));
  expect(customer).not.toBe(deletedId);
  expect(await sessions.retrieve(sessionIdOf(checkout.url))).toMatchObject({ status: "expired" });
  await shop.pay(again.url);
  await confirmCheckout(shop.asUser(userId), { id: again.id });
  expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
});

it("a payment of a customer who was deleted before we saw it does not block the next checkout", async () => {
  const shop = openTestShop();
  const { userId, product } = await payForNewProduct(shop);
  const deletedId = await deleteAtStripe(shop, userId);
  const { url } = await openCheckout(shop.asUser(userId), { priceId: product.prices[0]!.id });
  const session = await shop.ctx().stripe.checkout.sessions.retrieve(sessionIdOf(url));
  expect(session.customer).not.toBe(deletedId);
});

it("a key of another account creates no customer, and its buyers can buy with the right key again", async () => {
  const [shop, other] = [openTestShop(), openTestShop()];
  const { prices } = await shop.createPublishedProduct({});
  const userId = await shop.createUser();
  const priceId = prices[0]!.id;
  await expect(openCheckout(other.asUser(userId), { priceId })).rejects.toMatchObject({
    code: "stripe_unavailable",
  });
  const { db, now } = other.ctx();
  expect((await readActionItemFacts(db, "test", now)).foreignKey).toBe(1);
  expect((await readActionItemFacts(db, "test", now + 2 * HOUR)).foreignKey).toBe(0);
  const { customers } = other.ctx().stripe;
  expect((await customers.list()).data).toEqual([]);
  // As a version that didn't look at the account has left it.
  const stray = await customers.create({});
  await shop.env.DB.prepare("UPDATE customers SET stripe_customer_id = ? WHERE user_id = ?")
    .bind(stray.id, userId)
    .run();
  const checkout = await openCheckout(shop.asUser(userId), { priceId });
  await shop.pay(checkout.url);
  expect((await confirmCheckout(shop.asUser(userId), { id: checkout.id })).state).toBe("complete");
  const { id } = await shop.ctx().stripe.rawRequest("GET", "/v1/account");
  expect(await findStripeCustomerOfUser(shop.ctx().db, userId, "test")).toMatchObject({
    stripeAccount: id,
    generation: 1,
  });
});

it("after a move to another account paid access stays until its end, then it can be bought there", async () => {
  const [shop, other] = [openTestShop(), openTestShop()];
  const sub = await subscribe(shop);
  const { userId, customerId, product } = sub;
  const priceId = product.prices[0]!.id;
  const before = await sub.mirrored();
  await expect(syncStripeCustomer(other.ctx(), { customerId, force: true })).rejects.toMatchObject({
    code: "stripe_unavailable",
  });
  expect(await sub.mirrored()).toEqual(before);
  // Saving a product creates it in the new account.
  const productId = product.id;
  await commit(other.ctx().db, [addPendingPush(other.ctx(), { productId, target: "product" })]);
  await pushProduct(other.ctx(), { productId });
  await expect(openCheckout(other.asUser(userId), { priceId })).rejects.toMatchObject({
    code: "already_owned",
  });
  expect(await listAccessReasons(other, userId)).toEqual(["subscription_canceling"]);
  expect(await sub.mirrored()).toMatchObject({ cancelAt: before.currentPeriodEnd });
  await other.control("clock", { advanceSeconds: (40 * DAY) / SECOND });
  const later = other.asUser(userId, Date.now() + 40 * DAY);
  const checkout = await openCheckout(later, { priceId });
  await other.pay(checkout.url);
  await confirmCheckout(later, { id: checkout.id });
  expect((await listAccessReasons(other, userId)).toSorted()).toEqual([
    "subscription_active",
    "subscription_ended",
  ]);
});
