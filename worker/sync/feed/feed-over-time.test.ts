import { expect, test } from "vitest";
import { createGift } from "../../gifts/create-gift.ts";
import { commit } from "../../db/client.ts";
import { DAY, HOUR } from "../../lib/time.ts";
import { runCron } from "../../run-cron.ts";
import { listFeed, listMissingEvents, recordTypes } from "../../testing/clients/feed.ts";
import { licenseBenefit } from "../../testing/fixtures/licenses.ts";
import { monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { loseRows } from "../../testing/fixtures/lose-rows.ts";
import { showTimeline } from "../../testing/clients/show-timeline.ts";
import { openTestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { listGrantsInForce } from "../../access/list-grants.ts";
import { scheduleCancellation } from "../../billing/schedule-cancellation.ts";
import { restoreRows } from "../restore/store.ts";
import { upsertCursor } from "../cursors/store.ts";
import { syncStripeCustomer } from "../customer/sync-stripe-customer.ts";
import { endOutageMode, startOutageMode } from "../sweeps/outage-mode.ts";
import { recordEndedAccess } from "./record-ended-access.ts";
import { continueFeedWalk, restartFeedWalk } from "./walk-feed.ts";

const feature = { type: "feature", name: "Export", settings: { key: "export" } } as const;

/**
 * Creates a user with a gift that ends at `endsAt` (unix milliseconds), with a feature and a license key. Everything
 * that ended an hour before it counts as recorded, because all tests share one cursor.
 */
async function giveUntil(endsAt: number) {
  const shop = openTestShop();
  const { db } = shop.ctx();
  const value = JSON.stringify({ at: endsAt - HOUR, id: "" });
  await commit(db, [upsertCursor(db, { name: "feed-endings:test", value, updatedAt: 0 })]);
  const userId = await shop.createUser();
  const { id: productId } = await shop.createDraftProduct({
    benefits: [feature, licenseBenefit()],
  });
  await createGift(shop.ctx(), { userId, productId, note: "A gift", endsAt });
  return { shop, userId };
}

test("access that ends by time alone is recorded by cron, once", async () => {
  const endsAt = Date.now() + HOUR;
  const { shop, userId } = await giveUntil(endsAt);
  const run = (at: number) => () => recordEndedAccess(shop.ctx(undefined, at));
  expect(await recordTypes(shop, { userId }, run(endsAt - 1))).toEqual([]);
  expect(await recordTypes(shop, { userId }, run(endsAt))).toEqual([
    "gift.ended",
    "license.revoked",
    "entitlement.revoked",
  ]);
  expect(await recordTypes(shop, { userId }, run(endsAt + HOUR))).toEqual([]);
  expect(await listMissingEvents(shop, { userId, kinds: ["gift", "license"] }, endsAt)).toEqual([]);
});

test("access that would end in outage mode is recorded when outage mode is over", async () => {
  const endsAt = Date.now() + 3 * HOUR;
  const { shop, userId } = await giveUntil(endsAt);
  await startOutageMode(shop.ctx(undefined, endsAt - HOUR));
  const run = (at: number) => () => recordEndedAccess(shop.ctx(undefined, at));
  expect(await recordTypes(shop, { userId }, run(endsAt + HOUR))).toEqual([]);
  await endOutageMode(shop.ctx(undefined, endsAt + 2 * HOUR));
  expect(await recordTypes(shop, { userId }, run(endsAt + 2 * HOUR))).toEqual([
    "gift.ended",
    "license.revoked",
    "entitlement.revoked",
  ]);
});

test("a shop that is older than the feed gets its present state in one walk", async () => {
  const shop = openTestShop();
  const { userId, customerId, product } = await payForNewProduct(shop, {
    prices: [monthly],
    benefits: [feature, licenseBenefit()],
  });
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const ctx = shop.ctx();
  for (const [column, id] of [
    ["user_id", userId],
    ["object_id", product.id],
  ])
    await ctx.db.$client.prepare(`DELETE FROM feed_events WHERE ${column} = ?`).bind(id).run();
  await commit(ctx.db, [restartFeedWalk(ctx)]);
  await continueFeedWalk(ctx, { pages: Infinity });
  expect((await listFeed(shop, { userId })).map(({ type }) => type)).toEqual([
    "customer.created",
    "checkout.completed",
    "subscription.created",
    "license.created",
    "entitlement.granted",
  ]);
  expect(await listFeed(shop, { objectId: product.id })).toMatchObject([
    { type: "product.created" },
  ]);
});

test("a shop older than the history records its rows, and then what happens after the walk", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  const { userId } = sub;
  const ctx = shop.ctx();
  await ctx.db.$client.prepare("DELETE FROM feed_events WHERE user_id = ?").bind(userId).run();
  const codes = async () =>
    (await showTimeline(shop.ctx(), { userId }))
      .toReversed()
      .map(({ code, granted }) => [code, granted.length]);
  expect(await codes()).toEqual([["subscribed", 1]]);
  await commit(ctx.db, [restartFeedWalk(ctx)]);
  await continueFeedWalk(ctx, { pages: Infinity });
  expect(await codes()).toEqual([["subscribed", 1]]);
  await scheduleCancellation(sub.userContext(), { id: sub.id });
  expect(await codes()).toEqual([
    ["subscribed", 1],
    ["canceled", 0],
  ]);
  // The grant is in the history, too: it comes back as it was.
  const before = await listGrantsInForce(shop.ctx(), { userId });
  await loseRows(shop, userId);
  await commit(ctx.db, restoreRows("test", [userId]));
  expect(await listGrantsInForce(shop.ctx(), { userId })).toMatchObject(
    before.map(({ grant: { id, grantedAt } }) => ({ grant: { id, grantedAt } })),
  );
});

test("a walk that is restarted meanwhile begins again", async () => {
  const shop = openTestShop();
  const ctx = shop.ctx();
  await commit(ctx.db, [restartFeedWalk(ctx)]);
  await continueFeedWalk(ctx, { pages: 1 });
  const userId = await shop.createUser();
  const later = shop.ctx();
  await commit(later.db, [restartFeedWalk(later)]);
  await continueFeedWalk(later, { pages: Infinity });
  expect(await listFeed(shop, { userId })).toMatchObject([{ type: "customer.created" }]);
});

test("cron starts the walk at night and continues it every five minutes", async () => {
  const shop = openTestShop();
  const userId = await shop.createUser();
  await runCron(shop.ctx(), "23 3 * * *");
  for (let run = 0; run < 50 && (await listFeed(shop, { userId })).length === 0; run++)
    await runCron(shop.ctx(undefined, Date.now() + DAY), "*/5 * * * *");
  expect(await listFeed(shop, { userId })).toMatchObject([{ type: "customer.created" }]);
});
