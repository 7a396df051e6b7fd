import { expect, inject, it } from "vitest";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe, type TestSubscription } from "../../testing/fixtures/subscribe.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { openPortal } from "../../shop/billing/open-portal.ts";
import { refreshBilling } from "../../shop/billing/show-billing.ts";

/** Gives the customer a new default card, as Stripe's portal does. Returns the payment method's id. */
async function setDefaultCard(shop: TestShop, sub: TestSubscription, card = "pm_card_visa") {
  const { stripe } = shop.ctx();
  const customer = String((await sub.atStripe()).customer);
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  return id;
}

async function deliverNewest(shop: TestShop, type: string) {
  const event = (await shop.events()).findLast((found) => found.type === type)!;
  await shop.deliver(event);
  await shop.processQueue();
}

const updatesAtStripe = async (shop: TestShop) => {
  const { requests } = await shop.control<{ requests: { method: string; path: string }[] }>(
    "requests",
  );
  return requests.filter(
    ({ method, path }) => method === "POST" && path.startsWith("/v1/subscriptions/"),
  ).length;
};

const cardOf = async (shop: TestShop, id: string) =>
  (await shop.ctx().stripe.subscriptions.retrieve(id)).default_payment_method;

it("after a new default card, the next renewal of every subscription charges it", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  const second = await shop.createPublishedProduct({ prices: [monthly] });
  const checkout = await openCheckout(sub.userContext(), { priceId: second.prices[0]!.id });
  const paid = await shop.pay(checkout.url);
  const other = String((await shop.ctx().stripe.checkout.sessions.retrieve(paid.id)).subscription);
  expect(await cardOf(shop, other)).not.toBeNull();
  const card = await setDefaultCard(shop, sub);
  await deliverNewest(shop, "customer.updated");
  expect([await cardOf(shop, sub.stripeSubscriptionId), await cardOf(shop, other)]).toEqual([
    card,
    card,
  ]);
  await sub.advanceDays(32);
  const { data } = await shop.ctx().stripe.charges.list();
  expect(data.map((charge) => charge.payment_method === card)).toEqual([true, true, false, false]);
});

it("a new default card is applied once: our own change starts no loop", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await setDefaultCard(shop, sub);
  await deliverNewest(shop, "customer.updated");
  expect(await updatesAtStripe(shop)).toBe(1);
  await deliverNewest(shop, "customer.subscription.updated");
  await deliverNewest(shop, "customer.updated");
  await sub.sync();
  expect(await updatesAtStripe(shop)).toBe(1);
});

it("a card chosen at a later checkout is not replaced by an older default card", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await setDefaultCard(shop, sub);
  await sub.sync();
  const next = await shop.createPublishedProduct({ prices: [monthly] });
  const checkout = await openCheckout(sub.userContext(), { priceId: next.prices[0]!.id });
  const paid = await shop.pay(checkout.url);
  const { subscription } = await shop.ctx().stripe.checkout.sessions.retrieve(paid.id);
  const chosen = await cardOf(shop, String(subscription));
  await sub.sync();
  expect(await cardOf(shop, String(subscription))).toBe(chosen);
});

it("subscriptions to products of another shop keep their card", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  const { stripe } = shop.ctx();
  const { customer, default_payment_method: old } = await sub.atStripe();
  const price = await stripe.prices.create({
    product_data: { name: "Not ours" },
    currency: "usd",
    unit_amount: 500,
    recurring: { interval: "month" },
  });
  const foreign = await stripe.subscriptions.create({
    customer: String(customer),
    items: [{ price: price.id }],
    default_payment_method: String(old),
  });
  const card = await setDefaultCard(shop, sub);
  await sub.sync();
  expect(await cardOf(shop, sub.stripeSubscriptionId)).toBe(card);
  expect(await cardOf(shop, foreign.id)).toBe(old);
});

it("a failed change of the card is tried again, and access is synced meanwhile", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  const card = await setDefaultCard(shop, sub);
  await shop.ctx().stripe.subscriptions.update(sub.stripeSubscriptionId, {
    cancel_at_period_end: true,
  });
  await shop.control("faults", { match: "POST /v1/subscriptions/*", times: 1, status: 500 });
  await expect(sub.sync()).rejects.toMatchObject({ statusCode: 500 });
  expect((await sub.mirrored()).cancelAt).not.toBeNull();
  await sub.sync();
  expect(await cardOf(shop, sub.stripeSubscriptionId)).toBe(card);
});

it("a change that Stripe refuses doesn't keep the customer from being synced", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await setDefaultCard(shop, sub);
  await shop.control("faults", { match: "POST /v1/subscriptions/*", times: 1, status: 400 });
  expect(await sub.sync()).toMatchObject({ state: "synced" });
  expect(await sub.sync()).toEqual({ state: "synced", dirtyAgain: false });
});

it("after the portal's card flow returns, billing shows the new card without any event", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await shop.ctx().stripe.billingPortal.configurations.create({
    features: { payment_method_update: { enabled: true } },
    metadata: { gatehouse: "portal" },
  });
  const { url } = await openPortal(sub.userContext(), { flow: "card" });
  const form = new URLSearchParams({
    number: "4000000000000341",
    expiry: "12 / 34",
    cvc: "123",
    name: "Ann",
    action: "save",
  });
  const saved = await fetch(`${url.split("#")[0]}/card`, {
    method: "POST",
    redirect: "manual",
    body: form,
    headers: { origin: inject("sandboxUrl") },
  });
  expect(saved.headers.get("location")).toBe(
    `${shop.ctx().config.origin}/account/billing?portal=card-updated`,
  );
  const { subscriptions } = await refreshBilling(sub.userContext());
  expect(subscriptions[0]!.paymentMethod).toMatchObject({ last4: "0341" });
  expect((await sub.atStripe()).default_payment_method).toMatch(/^pm_/);
  await sub.advanceDays(32);
  const [renewal] = (await shop.ctx().stripe.charges.list()).data;
  expect(renewal!.payment_method_details!.card!.last4).toBe("0341");
});
