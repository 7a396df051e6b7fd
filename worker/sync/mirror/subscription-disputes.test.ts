import type Stripe from "stripe";
import { expect, it } from "vitest";
import { listAccessReasons, monthly } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import type { NewProduct } from "../../admin/products/schema.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { changePlan } from "../../billing/change-plan.ts";
import { previewPlanChange } from "../../billing/preview-plan-change.ts";
import { showBilling } from "../../shop/billing/show-billing.ts";
import { refundSubscription } from "../../billing/change-subscription-for-user.ts";

const seats = { ...monthly, model: "per_seat" } as const;

async function listCharges(shop: TestShop): Promise<Stripe.Charge[]> {
  return (await shop.ctx().stripe.charges.list()).data;
}

/** Subscribes a user to seats, disputes the first payment and mirrors that. */
async function subscribeAndDispute(shop: TestShop) {
  const sub = await subscribe(shop, { prices: [seats] }, { quantity: 2 });
  const charge = (await listCharges(shop))[0]!;
  const dispute = await shop.control<Stripe.Dispute>("disputes", { charge: charge.id });
  await sub.sync();
  return { sub, dispute, close: closeAs(shop, dispute) };
}

const closeAs =
  (shop: TestShop, { id }: Stripe.Dispute) =>
  (outcome: string) =>
    shop.control(`disputes/${id}/close`, { outcome });

/** Changes the seats at Stripe, as somebody in its dashboard can, so that the latest invoice has another payment. */
async function addSeatAtStripe(shop: TestShop, stripeSubscriptionId: string) {
  const { stripe } = shop.ctx();
  const { items } = await stripe.subscriptions.retrieve(stripeSubscriptionId);
  await stripe.subscriptions.update(stripeSubscriptionId, {
    items: [{ id: items.data[0]!.id, quantity: 3 }],
    proration_behavior: "always_invoice",
  });
}

it("a later invoice does not settle a dispute: access stays off until the bank decides", async () => {
  const shop = openTestShop();
  const { sub, dispute, close } = await subscribeAndDispute(shop);
  await addSeatAtStripe(shop, sub.stripeSubscriptionId);
  await sub.sync();
  expect(await listCharges(shop)).toHaveLength(2);
  expect(await sub.mirrored()).toMatchObject({
    disputeStatus: "needs_response",
    stripeDisputeId: dispute.id,
    disputedPaymentIntentId: dispute.payment_intent,
  });
  expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_disputed"]);
  await sub.advanceDays(32);
  expect(await listCharges(shop)).toHaveLength(3);
  expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_disputed"]);
  await close("won");
  await sub.sync();
  expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_active"]);
});

it("a lost dispute of an earlier payment keeps access off", async () => {
  const shop = openTestShop();
  const { sub, close } = await subscribeAndDispute(shop);
  await addSeatAtStripe(shop, sub.stripeSubscriptionId);
  await close("lost");
  await sub.sync();
  expect(await sub.mirrored()).toMatchObject({ disputeStatus: "lost" });
  expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_disputed"]);
});

it("a disputed payment suspends only the purchase that it paid for", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  const buy = async (product: Partial<NewProduct>) => {
    const { prices } = await shop.createPublishedProduct(product);
    const checkout = await openCheckout(sub.userContext(), { priceId: prices[0]!.id });
    await shop.pay(checkout.url);
    return (await listCharges(shop))[0]!.id;
  };
  const dispute = (charge: string) => shop.control("disputes", { charge });
  await dispute(await buy({}));
  await sub.sync();
  expect(await listAccessReasons(shop, sub.userId)).toEqual([
    "subscription_active",
    "order_disputed",
  ]);
  await dispute(await buy({ prices: [monthly] }));
  await sub.sync();
  expect((await listAccessReasons(shop, sub.userId)).toSorted()).toEqual([
    "order_disputed",
    "subscription_active",
    "subscription_disputed",
  ]);
});

it("a disputed subscription cannot be changed to another plan or number of seats", async () => {
  const shop = openTestShop();
  const { sub, close } = await subscribeAndDispute(shop);
  const refused = { code: "subscription_disputed" };
  const preview = () => previewPlanChange(sub.userContext(), { id: sub.id, quantity: 3 });
  const prorationDate = sub.userContext().now;
  await expect(preview()).rejects.toMatchObject(refused);
  await expect(
    changePlan(sub.userContext(), { id: sub.id, quantity: 3, prorationDate }),
  ).rejects.toMatchObject(refused);
  expect(await listCharges(shop)).toHaveLength(1);
  const billed = async () =>
    (await showBilling(sub.userContext(), { userId: sub.userId })).subscriptions[0]!;
  expect(await billed()).toMatchObject({
    notice: { code: "disputed", at: null },
    actions: ["cancel", "end"],
    plans: [],
  });
  await close("won");
  await sub.sync();
  expect(await billed()).toMatchObject({ notice: null });
  expect((await preview()).quantity).toBe(3);
});

it("an event about a dispute of an earlier payment suspends the subscription", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  const first = (await listCharges(shop))[0]!;
  await sub.advanceDays(32);
  await shop.control("disputes", { charge: first.id });
  const event = (await shop.events()).find(({ type }) => type === "charge.dispute.created")!;
  await shop.deliver(event);
  expect(shop.queued).toEqual([{ customerId: sub.customerId }]);
  await shop.processQueue();
  expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_disputed"]);
});

it("the latest payment can be refunded after a dispute of an earlier one was lost", async () => {
  const shop = openTestShop();
  const { sub, close } = await subscribeAndDispute(shop);
  const refund = { refundedMinor: 0, reason: "requested_by_customer", end: true } as const;
  await expect(refundSubscription(shop.ctx(), { id: sub.id, ...refund })).rejects.toMatchObject({
    code: "payment_disputed",
  });
  await close("lost");
  await sub.advanceDays(32);
  await refundSubscription(shop.ctx(), { id: sub.id, ...refund });
  expect((await listCharges(shop)).map((charge) => charge.amount_refunded)).toEqual([1800, 0]);
  expect((await sub.mirrored()).status).toBe("canceled");
});
