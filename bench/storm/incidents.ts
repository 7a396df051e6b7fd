import Stripe from "stripe";
import type { TestShop } from "../../worker/testing/shop.ts";
import type { StormUser } from "./storm-users.ts";
import type { SeededRandom } from "./seeded-random.ts";

type Incident = (shop: TestShop, user: StormUser, random: SeededRandom) => Promise<unknown>;

/** Changes to purchases by the seller in Stripe's dashboard, the user in Stripe's portal, or the bank. */
const incidents: Record<string, Incident> = {
  refundPartially: (shop, { charges }, random) =>
    runForRandomId(charges, random, (charge) =>
      shop.ctx().stripe.refunds.create({ charge, amount: 100 }),
    ),
  refundFully: (shop, { charges }, random) =>
    runForRandomId(charges, random, (charge) => shop.ctx().stripe.refunds.create({ charge })),
  // A charge can be disputed several times.
  dispute: (shop, { charges, disputes }, random) =>
    runForRandomId(charges, random, async (charge) => {
      const { id } = await shop.control<Stripe.Dispute>("disputes", { charge });
      disputes.push(id);
    }),
  closeDispute: (shop, { disputes }, random) =>
    runForRandomId(disputes.splice(0, 1), random, (id) =>
      shop.control(`disputes/${id}/close`, { outcome: random.pick(["won", "lost"]) }),
    ),
  settleDebit: (shop, { debits }, random) =>
    runForRandomId(debits.splice(0, 1), random, (id) =>
      shop.control(`checkout/${id}/settle`, { outcome: random.pick(["succeeded", "failed"]) }),
    ),
  cancelAtPeriodEnd: (shop, { subscriptions }, random) =>
    runForRandomId(subscriptions, random, (id) =>
      shop.ctx().stripe.subscriptions.update(id, { cancel_at_period_end: true }),
    ),
  undoCancellation: (shop, { subscriptions }, random) =>
    runForRandomId(subscriptions, random, (id) =>
      shop.ctx().stripe.subscriptions.update(id, { cancel_at_period_end: false }),
    ),
  changeSeats: (shop, { subscriptions }, random) =>
    runForRandomId(subscriptions, random, async (id) => {
      const { stripe } = shop.ctx();
      const { items } = await stripe.subscriptions.retrieve(id);
      const quantity = 1 + Math.floor(random.next() * 9);
      const change = { items: [{ id: items.data[0]!.id, quantity }], proration_behavior: "none" };
      await stripe.subscriptions.update(id, change as Stripe.SubscriptionUpdateParams);
    }),
  pause: (shop, { subscriptions }, random) =>
    runForRandomId(subscriptions, random, (id) => shop.ctx().stripe.subscriptions.pause(id)),
  resume: (shop, { subscriptions }, random) =>
    runForRandomId(subscriptions, random, (id) => shop.ctx().stripe.subscriptions.resume(id)),
  cancelNow: (shop, { subscriptions }, random) =>
    runForRandomId(subscriptions, random, (id) => shop.ctx().stripe.subscriptions.cancel(id)),
  updatePhone: (shop, { stripeCustomerId }, random) =>
    shop.ctx().stripe.customers.update(stripeCustomerId, { phone: String(random.next()) }),
  deleteCustomer: (shop, user) => {
    user.deleted = true;
    return shop.ctx().stripe.customers.del(user.stripeCustomerId);
  },
};

/** The relative frequency of each incident. Customers are rarely deleted. */
const weights: Record<keyof typeof incidents, number> = {
  refundPartially: 8,
  refundFully: 4,
  dispute: 3,
  closeDispute: 6,
  settleDebit: 10,
  cancelAtPeriodEnd: 10,
  undoCancellation: 6,
  changeSeats: 10,
  pause: 4,
  resume: 4,
  cancelNow: 4,
  updatePhone: 4,
  deleteCustomer: 1,
};
const weightedNames = Object.entries(weights).flatMap(([name, weight]) =>
  Array.from({ length: weight }, () => name),
);

/** Applies a random incident to a user. Ignores incidents that Stripe refuses in the user's current state. */
export async function applyRandomIncident(
  shop: TestShop,
  random: SeededRandom,
  user: StormUser,
): Promise<void> {
  const incident = incidents[random.pick(weightedNames)]!;
  if (user.deleted) return;
  try {
    await incident(shop, user, random);
  } catch (error) {
    const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError;
    if (!isRefused && !/ 4\d\d\b/.test(String(error))) throw error;
  }
}

async function runForRandomId(
  ids: string[],
  random: SeededRandom,
  act: (id: string) => Promise<unknown>,
): Promise<void> {
  if (ids.length > 0) await act(random.pick(ids));
}
