import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectToStripe, toUnixSeconds, type StripeConnection } from "./connect-to-stripe.ts";
import { openQuestion } from "./open-question.ts";

let connection: StripeConnection;
let stripe: Stripe;
beforeAll(async () => void ({ stripe } = connection = await connectToStripe()));
afterAll(() => connection.close());

/** Creates a subscription at $30 a month from June 1, whose card is the customer's default. */
async function createTestSubscription(params: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const { clock, customer } = await connection.createCustomerAt("2027-06-01");
  const price = await connection.createPrice(3000);
  const { id, items } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    ...params,
  });
  return { id, clock: clock.id, customer: customer.id, price, item: items.data[0]!.id };
}

const amountsOf = async (customer: string) =>
  (await stripe.charges.list({ customer })).data
    .filter(({ paid }) => paid)
    .map(({ amount }) => amount)
    .toReversed();

describe("the card of a subscription", () => {
  it(
    "a subscription's card is pinned by Checkout; the portal's card page changes only the default",
    openQuestion(
      "If the portal changes the subscription too, pointing subscriptions at the new card is needless but harmless.",
      async (context) => {
        const price = await connection.createPrice(3000);
        const { id: customer } = await stripe.customers.create({ email: "contract@example.com" });
        const session = await stripe.checkout.sessions.create({
          mode: "subscription",
          customer,
          success_url: "https://example.com/",
          line_items: [{ price: price.id, quantity: 1 }],
        });
        await connection.payByHand(context, session);
        const paid = await stripe.checkout.sessions.retrieve(session.id);
        const read = () => stripe.subscriptions.retrieve(paid.subscription as string);
        const pinned = (await read()).default_payment_method;
        expect(pinned).toMatch(/^pm_/);
        const portal = await stripe.billingPortal.sessions.create({
          customer,
          return_url: "https://example.com/",
          flow_data: { type: "payment_method_update" },
        });
        await connection.changeCardByHand(context, portal, customer);
        const changed = await stripe.customers.retrieve(customer);
        const { default_payment_method: chosen } = (changed as Stripe.Customer).invoice_settings;
        expect(chosen).toMatch(/^pm_/);
        expect(chosen).not.toBe(pinned);
        expect((await read()).default_payment_method).toBe(pinned);
      },
    ),
  );
});

describe("a recurring price", () => {
  it("a price of the same interval replaces another without proration, from the renewal on", async () => {
    const { id, clock, customer, item } = await createTestSubscription();
    await connection.advanceClock(clock, "2027-06-30T20:00:00Z");
    const newPrice = await connection.createPrice(4500);
    const moved = await stripe.subscriptions.update(id, {
      items: [{ id: item, price: newPrice.id, quantity: 1 }],
      proration_behavior: "none",
    });
    expect(moved.items.data[0]).toMatchObject({
      price: { id: newPrice.id },
      current_period_end: toUnixSeconds("2027-07-01"),
    });
    expect(await amountsOf(customer)).toEqual([3000]);
    await connection.advanceClock(clock, "2027-07-01T02:00:00Z");
    expect(await amountsOf(customer)).toEqual([3000, 4500]);
  });
});
