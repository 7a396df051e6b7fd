import { expect, it } from "vitest";
import { openCheckout } from "../checkout/open-checkout.ts";
import { findStripeCustomerOfUser } from "../sync/customer/store.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";

/** Buys a product for $29 or a subscription for $9 with a code that takes a quarter off, and returns the email. */
async function buyWithCode(
  shop: TestShop,
  product: Parameters<TestShop["createPublishedProduct"]>[0],
  beforeSync?: () => Promise<unknown>,
) {
  const { stripe } = shop.ctx();
  const { id: coupon } = await stripe.coupons.create({ percent_off: 25, duration: "once" });
  const { code } = await stripe.promotionCodes.create({
    promotion: { type: "coupon", coupon },
    code: `SPRING${crypto.randomUUID().slice(0, 6).toUpperCase()}`,
  });
  const sold = await shop.createPublishedProduct(product);
  const userId = await shop.createUser();
  const checkout = await openCheckout(shop.asUser(userId), { priceId: sold.prices[0]!.id });
  await shop.pay(checkout.url, undefined, { promotionCode: code });
  await beforeSync?.();
  const { id: customerId } = (await findStripeCustomerOfUser(shop.ctx().db, userId, "test"))!;
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const [invoice] = (await stripe.invoices.list()).data;
  const [email] = await shop.emailsTo(userId);
  return { text: email!.text, code, invoice: invoice! };
}

it("the receipt for an order has its number, the invoice's, and the discount with its code", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const { text, code, invoice } = await buyWithCode(shop, { name: "Field Guide" });
  expect(text).toMatch(/^Order number: [0-9A-Z]{7}-[0-9A-F]{4}$/m);
  expect(text).toContain(`Invoice number: ${invoice.number}\n`);
  expect(text).toContain(`Field Guide: $29.00\nDiscount (${code}): −$7.25\nTotal: $21.75\n`);
});

it("the email about a new subscription has the bill of its first payment", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const product = { name: "Club", prices: [monthly] };
  const { text, code, invoice } = await buyWithCode(shop, product);
  expect(text).toMatch(/^Order number: [0-9A-Z]{7}-[0-9A-F]{4}$/m);
  expect(text).toContain(`Invoice number: ${invoice.number}\n`);
  expect(text).toContain(`Club: $9.00\nDiscount (${code}): −$2.25\nTotal: $6.75\n`);
});

it("a receipt is sent without what only Stripe knows while Stripe does not return the session", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const { text, code, invoice } = await buyWithCode(shop, { name: "Field Guide" }, () =>
    shop.control("faults", { match: "GET /v1/checkout/sessions/*", times: 9, status: 500 }),
  );
  expect(text).toContain("Discount: −$7.25\nTotal: $21.75\n");
  for (const unknown of [code, invoice.number!, "Invoice number"])
    expect(text).not.toContain(unknown);
});
