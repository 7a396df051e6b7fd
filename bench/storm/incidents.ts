import Stripe from "stripe";
import type { TestShop } from "../../worker/testing/shop.ts";
import type { Buyer } from "./storm-users.ts";
import type { Chance } from "./seeded-random.ts";

type Trouble = (shop: TestShop, buyer: Buyer, chance: Chance) => Promise<unknown>;

/** What happens to purchases, by the seller in Stripe's dashboard, the buyer in its portal, or the bank. */
const troubles: Record<string, Trouble> = {
  refundPart: (shop, { charges }, chance) =>
    each(charges, chance, (charge) => shop.ctx().stripe.refunds.create({ charge, amount: 100 })),
  refundAll: (shop, { charges }, chance) =>
    each(charges, chance, (charge) => shop.ctx().stripe.refunds.create({ charge })),
  // A charge can be disputed several times.
  dispute: (shop, { charges, disputes }, chance) =>
    each(charges, chance, async (charge) => {
      const { id } = await shop.control<Stripe.Dispute>("disputes", { charge });
      disputes.push(id);
    }),
  closeDispute: (shop, { disputes }, chance) =>
    each(disputes.splice(0, 1), chance, (id) =>
      shop.control(`disputes/${id}/close`, { outcome: chance.pick(["won", "lost"]) }),
    ),
  settleDebit: (shop, { debits }, chance) =>
    each(debits.splice(0, 1), chance, (id) =>
      shop.control(`checkout/${id}/settle`, { outcome: chance.pick(["succeeded", "failed"]) }),
    ),
  cancelAtEnd: (shop, { subscriptions }, chance) =>
    each(subscriptions, chance, (id) =>
      shop.ctx().stripe.subscriptions.update(id, { cancel_at_period_end: true }),
    ),
  undoCancellation: (shop, { subscriptions }, chance) =>
    each(subscriptions, chance, (id) =>
      shop.ctx().stripe.subscriptions.update(id, { cancel_at_period_end: false }),
    ),
  changeSeats: (shop, { subscriptions }, chance) =>
    each(subscriptions, chance, async (id) => {
      const { stripe } = shop.ctx();
      const { items } = await stripe.subscriptions.retrieve(id);
      const quantity = 1 + Math.floor(chance.next() * 9);
      const change = { items: [{ id: items.data[0]!.id, quantity }], proration_behavior: "none" };
      await stripe.subscriptions.update(id, change as Stripe.SubscriptionUpdateParams);
    }),
  pause: (shop, { subscriptions }, chance) =>
    each(subscriptions, chance, (id) => shop.ctx().stripe.subscriptions.pause(id)),
  resume: (shop, { subscriptions }, chance) =>
    each(subscriptions, chance, (id) => shop.ctx().stripe.subscriptions.resume(id)),
  cancelNow: (shop, { subscriptions }, chance) =>
    each(subscriptions, chance, (id) => shop.ctx().stripe.subscriptions.cancel(id)),
  move: (shop, { stripeId }, chance) =>
    shop.ctx().stripe.customers.update(stripeId, { phone: String(chance.next()) }),
  leave: (shop, buyer) => {
    buyer.deleted = true;
    return shop.ctx().stripe.customers.del(buyer.stripeId);
  },
};

/** How often each happens: a buyer rarely leaves for good. */
const weights: Record<keyof typeof troubles, number> = {
  refundPart: 8,
  refundAll: 4,
  dispute: 3,
  closeDispute: 6,
  settleDebit: 10,
  cancelAtEnd: 10,
  undoCancellation: 6,
  changeSeats: 10,
  pause: 4,
  resume: 4,
  cancelNow: 4,
  move: 4,
  leave: 1,
};
const lots = Object.entries(weights).flatMap(([name, weight]) =>
  Array.from({ length: weight }, () => name),
);

/**
 * Something happens to a buyer. What Stripe refuses, since it makes no sense for what the buyer has, does not happen.
 */
export async function trouble(shop: TestShop, chance: Chance, buyer: Buyer): Promise<void> {
  const happening = troubles[chance.pick(lots)]!;
  if (buyer.deleted) return;
  try {
    await happening(shop, buyer, chance);
  } catch (error) {
    const refused = error instanceof Stripe.errors.StripeInvalidRequestError;
    if (!refused && !/answered 4/.test(String(error))) throw error;
  }
}

async function each(
  ids: string[],
  chance: Chance,
  act: (id: string) => Promise<unknown>,
): Promise<void> {
  if (ids.length > 0) await act(chance.pick(ids));
}
