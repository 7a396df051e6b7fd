import { expect, it } from "vitest";
import { findLinkedStripeCustomer } from "../sync/customer/find-stripe-customers.ts";
import {
  listAccessReasons,
  openCheckoutForNewUser,
  payForNewProduct,
} from "../testing/fixtures/purchases.ts";
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
