import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { monthly } from "../../testing/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { newBuyer } from "../../testing/sign-in.ts";
import { subscribe } from "../../testing/subscribe.ts";
import { listAudit } from "../audit/list-audit-entries.ts";
import { showSubscription } from "../payments/show-subscription.ts";
import { giveComp } from "../gifts/create-gift.ts";
import {
  cancelForHolder,
  endForHolder,
  keepForHolder,
  refundSubscription,
} from "./change-subscription-for-user.ts";
import { scheduleCancellation } from "../../shop/billing/schedule-cancellation.ts";
import { searchSubscriptions } from "./search-subscriptions.ts";

const reason = "requested_by_customer";

/** Somebody who subscribes, and one of the team who looks at it. */
async function openSubscription(shop: TestShop) {
  const held = await subscribe(shop, {
    prices: [monthly],
    benefits: [{ type: "feature", name: "Exports", settings: {} }],
  });
  const team = shop.as(await shop.newBuyer());
  const { id } = held;
  return {
    ...held,
    team,
    show: () => showSubscription(team, { id }),
    actionsLogged: async () =>
      (await listAudit(team, { targetId: id })).items.map(({ action }) => action).toSorted(),
    refund: (refundedMinor: number, end: boolean, amountMinor?: number) =>
      refundSubscription(team, { id, refundedMinor, amountMinor, reason, end }),
  };
}

describe("what the team does to somebody's subscription", { timeout: 20_000 }, () => {
  it("cancel, undo and end, each once in the audit log", async () => {
    const held = await openSubscription(openTestShop());
    const { team, id } = held;
    expect(await held.show()).toMatchObject({
      next: { kind: "renews", amountMinor: 900 },
      actions: ["cancel", "end"],
      effect: { loses: [{ name: "Exports" }] },
      items: [{ productName: held.product.name, amountMinor: 900, quantity: 1 }],
    });
    await cancelForHolder(team, { id });
    await cancelForHolder(team, { id });
    expect(await held.show()).toMatchObject({ next: { kind: "ends" }, actions: ["keep", "end"] });
    await keepForHolder(team, { id });
    expect(await held.show()).toMatchObject({ next: { kind: "renews" }, cancelAt: null });
    await endForHolder(team, { id });
    await endForHolder(team, { id });
    expect(await held.show()).toMatchObject({
      next: { kind: "ended" },
      access: { active: false },
      actions: [],
    });
    expect(await held.actionsLogged()).toEqual([
      "subscription.cancellation_scheduled",
      "subscription.cancellation_undone",
      "subscription.ended",
    ]);
  });

  it("what Stripe refuses is in nobody's log", async () => {
    const shop = openTestShop();
    const held = await openSubscription(shop);
    await shop.control("faults", {
      match: "POST /v1/subscriptions/*",
      times: 3,
      status: 500,
    });
    await expect(cancelForHolder(held.team, { id: held.id })).rejects.toMatchObject({
      code: "stripe_unavailable",
    });
    expect(await held.actionsLogged()).toEqual([]);
  });

  it("a refund alone ends nothing; with the end it does, and twice is once", async () => {
    const shop = openTestShop();
    const held = await openSubscription(shop);
    await held.refund(0, false, 400);
    expect(await held.show()).toMatchObject({
      status: "active",
      access: { active: true },
      payment: { refundedMinor: 400, amountMinor: 900 },
      isRefundable: true,
    });
    await held.refund(400, true);
    await held.refund(400, true);
    expect(await held.show()).toMatchObject({
      status: "canceled",
      access: { active: false },
      payment: { refundedMinor: 900 },
      isRefundable: false,
    });
    expect(await held.actionsLogged()).toEqual([
      "subscription.ended",
      "subscription.refunded",
      "subscription.refunded",
    ]);
  });

  it("where the end fails after the refund, the same call again ends it and refunds nothing", async () => {
    const shop = openTestShop();
    const held = await openSubscription(shop);
    await shop.control("faults", {
      match: "DELETE /v1/subscriptions/*",
      times: 3,
      status: 503,
    });
    await expect(held.refund(0, true)).rejects.toMatchObject({ code: "stripe_unavailable" });
    await shop.control("faults", { match: "DELETE /v1/subscriptions/*", times: 0, status: 503 });
    await held.refund(0, true);
    expect(await held.show()).toMatchObject({
      status: "canceled",
      payment: { refunds: [{ amountMinor: 900 }] },
    });
    expect((await shop.ctx().stripe.refunds.list()).data).toHaveLength(1);
  });

  it("what its end would leave because of a gift is said before", async () => {
    const held = await openSubscription(openTestShop());
    await giveComp(held.team, { userId: held.userId, productId: held.product.id, note: "x" });
    expect((await held.show()).effect).toMatchObject({
      loses: [],
      keeps: [{ name: "Exports", through: [{ type: "manual" }] }],
    });
  });

  it("is not open to its holder, nor does the holder's own way open another's", async () => {
    const shop = openTestShop();
    const held = await openSubscription(shop);
    const buyer = await newBuyer({ env: shop.env });
    const path = `/api/admin/subscriptions/${held.id}/end`;
    expect((await buyer.fetch(path, { method: "POST" })).status).toBe(404);
    await expect(scheduleCancellation(held.team, { id: held.id })).rejects.toMatchObject({
      code: "not_found",
    });
    const admin = await newBuyer({ role: "admin", env: shop.env });
    expect((await admin.fetch(path, { method: "POST" })).status).toBe(200);
  });
});

it("the states that a status does not show can be asked for", async () => {
  const shop = openTestShop();
  const held = await openSubscription(shop);
  const { id: productId } = held.product;
  const found = async (status: "ending" | "collection_paused" | "active") =>
    (await searchSubscriptions(shop.ctx(), { status, productId })).items.length;
  expect([await found("active"), await found("ending")]).toEqual([1, 0]);
  await cancelForHolder(held.team, { id: held.id });
  expect([await found("ending"), await found("collection_paused")]).toEqual([1, 0]);
  await keepForHolder(held.team, { id: held.id });
  await env.DB.prepare("UPDATE subscriptions SET pause_behavior = 'void' WHERE id = ?")
    .bind(held.id)
    .run();
  expect([await found("ending"), await found("collection_paused")]).toEqual([0, 1]);
});
