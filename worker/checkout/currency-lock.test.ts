import { expect, it } from "vitest";
import { monthly } from "../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { linkNewCustomer } from "../testing/fixtures/link-new-customer.ts";
import { openCheckout } from "./open-checkout.ts";
import { showOffer } from "./show-offer.ts";

const euros = { ...monthly, currency: "eur" } as const;

/** A user whose Stripe customer another business on the same Stripe account also uses. */
async function createSharedCustomer(shop: TestShop) {
  const userId = await shop.createUser();
  const { stripeCustomerId: customer } = await linkNewCustomer(shop.ctx(), { userId });
  const { stripe } = shop.ctx();
  const method = await stripe.paymentMethods.attach("pm_card_visa", { customer });
  const subscribeElsewhere = async (currency: string) => {
    const price = await stripe.prices.create({
      product_data: { name: "Not ours" },
      currency,
      unit_amount: 500,
      recurring: { interval: "month" },
    });
    return stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      default_payment_method: method.id,
    });
  };
  return { userId, customer, subscribeElsewhere };
}

async function createPlan(shop: TestShop) {
  const product = await shop.createPublishedProduct({ prices: [monthly, euros] });
  const [dollars, inEuros] = product.prices.map(({ id }) => ({ priceId: id }));
  return { product, dollars: dollars!, inEuros: inEuros! };
}

const locked = { code: "currency_locked", currency: "eur" };

it("a subscription elsewhere in another currency is a clear answer, and its currency works", async () => {
  const shop = openTestShop();
  const { userId, subscribeElsewhere } = await createSharedCustomer(shop);
  const { product, dollars, inEuros } = await createPlan(shop);
  const foreign = await subscribeElsewhere("eur");
  const buyer = shop.asUser(userId);
  await expect(openCheckout(buyer, dollars)).rejects.toMatchObject({
    ...locked,
    detail: expect.stringContaining("EUR"),
  });
  expect(await showOffer(buyer, { userId, productId: product.id })).toMatchObject({
    state: "available",
    currency: "eur",
  });
  expect((await openCheckout(buyer, inEuros)).url).toContain("http");
  await shop.ctx().stripe.subscriptions.cancel(foreign.id);
  expect((await openCheckout(buyer, dollars)).url).toContain("http");
});

it("a checkout that was open before is refused at payment and not handed out again", async () => {
  const shop = openTestShop();
  const { userId, subscribeElsewhere } = await createSharedCustomer(shop);
  const { dollars } = await createPlan(shop);
  const buyer = shop.asUser(userId);
  const open = await openCheckout(buyer, dollars);
  await subscribeElsewhere("eur");
  await expect(shop.pay(open.url)).rejects.toThrow("You cannot combine currencies");
  await expect(openCheckout(buyer, dollars)).rejects.toMatchObject(locked);
});

it("a lock that only Stripe knows of is the same clear answer, and blocks nothing else", async () => {
  const shop = openTestShop();
  const { userId, customer } = await createSharedCustomer(shop);
  const { dollars, inEuros } = await createPlan(shop);
  await shop.ctx().stripe.invoiceItems.create({ customer, amount: 100, currency: "eur" });
  const buyer = shop.asUser(userId);
  await expect(openCheckout(buyer, dollars)).rejects.toMatchObject({ code: "currency_locked" });
  expect((await openCheckout(buyer, inEuros)).url).toContain("http");
});
