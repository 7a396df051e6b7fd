import { openCheckout } from "../shop/checkout/open-checkout.ts";
import { findStripeCustomerOfUser } from "../sync/customer/store.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import type { NewProduct } from "../catalog/schema.ts";
import type { TestShop } from "./shop.ts";

export const monthly = {
  type: "recurring",
  interval: "month",
  intervalCount: 1,
  amountMinor: 900,
  currency: "usd",
  trialDays: 0,
} as const;

/** Creates a user who has paid for a new product at Stripe; the payment is not synced yet. */
export async function payForNewProduct(
  shop: TestShop,
  product: Partial<NewProduct> = {},
  card?: string,
) {
  const sold = await shop.createPublishedProduct(product);
  const userId = await shop.createUser();
  const checkout = await openCheckout(shop.asUser(userId), { priceId: sold.prices[0]!.id });
  await shop.pay(checkout.url, card);
  const customer = await findStripeCustomerOfUser(shop.ctx().db, userId, "test");
  return { userId, product: sold, checkout, customerId: customer!.id };
}

/** Returns the access reason of each library entry; active entries come first. */
export async function listAccessReasons(shop: TestShop, userId: string): Promise<string[]> {
  const entries = await showLibrary(shop.asUser(userId), { userId });
  return entries.map((entry) => entry.access.reason);
}

/** Creates a user with an open checkout for the product's first price. */
export async function openCheckoutForNewUser(
  shop: TestShop,
  product: { prices: { id: string }[] },
) {
  const userId = await shop.createUser();
  const priceId = product.prices[0]!.id;
  const checkout = await openCheckout(shop.asUser(userId), { priceId });
  return { userId, checkout, priceId };
}
