import type { NewProduct } from "../catalog/schema.ts";
import { openCheckout } from "../shop/checkout/open-checkout.ts";
import { findStripeCustomerOfUser } from "../sync/customer/store.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import type { TestShop } from "./shop.ts";

/**
 * Creates a user who pays two Checkout Sessions for one product. The second is opened directly at Stripe, like a tab
 * that was still open. Nothing is synced yet.
 * @param options.beforeSecond runs between the two payments
 */
export async function payTwice(
  shop: TestShop,
  product: Partial<NewProduct> = {},
  options: { card?: string | undefined; beforeSecond?: () => Promise<void> } = {},
) {
  const sold = await shop.createPublishedProduct(product);
  const userId = await shop.createUser();
  const [soldPrice] = sold.prices;
  const checkout = await openCheckout(shop.asUser(userId), { priceId: soldPrice!.id });
  const { stripe } = shop.ctx();
  const [open] = (await stripe.checkout.sessions.list()).data;
  const price = (await stripe.prices.list()).data[0]!;
  // The oldest purchase is kept, so the second must not begin in the same second. A subscription begins with its payment.
  const letTimePass = () => shop.control("clock", { advanceSeconds: 2 });
  await letTimePass();
  const isRecurring = soldPrice!.type === "recurring";
  const { trialDays } = soldPrice!;
  const second = await stripe.checkout.sessions.create({
    mode: isRecurring ? "subscription" : "payment",
    customer: open!.customer as string,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: "http://localhost:8787/",
    metadata: open!.metadata!,
    ...(isRecurring && {
      subscription_data: {
        metadata: open!.metadata!,
        ...(trialDays > 0 && { trial_period_days: trialDays }),
      },
    }),
  });
  await shop.pay(checkout.url, options.card);
  await options.beforeSecond?.();
  await letTimePass();
  await shop.pay(second.url!, options.card);
  const customer = await findStripeCustomerOfUser(shop.ctx().db, userId, "test");
  const customerId = customer!.id;
  return {
    userId,
    customerId,
    checkout,
    sync: () => syncStripeCustomer(shop.ctx(), { customerId, force: true }),
  };
}
