import { expect, it } from "vitest";
import { countReads } from "../../testing/count-reads.ts";
import { payForNewProduct } from "../../testing/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { rewriteCompGrants } from "../grants/gift-sources.ts";
import { giveComp } from "../../admin/gifts/create-gift.ts";
import { showLibrary, showLibraryEntry } from "./show-library.ts";
import { showTimeline } from "./show-timeline.ts";

it("asks the same few things of D1 for one entry and for 200", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop);
  await syncCustomer(shop.ctx(), { customerId, force: true });
  const { id: productId } = await shop.sell({
    benefits: [
      { type: "feature", name: "Seats", settings: {} },
      { type: "license_key", name: "Key", settings: { prefix: "TIDE" } },
      { type: "download", name: "Files", settings: {} },
      { type: "page", name: "Pages", settings: {} },
      { type: "link", name: "Elsewhere", settings: {} },
    ],
  });
  const look = async () => {
    const { db, asked } = countReads(shop.env.DB);
    const entries = await showLibrary({ ...shop.as(userId), db }, { userId });
    return { count: entries.length, asked: asked.statements };
  };
  await giveComp(shop.ctx(), { userId, productId, note: "A gift" });
  const few = await look();
  expect(few.count).toBe(2);
  await shop.env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 198)
     INSERT INTO comps (id, user_id, product_id, mode, given_by, note, created_at)
     SELECT 'cmp_' || i, ?1, ?2, 'test', 'test', 'A gift', i FROM n`,
  )
    .bind(userId, productId)
    .run();
  await rewriteCompGrants(shop.ctx(), { userId });
  expect(await look()).toEqual({ count: 200, asked: few.asked });
  expect(few.asked).toBeLessThanOrEqual(16);
});

it("shows one entry with only what is in it, and nothing for an id that is not its owner's", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop);
  await syncCustomer(shop.ctx(), { customerId, force: true });
  const { id: productId } = await shop.sell({});
  const comp = await giveComp(shop.ctx(), { userId, productId, note: "A gift" });
  const entry = await showLibraryEntry(shop.as(userId), { userId, id: comp.id });
  const all = await showLibrary(shop.as(userId), { userId });
  expect(entry).toEqual(all.find(({ id }) => id === comp.id));
  const other = await shop.newBuyer();
  expect(await showLibraryEntry(shop.as(other), { userId: other, id: comp.id })).toBeNull();
});

it("tells what happened to all of it in one line of time, of which each entry has its part", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop);
  await syncCustomer(shop.ctx(), { customerId, force: true });
  const { id: productId } = await shop.sell({});
  await giveComp(shop.ctx(), { userId, productId, note: "A gift" });
  const told = await showTimeline(shop.ctx(), { userId });
  expect(told.map(({ code }) => code).toSorted()).toEqual(["bought", "gift_given"]);
  const entries = await showLibrary(shop.as(userId), { userId });
  expect(entries.flatMap(({ timeline }) => timeline.map(({ id }) => id)).toSorted()).toEqual(
    told.map(({ id }) => id).toSorted(),
  );
});
