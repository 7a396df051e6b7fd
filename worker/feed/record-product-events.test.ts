import { expect, test } from "vitest";
import {
  addPrice,
  setPriceActive,
  editBenefit,
  addNewBenefit,
  removeBenefitFromProduct,
  editProduct,
} from "../testing/fixtures/edit-product.ts";
import { publishProduct, unpublishProduct } from "../admin/products/publish-product.ts";
import { createGift } from "../gifts/create-gift.ts";
import { resyncCustomersPage } from "../sync/catalog/resync-customers.ts";
import { continueFeedWalk, restartFeedWalk } from "../sync/feed/walk-feed.ts";
import { commit } from "../db/client.ts";
import { listFeed, listMissingEvents, recordTypes } from "../testing/clients/feed.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";

const feature = (key: string, amount?: number) =>
  ({
    type: "feature",
    name: "Export",
    settings: { key, ...(amount !== undefined && { limit: { amount, perSeat: false } }) },
  }) as const;

/** Walks from the beginning to the end. */
async function walkFeed(shop: TestShop): Promise<void> {
  const ctx = shop.ctx();
  await commit(ctx.db, [restartFeedWalk(ctx)]);
  await continueFeedWalk(ctx, { pages: Infinity });
}

test("a product is created, edited, published, priced and archived", async () => {
  const shop = openTestShop();
  const { id } = await shop.createDraftProduct();
  const record = (act: () => Promise<unknown>) => recordTypes(shop, { objectId: id }, act);
  expect((await listFeed(shop, { objectId: id })).map(({ type }) => type)).toEqual([
    "product.created",
  ]);
  const edit = () => editProduct(shop.ctx(), id, { name: "Tide Pro" });
  expect(await record(edit)).toEqual(["product.updated"]);
  // The price gets its id at Stripe, then the product its status.
  expect(await record(() => publishProduct(shop.ctx(), { productId: id }))).toEqual([
    "product.updated",
    "product.updated",
  ]);
  const price = { type: "one_time", amountMinor: 4900, currency: "usd" } as const;
  let priceId = "";
  const add = async () => ({ id: priceId } = await addPrice(shop.ctx(), { productId: id, price }));
  expect(await record(add)).toEqual(["product.updated", "product.updated"]);
  const withdraw = () => setPriceActive(shop.ctx(), { productId: id, priceId, active: false });
  expect(await record(withdraw)).toEqual(["product.updated"]);
  const archive = () => unpublishProduct(shop.ctx(), { productId: id, to: "archived" });
  expect(await record(archive)).toEqual(["product.archived"]);
  expect((await listFeed(shop, { objectId: id })).at(-1)?.data).toMatchObject({
    name: "Tide Pro",
    status: "archived",
    prices: [{ amountMinor: 2900, stripePriceId: expect.stringContaining("price_") }],
  });
  expect(await listMissingEvents(shop, { productId: id })).toEqual([]);
});

test("a new limit and a new key of a feature reach everyone who has it", async () => {
  const shop = openTestShop();
  const key = `export-${crypto.randomUUID()}`;
  const product = await shop.createDraftProduct({ benefits: [feature(key, 5)] });
  const userIds = [await shop.createUser(), await shop.createUser()];
  for (const userId of userIds)
    await createGift(shop.ctx(), { userId, productId: product.id, note: "A gift" });
  const [benefit] = (await listFeed(shop, { objectId: product.id })).flatMap(
    ({ data }) => (data as { benefits: { id: string }[] }).benefits,
  );
  const change = async (to: ReturnType<typeof feature>) => {
    await editBenefit(shop.ctx(), {
      productId: product.id,
      benefitId: benefit!.id,
      benefit: to,
    });
    await walkFeed(shop);
  };
  const entitlementsOf = async (userId: string) =>
    (await listFeed(shop, { userId }))
      .filter(({ type }) => type.startsWith("entitlement."))
      .map(({ type, data }) => [type, (data as { feature: string; limit: number }).limit]);

  await change(feature(key, 9));
  await change(feature(`${key}-2`, 9));
  for (const userId of userIds) {
    const events = await entitlementsOf(userId);
    expect(events.slice(0, 2)).toEqual([
      ["entitlement.granted", 5],
      ["entitlement.updated", 9],
    ]);
    expect(events.slice(2).toSorted()).toEqual([
      ["entitlement.granted", 9],
      ["entitlement.revoked", 0],
    ]);
  }
});

test("a feature that is added to a product or removed from it is granted and revoked", async () => {
  const shop = openTestShop();
  const { id: productId } = await shop.createDraftProduct({ benefits: [] });
  const userId = await shop.createUser();
  await createGift(shop.ctx(), { userId, productId, note: "A gift" });
  const record = (act: () => Promise<unknown>) =>
    recordTypes(shop, { userId }, async () => {
      await act();
      await resyncCustomersPage(shop.ctx(), { productId });
    });
  let benefitId = "";
  const add = async () =>
    ({ id: benefitId } = await addNewBenefit(shop.ctx(), { productId, benefit: feature("pdf") }));
  expect(await record(add)).toEqual(["entitlement.granted"]);
  const remove = () => removeBenefitFromProduct(shop.ctx(), { productId, benefitId });
  expect(await record(remove)).toEqual(["entitlement.revoked"]);
});
