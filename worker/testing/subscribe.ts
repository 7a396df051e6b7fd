import type Stripe from "stripe";
import { confirmCheckout } from "../shop/checkout/confirm-checkout.ts";
import { openCheckout } from "../shop/checkout/open-checkout.ts";
import { syncCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { listSubscriptions } from "../purchases/subscriptions/list-subscriptions.ts";
import { findCustomerOfUser } from "../sync/customer/store.ts";
import type { NewProduct } from "../catalog/schema.ts";
import { DAY, SECOND } from "../lib/time.ts";
import { monthly } from "./purchases.ts";
import type { TestShop } from "./shop.ts";

/** A new buyer with one subscription that both sides know of, and the ways to look at it again. */
export async function subscribe(
  shop: TestShop,
  product: Partial<NewProduct> = { prices: [monthly] },
  options: { quantity?: number; card?: string } = {},
) {
  const sold = await shop.sell(product);
  const userId = await shop.newBuyer();
  const { quantity, card } = options;
  const checkout = await openCheckout(shop.as(userId), { priceId: sold.prices[0]!.id, quantity });
  await shop.pay(checkout.url, card);
  await confirmCheckout(shop.as(userId), { id: checkout.id });
  const customer = await findCustomerOfUser(shop.ctx().db, userId, "test");
  const mirrored = async () => (await listSubscriptions(shop.ctx(), { userId })).at(-1)!;
  const { id, stripeSubscriptionId } = await mirrored();
  let now = Date.now();
  return {
    product: sold,
    userId,
    customerId: customer!.id,
    id,
    stripeSubscriptionId,
    /** The holder, at the time that it is for this subscription. */
    holder: () => shop.as(userId, now),
    mirrored,
    atStripe: (): Promise<Stripe.Subscription> =>
      shop.ctx().stripe.subscriptions.retrieve(stripeSubscriptionId),
    sync: () => syncCustomer(shop.as(userId, now), { customerId: customer!.id, force: true }),
    /** Lets days pass at Stripe and here; our side hears of it by a sync. */
    async wait(days: number) {
      await shop.control("clock", { advanceSeconds: (days * DAY) / SECOND });
      now += days * DAY;
      await syncCustomer(shop.as(userId, now), { customerId: customer!.id, force: true });
    },
  };
}

export type Subscribed = Awaited<ReturnType<typeof subscribe>>;
