import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

it("an item is added, changed and removed on its own, and billed like an update of the subscription", async () => {
  const { stripe, price, customer, events } = createTestAccount(sandbox);
  const subscription = await stripe.subscriptions.create({
    customer: (await customer()).id,
    items: [{ price: (await price(1000)).id }],
  });
  const seats = await price(500);
  const added = await stripe.subscriptionItems.create({
    subscription: subscription.id,
    price: seats.id,
    quantity: 2,
    proration_behavior: "always_invoice",
  });
  expect(added).toMatchObject({
    object: "subscription_item",
    subscription: subscription.id,
    quantity: 2,
    price: { id: seats.id },
  });
  const totals = async () => (await stripe.invoices.list()).data.map(({ total }) => total);
  expect(await totals()).toEqual([1000, 1000]);
  expect(await stripe.subscriptionItems.update(added.id, { quantity: 3 })).toMatchObject({
    id: added.id,
    quantity: 3,
  });
  expect(
    await stripe.subscriptionItems.del(added.id, { proration_behavior: "none" }),
  ).toMatchObject({
    id: added.id,
    object: "subscription_item",
    deleted: true,
  });
  const left = await stripe.subscriptions.retrieve(subscription.id);
  expect(left.items.data.map(({ id }) => id)).toEqual([subscription.items.data[0]!.id]);
  const updates = (await events()).filter(({ type }) => type === "customer.subscription.updated");
  expect(updates.length).toBeGreaterThanOrEqual(3);
});

it("an item of a canceled or unknown subscription is refused", async () => {
  const { stripe, price, customer } = createTestAccount(sandbox);
  const { id } = await price(1000);
  const subscription = await stripe.subscriptions.create({
    customer: (await customer()).id,
    items: [{ price: id }],
  });
  await stripe.subscriptions.cancel(subscription.id);
  await expect(
    stripe.subscriptionItems.create({ subscription: subscription.id, price: id }),
  ).rejects.toMatchObject({ code: "invalid_canceled_subscription_fields" });
  const cancellation_details = { comment: "", feedback: "unused" } as const;
  expect(
    await stripe.subscriptions.update(subscription.id, { cancellation_details }),
  ).toMatchObject({
    status: "canceled",
    cancellation_details: { comment: null, feedback: "unused" },
  });
  await expect(
    stripe.subscriptionItems.create({ subscription: "sub_none", price: id }),
  ).rejects.toMatchObject({ code: "resource_missing", param: "subscription" });
});
