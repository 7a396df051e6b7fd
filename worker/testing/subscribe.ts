import type Stripe from "stripe";
import { confirmCheckout } from "../shop/checkout/confirm-checkout.ts";
import { openCheckout } from "../shop/checkout/open-checkout.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { listSubscriptions } from "../purchases/subscriptions/list-subscriptions.ts";
import { findStripeCustomerOfUser } from "../sync/customer/store.ts";
import type { NewProduct } from "../catalog/schema.ts";
import { DAY, SECOND } from "../lib/time.ts";
import { monthly } from "./purchases.ts";
import type { TestShop } from "./shop.ts";

/**
 * Creates a user with one paid and synced subscription. Returns its ids and functions to read it at Stripe and here.
 */
export async function subscribe(
  shop: TestShop,
  product: Partial<NewProduct> = { prices: [monthly] },
  options: { quantity?: number; card?: string } = {},
) {
  const sold = await shop.createPublishedProduct(product);
  const userId = await shop.createUser();
  const { quantity, card } = options;
  const checkout = await openCheckout(shop.asUser(userId), {
    priceId: sold.prices[0]!.id,
    quantity,
  });
  await shop.pay(checkout.url, card);
  await confirmCheckout(shop.asUser(userId), { id: checkout.id });
  const customer = await findStripeCustomerOfUser(shop.ctx().db, userId, "test");
  const mirrored = async () => (await listSubscriptions(shop.ctx(), { userId })).at(-1)!;
  const { id, stripeSubscriptionId } = await mirrored();
  let now = Date.now();
  return {
    product: sold,
    userId,
    customerId: customer!.id,
    id,
    stripeSubscriptionId,
    /** Returns a context of the user at the current time of this subscription's clock. */
    userContext: () => shop.asUser(userId, now),
    mirrored,
    atStripe: (): Promise<Stripe.Subscription> =>
      shop.ctx().stripe.subscriptions.retrieve(stripeSubscriptionId),
    sync: () =>
      syncStripeCustomer(shop.asUser(userId, now), { customerId: customer!.id, force: true }),
    /** Advances the clock at Stripe and here, then syncs the Stripe customer. */
    async advanceDays(days: number) {
      await shop.control("clock", { advanceSeconds: (days * DAY) / SECOND });
      now += days * DAY;
      await syncStripeCustomer(shop.asUser(userId, now), { customerId: customer!.id, force: true });
    },
  };
}

export type TestSubscription = Awaited<ReturnType<typeof subscribe>>;
