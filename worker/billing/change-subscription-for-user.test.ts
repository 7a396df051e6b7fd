import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { monthly } from "../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { createSignedInUser } from "../testing/clients/sign-in.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { listAuditEntries } from "../audit/list-audit-entries.ts";
import { showSubscription } from "../admin/subscriptions/show-subscription.ts";
import { createGift } from "../gifts/create-gift.ts";
import {
  cancelSubscriptionForUser,
  endSubscriptionForUser,
  undoCancellationForUser,
  refundSubscription,
} from "./change-subscription-for-user.ts";
import { scheduleCancellation } from "./schedule-cancellation.ts";
import { searchSubscriptions } from "../admin/subscriptions/search-subscriptions.ts";

const reason = "requested_by_customer";

/** Creates a subscription, and a team member who manages it. */
async function createSubscription(shop: TestShop) {
  const subscription = await subscribe(shop, {
    prices: [monthly],
    benefits: [{ type: "feature", name: "Exports", settings: {} }],
  });
  const team = shop.asUser(await shop.createUser(), Date.now(), "admin");
  const { id } = subscription;
  return {
    ...subscription,
    team,
    show: () => showSubscription(team, { id }),
    actionsLogged: async () =>
      (await listAuditEntries(team, { targetId: id })).items.map(({ action }) => action).toSorted(),
    refund: (refundedMinor: number, end: boolean, amountMinor?: number) =>
      refundSubscription(team, { id, refundedMinor, amountMinor, reason, end }),
  };
}

describe("changes by the team to a user's subscription", () => {
  it("cancel, undo and end are audited once each", async () => {
    const subscription = await createSubscription(openTestShop());
    const { team, id } = subscription;
    expect(await subscription.show()).toMatchObject({
      next: { kind: "renews", amountMinor: 900 },
      actions: expect.arrayContaining(["cancel", "end", "pause", "discount", "request_payment"]),
      effect: { loses: [{ name: "Exports" }] },
      items: [{ productName: subscription.product.name, amountMinor: 900, quantity: 1 }],
    });
    await cancelSubscriptionForUser(team, { id, reason: "Asked by phone" });
    await cancelSubscriptionForUser(team, { id, reason: "Asked again" });
    expect(await subscription.show()).toMatchObject({
      next: { kind: "ends" },
      actions: expect.arrayContaining(["keep", "end"]),
      changes: [
        {
          action: "subscription.cancellation_scheduled",
          reason: "Asked by phone",
          actorName: "A Buyer",
        },
      ],
    });
    await undoCancellationForUser(team, { id });
    expect(await subscription.show()).toMatchObject({ next: { kind: "renews" }, cancelAt: null });
    await endSubscriptionForUser(team, { id });
    await endSubscriptionForUser(team, { id });
    expect(await subscription.show()).toMatchObject({
      next: { kind: "ended" },
      access: { active: false },
      actions: [],
    });
    expect(await subscription.actionsLogged()).toEqual([
      "subscription.cancellation_scheduled",
      "subscription.cancellation_undone",
      "subscription.ended",
    ]);
  });

  it("a change that Stripe refuses is not audited", async () => {
    const shop = openTestShop();
    const subscription = await createSubscription(shop);
    await shop.control("faults", {
      match: "POST /v1/subscriptions/*",
      times: 3,
      status: 500,
    });
    await expect(
      cancelSubscriptionForUser(subscription.team, { id: subscription.id }),
    ).rejects.toMatchObject({
      code: "stripe_unavailable",
    });
    expect(await subscription.actionsLogged()).toEqual([]);
  });

  it("a refund ends the subscription only with `end`, and repeating it changes nothing", async () => {
    const shop = openTestShop();
    const subscription = await createSubscription(shop);
    await subscription.refund(0, false, 400);
    expect(await subscription.show()).toMatchObject({
      status: "active",
      access: { active: true },
      payment: { refundedMinor: 400, amountMinor: 900 },
      isRefundable: true,
    });
    await subscription.refund(400, true);
    await subscription.refund(400, true);
    expect(await subscription.show()).toMatchObject({
      status: "canceled",
      access: { active: false },
      payment: { refundedMinor: 900 },
      isRefundable: false,
    });
    expect(await subscription.actionsLogged()).toEqual([
      "subscription.ended",
      "subscription.refunded",
      "subscription.refunded",
    ]);
  });

  it("a full refund ends a subscription that is ending already, and a partial one does not", async () => {
    const subscription = await createSubscription(openTestShop());
    await cancelSubscriptionForUser(subscription.team, { id: subscription.id });
    await subscription.refund(0, false, 400);
    expect(await subscription.show()).toMatchObject({ status: "active", access: { active: true } });
    await subscription.refund(400, false);
    expect(await subscription.show()).toMatchObject({
      status: "canceled",
      access: { active: false },
      payment: { refundedMinor: 900 },
    });
    expect(await subscription.actionsLogged()).toEqual([
      "subscription.cancellation_scheduled",
      "subscription.ended",
      "subscription.refunded",
      "subscription.refunded",
    ]);
  });

  it("if ending fails after the refund, repeating the call ends it without a second refund", async () => {
    const shop = openTestShop();
    const subscription = await createSubscription(shop);
    await shop.control("faults", {
      match: "DELETE /v1/subscriptions/*",
      times: 3,
      status: 503,
    });
    await expect(subscription.refund(0, true)).rejects.toMatchObject({
      code: "stripe_unavailable",
    });
    await shop.control("faults", { match: "DELETE /v1/subscriptions/*", times: 0, status: 503 });
    await subscription.refund(0, true);
    expect(await subscription.show()).toMatchObject({
      status: "canceled",
      payment: { refunds: [{ amountMinor: 900 }] },
    });
    expect((await shop.ctx().stripe.refunds.list()).data).toHaveLength(1);
  });

  it("the page shows the benefits that a gift would keep after the end", async () => {
    const subscription = await createSubscription(openTestShop());
    await createGift(subscription.team, {
      userId: subscription.userId,
      productId: subscription.product.id,
      note: "x",
    });
    expect((await subscription.show()).effect).toMatchObject({
      loses: [],
      keeps: [{ name: "Exports", through: [{ type: "gift" }] }],
    });
  });

  it("changes by the team are refused to the user, and a member can't use the user's own actions", async () => {
    const shop = openTestShop();
    const subscription = await createSubscription(shop);
    const user = await createSignedInUser({ env: shop.env });
    const path = `/api/admin/subscriptions/${subscription.id}/end`;
    const request = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ reason: "Fraud" }),
    };
    expect((await user.fetch(path, request)).status).toBe(404);
    await expect(
      scheduleCancellation(subscription.team, { id: subscription.id }),
    ).rejects.toMatchObject({
      code: "not_found",
    });
    const admin = await createSignedInUser({ role: "admin", env: shop.env });
    expect((await admin.fetch(path, { ...request, body: "{}" })).status).toBe(422);
    expect((await admin.fetch(path, request)).status).toBe(200);
  });
});

it("filters find subscriptions that are ending or have paused collection", async () => {
  const shop = openTestShop();
  const subscription = await createSubscription(shop);
  const { id: productId } = subscription.product;
  const found = async (status: "ending" | "collection_paused" | "active") =>
    (await searchSubscriptions(shop.ctx(), { status, productId })).items.length;
  expect([await found("active"), await found("ending")]).toEqual([1, 0]);
  await cancelSubscriptionForUser(subscription.team, { id: subscription.id });
  expect([await found("ending"), await found("collection_paused")]).toEqual([1, 0]);
  await undoCancellationForUser(subscription.team, { id: subscription.id });
  await env.DB.prepare("UPDATE subscriptions SET pause_behavior = 'void' WHERE id = ?")
    .bind(subscription.id)
    .run();
  expect([await found("ending"), await found("collection_paused")]).toEqual([0, 1]);
});
