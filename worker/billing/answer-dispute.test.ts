import { describe, expect, it } from "vitest";
import { listAuditEntries } from "../audit/list-audit-entries.ts";
import { answerOrderDispute } from "../admin/orders/answer-order-dispute.ts";
import { showOrder } from "../admin/orders/show-order.ts";
import { answerSubscriptionDispute } from "../admin/subscriptions/answer-subscription-dispute.ts";
import { showSubscription } from "../admin/subscriptions/show-subscription.ts";
import { DAY, SECOND } from "../lib/time.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { payForNewProduct } from "../testing/fixtures/purchases.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";

const DISPUTED = "4000000000000259";
const evidence = { uncategorized_text: "They downloaded it twice." };

async function buyDisputed(shop: TestShop) {
  const { userId, customerId } = await payForNewProduct(shop, {}, DISPUTED);
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const [order] = await listOrders(shop.ctx(), { userId });
  const team = shop.asUser(await shop.createUser(), Date.now(), "admin");
  const show = () => showOrder(team, { id: order!.id });
  const { dispute } = await show();
  const answer = (disputeId = dispute!.id) =>
    answerOrderDispute(team, { id: order!.id, disputeId, evidence });
  return { id: order!.id, team, dispute: dispute!, show, answer };
}

describe("the dispute of an order", () => {
  it("its reason, amount and deadline are on the order, and evidence is submitted once", async () => {
    const shop = openTestShop();
    const { id, team, dispute, show, answer } = await buyDisputed(shop);
    expect(dispute).toMatchObject({
      status: "needs_response",
      reason: "fraudulent",
      amountMinor: 2900,
      currency: "usd",
      canAnswer: true,
      isAnswered: false,
    });
    expect(dispute.dueAt! - dispute.openedAt).toBe(9 * DAY);
    await answer();
    await answer();
    expect(await show()).toMatchObject({
      disputeStatus: "under_review",
      dispute: { canAnswer: false, isAnswered: true },
    });
    expect((await shop.ctx().stripe.disputes.retrieve(dispute.id)).evidence).toMatchObject(
      evidence,
    );
    const { items } = await listAuditEntries(team, { targetId: id });
    expect(items.map(({ action }) => action)).toEqual(["dispute.answered"]);
  });

  it("evidence is refused after the deadline, and for the dispute of another order", async () => {
    const shop = openTestShop();
    const [one, other] = [await buyDisputed(shop), await buyDisputed(shop)];
    await expect(one.answer(other.dispute.id)).rejects.toMatchObject({ code: "not_found" });
    await shop.control("clock", { advanceSeconds: (10 * DAY) / SECOND });
    await expect(
      answerOrderDispute(
        { ...one.team, now: Date.now() + 10 * DAY },
        { id: one.id, disputeId: one.dispute.id, evidence },
      ),
    ).rejects.toMatchObject({ code: "invalid_input", fields: [{ path: "disputeId" }] });
    // The shop's clock may be behind the bank's.
    await expect(one.answer()).rejects.toMatchObject({ code: "subscription_not_changeable" });
  });
});

it("the dispute of a subscription's payment is answered on its page", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop, undefined, { card: DISPUTED });
  await sub.sync();
  const team = shop.asUser(await shop.createUser(), Date.now(), "admin");
  const { dispute } = await showSubscription(team, { id: sub.id });
  await answerSubscriptionDispute(team, { id: sub.id, disputeId: dispute!.id, evidence });
  expect(await showSubscription(team, { id: sub.id })).toMatchObject({
    disputeStatus: "under_review",
    dispute: { isAnswered: true },
    changes: [{ action: "dispute.answered", reason: null }],
  });
});
