import { openCheckout } from "../shop/checkout/open-checkout.ts";
import { findCustomerOfUser } from "../sync/customer/store.ts";
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

/** A new buyer who has paid for a new product at Stripe; our side has heard nothing of it yet. */
export async function payForNewProduct(
  shop: TestShop,
  product: Partial<NewProduct> = {},
  card?: string,
) {
  const sold = await shop.sell(product);
  const userId = await shop.newBuyer();
  const checkout = await openCheckout(shop.as(userId), { priceId: sold.prices[0]!.id });
  await shop.pay(checkout.url, card);
  const customer = await findCustomerOfUser(shop.ctx().db, userId, "test");
  return { userId, product: sold, checkout, customerId: customer!.id };
}

/** Why the user has what is in the library, what is in force first. */
export async function reasonsOf(shop: TestShop, userId: string): Promise<string[]> {
  const entries = await showLibrary(shop.as(userId), { userId });
  return entries.map((entry) => entry.access.reason);
}

/** A new buyer at the door of a checkout for a product's first price. */
export async function openForNewBuyer(shop: TestShop, product: { prices: { id: string }[] }) {
  const userId = await shop.newBuyer();
  const priceId = product.prices[0]!.id;
  const checkout = await openCheckout(shop.as(userId), { priceId });
  return { userId, checkout, priceId };
}
