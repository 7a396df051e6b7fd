import { expect, it } from "vitest";
import { DAY } from "../lib/time.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { countReads } from "../testing/database/count-reads.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { checkEntitlement } from "./check-entitlement.ts";
import { startOutageMode, endOutageMode } from "../sync/sweeps/outage-mode.ts";
import { revokeGift } from "../gifts/revoke-gift.ts";
import { createGift } from "../gifts/create-gift.ts";

const note = "A gift";

const sellFeature = (
  shop: TestShop,
  settings: { key?: string; limit?: { amount: number; perSeat: boolean } },
) =>
  shop.createPublishedProduct({
    prices: [monthly],
    benefits: [{ type: "feature", name: "Seats", settings }],
  });

it("the limits of several sources add up, each multiplied by its quantity", async () => {
  const shop = openTestShop();
  const userId = await shop.createUser();
  const key = "seats";
  const perSeat = await sellFeature(shop, { key, limit: { amount: 1, perSeat: true } });
  const flat = await sellFeature(shop, { key, limit: { amount: 100, perSeat: false } });
  const endsAt = Date.now() + DAY;
  await createGift(shop.ctx(), { userId, productId: perSeat.id, quantity: 5, note, endsAt });
  await createGift(shop.ctx(), { userId, productId: perSeat.id, quantity: 5, note });
  expect(await checkEntitlement(shop.ctx(), { userId, key })).toMatchObject({
    allowed: true,
    limit: 10,
    until: null,
    because: [{ limit: 5 }, { limit: 5 }],
  });
  await createGift(shop.ctx(), { userId, productId: flat.id, quantity: 7, note });
  expect(await checkEntitlement(shop.ctx(), { userId, key })).toMatchObject({ limit: 110 });
});

it("the entitlement is unlimited if one of its sources is unlimited", async () => {
  const shop = openTestShop();
  const userId = await shop.createUser();
  const key = "exports";
  const counted = await sellFeature(shop, { key, limit: { amount: 3, perSeat: false } });
  const uncounted = await sellFeature(shop, { key });
  for (const { id: productId } of [counted, uncounted])
    await createGift(shop.ctx(), { userId, productId, note });
  expect(await checkEntitlement(shop.ctx(), { userId, key })).toMatchObject({
    allowed: true,
    limit: null,
  });
});

it("the answer has the end of the access and, afterward, the reason for the denial", async () => {
  const shop = openTestShop();
  const userId = await shop.createUser();
  const key = "archive";
  const product = await sellFeature(shop, { key });
  const endsAt = Date.now() + DAY;
  const gift = await createGift(shop.ctx(), { userId, productId: product.id, note, endsAt });
  expect(await checkEntitlement(shop.ctx(), { userId, key })).toMatchObject({
    allowed: true,
    until: new Date(endsAt).toISOString(),
  });
  const later = shop.ctx(undefined, endsAt);
  expect(await checkEntitlement(later, { userId, key })).toMatchObject({
    allowed: false,
    limit: 0,
  });
  const ended = await revokeGift(shop.ctx(), gift);
  const until = new Date(ended.endedAt!).toISOString();
  expect(await checkEntitlement(shop.ctx(), { userId, key })).toEqual({
    customerId: userId,
    feature: key,
    allowed: false,
    limit: 0,
    until,
    because: [{ source: "gift", id: gift.id, reason: "gift_revoked", limit: null, until }],
  });
});

it("access that would end during outage mode continues until outage mode ends", async () => {
  const shop = openTestShop();
  const userId = await shop.createUser();
  const { id: productId } = await sellFeature(shop, { key: "kept" });
  const endsAt = Date.now() + DAY;
  await createGift(shop.ctx(), { userId, productId, note, endsAt });
  await startOutageMode(shop.ctx());
  const later = shop.ctx(undefined, endsAt + DAY);
  expect((await checkEntitlement(later, { userId, key: "kept" })).allowed).toBe(true);
  await endOutageMode(shop.ctx());
  expect((await checkEntitlement(later, { userId, key: "kept" })).allowed).toBe(false);
});

it("unknown keys and other users' grants give no access", async () => {
  const shop = openTestShop();
  const [userId, otherUserId] = [await shop.createUser(), await shop.createUser()];
  const { id: productId } = await sellFeature(shop, { key: "mine" });
  await createGift(shop.ctx(), { userId, productId, note });
  const nothing = { allowed: false, limit: 0, until: null, because: [] };
  for (const [customerId, feature] of [
    [otherUserId, "mine"],
    [userId, "theirs"],
  ] as const)
    expect(await checkEntitlement(shop.ctx(), { userId: customerId, key: feature })).toEqual({
      customerId,
      feature,
      ...nothing,
    });
});

it("a feature without a key is found by its benefit's id", async () => {
  const shop = openTestShop();
  const userId = await shop.createUser();
  const { id: productId } = await sellFeature(shop, {});
  await createGift(shop.ctx(), { userId, productId, note });
  const key = await shop.env.DB.prepare("SELECT benefit_id FROM grants WHERE user_id = ?")
    .bind(userId)
    .first<string>("benefit_id");
  expect((await checkEntitlement(shop.ctx(), { userId, key: key! })).allowed).toBe(true);
});

it("a check is one statement that reads only the user's own grants, with any number of other users", async () => {
  const shop = openTestShop();
  const { id: productId } = await sellFeature(shop, { key: "counted" });
  const read = async (userId: string) => {
    const { db, usage } = countReads(shop.env.DB);
    const { allowed } = await checkEntitlement({ ...shop.ctx(), db }, { userId, key: "counted" });
    expect(allowed).toBe(true);
    return usage;
  };
  const userId = await shop.createUser();
  await createGift(shop.ctx(), { userId, productId, note });
  // The grant, its benefit, and at most the row after the last match in the index.
  expect((await read(userId)).rowsRead).toBeLessThanOrEqual(3);
  for (let others = 0; others < 20; others++)
    await createGift(shop.ctx(), { userId: await shop.createUser(), productId, note });
  expect(await read(userId)).toEqual({ statements: 1, rowsRead: 3 });
});
