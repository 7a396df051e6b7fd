import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectToStripe, type StripeConnection } from "./connect-to-stripe.ts";

let connection: StripeConnection;
let stripe: Stripe;
beforeAll(async () => void ({ stripe } = connection = await connectToStripe()));
afterAll(() => connection.close());

async function createTestSubscription(params: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const { clock, customer } = await connection.createCustomerAt("2027-06-01");
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: (await connection.createPrice(3000)).id }],
    ...params,
  });
  return { clock: clock.id, customer: customer.id, id };
}

// Stripe promises no order among events of the same time, so these are compared as sets.
describe("events", () => {
  it("a first payment creates the subscription and pays its invoice", async () => {
    const { customer } = await createTestSubscription();
    const types = await connection.listEventTypes(customer, "invoice.payment_succeeded");
    expect(types).toEqual(
      expect.arrayContaining([
        "customer.created",
        "payment_method.attached",
        "customer.subscription.created",
        "invoice.created",
        "invoice.finalized",
        "payment_intent.created",
        "payment_intent.succeeded",
        "charge.succeeded",
        "invoice.paid",
        "invoice.payment_succeeded",
      ]),
    );
    expect(types.filter((type) => type === "customer.subscription.created")).toHaveLength(1);
    expect(types.filter((type) => type === "invoice.paid")).toHaveLength(1);
  });

  it("a renewal creates a draft invoice first and pays it an hour later", async () => {
    const { clock, customer } = await createTestSubscription();
    await connection.advanceClock(clock, "2027-07-01T00:10:00Z");
    const drafted = await connection.listEventTypes(customer, "customer.subscription.updated");
    expect(drafted.filter((type) => type === "invoice.created")).toHaveLength(2);
    expect(drafted.filter((type) => type === "invoice.paid")).toHaveLength(1);
    await connection.advanceClock(clock, "2027-07-01T02:00:00Z");
    const paid = await connection.pollUntil(
      () => connection.listEventTypes(customer, "invoice.paid"),
      (types) => types.filter((type) => type === "invoice.paid").length === 2,
    );
    const later = paid.slice(drafted.length);
    expect(later).toEqual(
      expect.arrayContaining(["invoice.finalized", "charge.succeeded", "invoice.paid"]),
    );
    expect(later).not.toContain("customer.subscription.created");
  });

  it("a failed renewal updates the subscription and does not delete it", async () => {
    const { clock, customer, id } = await createTestSubscription();
    const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
    await stripe.subscriptions.update(id, { default_payment_method: bad.id });
    await connection.advanceClock(clock, "2027-07-01T02:00:00Z");
    const types = await connection.listEventTypes(customer, "invoice.payment_failed");
    expect(types).toEqual(
      expect.arrayContaining([
        "charge.failed",
        "payment_intent.payment_failed",
        "invoice.payment_failed",
        "customer.subscription.updated",
      ]),
    );
    expect(types).not.toContain("customer.subscription.deleted");
  });

  it("a trial announces its end three days before", async () => {
    const { clock, customer } = await createTestSubscription({ trial_period_days: 7 });
    await connection.advanceClock(clock, "2027-06-04T12:00:00Z");
    expect(
      await connection.listEventTypes(customer, "customer.subscription.created"),
    ).not.toContain("customer.subscription.trial_will_end");
    await connection.advanceClock(clock, "2027-06-05T01:00:00Z");
    expect(
      await connection.listEventTypes(customer, "customer.subscription.trial_will_end"),
    ).toContain("customer.subscription.trial_will_end");
  });

  it("a scheduled cancellation is an update with the previous values, before the deletion", async () => {
    const { customer, id } = await createTestSubscription();
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await stripe.subscriptions.cancel(id);
    const types = await connection.listEventTypes(customer, "customer.subscription.deleted");
    expect(types.indexOf("customer.subscription.updated")).toBeLessThan(
      types.indexOf("customer.subscription.deleted"),
    );
    const { data } = await stripe.events.list({ type: "customer.subscription.updated", limit: 50 });
    const planned = data.find(({ data: { object } }) => (object as { id: string }).id === id);
    expect(planned).toMatchObject({
      livemode: false,
      api_version: "2026-10-28.endive",
      request: { id: expect.stringMatching(/^req_/) },
      data: { previous_attributes: { cancel_at_period_end: false, cancel_at: null } },
    });
  });

  it("400 for a list filtered by more than twenty event types", async () => {
    const types = Array.from({ length: 21 }, (_, index) => `charge.type_${index}`);
    await expect(stripe.events.list({ types })).rejects.toMatchObject({ statusCode: 400 });
  });
});
