import type Stripe from "stripe";

/** The subscriptions, each with all of its items: Stripe shows the first ten inside it. */
export function withAllItems(
  stripe: Stripe,
  subscriptions: Stripe.Subscription[],
): Promise<Stripe.Subscription[]> {
  return Promise.all(
    subscriptions.map(async (subscription) => {
      if (!subscription.items.has_more) return subscription;
      const data: Stripe.SubscriptionItem[] = [];
      const list = stripe.subscriptionItems.list({ subscription: subscription.id, limit: 100 });
      for await (const item of list) data.push(item);
      return { ...subscription, items: { ...subscription.items, data, has_more: false } };
    }),
  );
}
