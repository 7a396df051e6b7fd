import { expect, it } from "vitest";
import { listAccessReasons } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { scheduleCancellation, undoCancellation } from "../../billing/schedule-cancellation.ts";

/** Refunds the latest payment in Stripe's dashboard. */
async function refundAtStripe(shop: TestShop, amount?: number) {
  const { stripe } = shop.ctx();
  const charge = (await stripe.charges.list()).data[0]!.id;
  return stripe.refunds.create({ charge, ...(amount !== undefined && { amount }) });
}

it("a full refund at Stripe ends a subscription that is ending already, like one in the console", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await scheduleCancellation(sub.userContext(), { id: sub.id });
  await refundAtStripe(shop, 400);
  await sub.sync();
  expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_canceling"]);
  await refundAtStripe(shop);
  expect(await sub.sync()).toEqual({ state: "synced", dirtyAgain: true });
  expect((await sub.atStripe()).status).toBe("canceled");
  expect(await sub.sync()).toEqual({ state: "synced", dirtyAgain: false });
  expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_ended"]);
});

it("a subscription that is canceled after its refund keeps its period", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await refundAtStripe(shop);
  await sub.advanceDays(1);
  await scheduleCancellation(sub.userContext(), { id: sub.id });
  expect(await sub.sync()).toEqual({ state: "synced", dirtyAgain: false });
  expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_canceling"]);
});

it("a refund that the bank sends back later does not count", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop, undefined, { card: "4000000000005126" });
  await refundAtStripe(shop);
  await sub.advanceDays(7);
  await scheduleCancellation(sub.userContext(), { id: sub.id });
  await sub.sync();
  expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_canceling"]);
});

it("a subscription whose cancellation was undone before the refund goes on", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await scheduleCancellation(sub.userContext(), { id: sub.id });
  await undoCancellation(sub.userContext(), { id: sub.id });
  await refundAtStripe(shop);
  await sub.sync();
  expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_active"]);
});
