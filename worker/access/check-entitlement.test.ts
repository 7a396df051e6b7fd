import { expect, it } from "vitest";
import { DAY } from "../lib/time.ts";
import { monthly } from "../testing/purchases.ts";
import { countReads } from "../testing/count-reads.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { checkFeature } from "./check-entitlement.ts";
import { freezeRevocations, unfreezeRevocations } from "../sync/sweeps/freeze-revocations.ts";
import { endComp } from "../admin/gifts/revoke-gift.ts";
import { giveComp } from "../admin/gifts/create-gift.ts";

const note = "A gift";

const sellFeature = (
  shop: TestShop,
  settings: { key?: string; limit?: { amount: number; perSeat: boolean } },
) => shop.sell({ prices: [monthly], benefits: [{ type: "feature", name: "Seats", settings }] });

it("adds up what several sources give, each by its quantity", async () => {
  const shop = openTestShop();
  const userId = await shop.newBuyer();
  const key = "seats";
  const perSeat = await sellFeature(shop, { key, limit: { amount: 1, perSeat: true } });
  const flat = await sellFeature(shop, { key, limit: { amount: 100, perSeat: false } });
  const endsAt = Date.now() + DAY;
  await giveComp(shop.ctx(), { userId, productId: perSeat.id, quantity: 5, note, endsAt });
  await giveComp(shop.ctx(), { userId, productId: perSeat.id, quantity: 5, note });
  expect(await checkFeature(shop.ctx(), { userId, key })).toMatchObject({
    allowed: true,
    limit: 10,
    until: null,
    because: [{ limit: 5 }, { limit: 5 }],
  });
  await giveComp(shop.ctx(), { userId, productId: flat.id, quantity: 7, note });
  expect(await checkFeature(shop.ctx(), { userId, key })).toMatchObject({ limit: 110 });
});

it("has no limit where one of its sources has none", async () => {
  const shop = openTestShop();
  const userId = await shop.newBuyer();
  const key = "exports";
  const counted = await sellFeature(shop, { key, limit: { amount: 3, perSeat: false } });
  const uncounted = await sellFeature(shop, { key });
  for (const { id: productId } of [counted, uncounted])
    await giveComp(shop.ctx(), { userId, productId, note });
  expect(await checkFeature(shop.ctx(), { userId, key })).toMatchObject({
    allowed: true,
    limit: null,
  });
});

it("says until when, and afterward why not", async () => {
  const shop = openTestShop();
  const userId = await shop.newBuyer();
  const key = "archive";
  const product = await sellFeature(shop, { key });
  const endsAt = Date.now() + DAY;
  const comp = await giveComp(shop.ctx(), { userId, productId: product.id, note, endsAt });
  expect(await checkFeature(shop.ctx(), { userId, key })).toMatchObject({
    allowed: true,
    until: endsAt,
  });
  const later = shop.ctx(undefined, endsAt);
  expect(await checkFeature(later, { userId, key })).toMatchObject({ allowed: false, limit: 0 });
  const ended = await endComp(shop.ctx(), comp);
  expect(await checkFeature(shop.ctx(), { userId, key })).toEqual({
    allowed: false,
    limit: 0,
    until: ended.endedAt,
    because: [
      {
        sourceType: "manual",
        sourceId: comp.id,
        reason: "comp_taken_back",
        limit: null,
        until: ended.endedAt,
      },
    ],
  });
});

it("keeps, while revocations are frozen, what would end by time", async () => {
  const shop = openTestShop();
  const userId = await shop.newBuyer();
  const { id: productId } = await sellFeature(shop, { key: "kept" });
  const endsAt = Date.now() + DAY;
  await giveComp(shop.ctx(), { userId, productId, note, endsAt });
  await freezeRevocations(shop.ctx());
  const later = shop.ctx(undefined, endsAt + DAY);
  expect((await checkFeature(later, { userId, key: "kept" })).allowed).toBe(true);
  await unfreezeRevocations(shop.ctx());
  expect((await checkFeature(later, { userId, key: "kept" })).allowed).toBe(false);
});

it("is nobody's where nobody sells it, and another's grant is not mine", async () => {
  const shop = openTestShop();
  const [holder, other] = [await shop.newBuyer(), await shop.newBuyer()];
  const { id: productId } = await sellFeature(shop, { key: "mine" });
  await giveComp(shop.ctx(), { userId: holder, productId, note });
  const nothing = { allowed: false, limit: 0, until: null, because: [] };
  expect(await checkFeature(shop.ctx(), { userId: other, key: "mine" })).toEqual(nothing);
  expect(await checkFeature(shop.ctx(), { userId: holder, key: "theirs" })).toEqual(nothing);
});

it("is answered by the benefit's id where the seller gave it no key", async () => {
  const shop = openTestShop();
  const userId = await shop.newBuyer();
  const { id: productId } = await sellFeature(shop, {});
  await giveComp(shop.ctx(), { userId, productId, note });
  const key = await shop.env.DB.prepare("SELECT benefit_id FROM grants WHERE user_id = ?")
    .bind(userId)
    .first<string>("benefit_id");
  expect((await checkFeature(shop.ctx(), { userId, key: key! })).allowed).toBe(true);
});

it("is one statement that reads the person's own grants, however many others there are", async () => {
  const shop = openTestShop();
  const { id: productId } = await sellFeature(shop, { key: "counted" });
  const read = async (userId: string) => {
    const { db, asked } = countReads(shop.env.DB);
    const { allowed } = await checkFeature({ ...shop.ctx(), db }, { userId, key: "counted" });
    expect(allowed).toBe(true);
    return asked;
  };
  const userId = await shop.newBuyer();
  await giveComp(shop.ctx(), { userId, productId, note });
  // The grant and its benefit, and at most the row that ends the walk along the index.
  expect((await read(userId)).rowsRead).toBeLessThanOrEqual(3);
  for (let others = 0; others < 20; others++)
    await giveComp(shop.ctx(), { userId: await shop.newBuyer(), productId, note });
  expect(await read(userId)).toEqual({ statements: 1, rowsRead: 3 });
});
