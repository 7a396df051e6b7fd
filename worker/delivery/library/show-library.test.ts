import { expect, it } from "vitest";
import { countReads } from "../../testing/database/count-reads.ts";
import { monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { rewriteGiftGrants } from "../grants/gift-sources.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { showLibrary, findLibraryEntry } from "./show-library.ts";
import { showTimeline } from "../../testing/clients/show-timeline.ts";

it("the library needs at most 18 statements, the same number for 2 entries and for 200", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop);
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const { id: productId } = await shop.createPublishedProduct({
    benefits: [
      { type: "feature", name: "Seats", settings: {} },
      { type: "license_key", name: "Key", settings: { prefix: "TIDE" } },
      { type: "download", name: "Files", settings: {} },
      { type: "page", name: "Pages", settings: {} },
      { type: "link", name: "Elsewhere", settings: {} },
    ],
  });
  const readLibrary = async () => {
    const { db, usage } = countReads(shop.env.DB);
    const entries = await showLibrary({ ...shop.asUser(userId), db }, { userId });
    return { count: entries.length, statements: usage.statements };
  };
  await createGift(shop.ctx(), { userId, productId, note: "A gift" });
  const few = await readLibrary();
  expect(few.count).toBe(2);
  await shop.env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 198)
     INSERT INTO gifts (id, user_id, product_id, mode, given_by, note, created_at)
     SELECT 'cmp_' || i, ?1, ?2, 'test', 'test', 'A gift', i FROM n`,
  )
    .bind(userId, productId)
    .run();
  await rewriteGiftGrants(shop.ctx(), { userId });
  expect(await readLibrary()).toEqual({ count: 200, statements: few.statements });
  expect(few.statements).toBeLessThanOrEqual(18);
});

it("findLibraryEntry returns the same entry as the library, and null for another user's id", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop);
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const { id: productId } = await shop.createPublishedProduct({});
  const gift = await createGift(shop.ctx(), { userId, productId, note: "A gift" });
  const entry = await findLibraryEntry(shop.asUser(userId), { userId, id: gift.id });
  const all = await showLibrary(shop.asUser(userId), { userId });
  expect(entry).toEqual(all.find(({ id }) => id === gift.id));
  const other = await shop.createUser();
  expect(await findLibraryEntry(shop.asUser(other), { userId: other, id: gift.id })).toBeNull();
});

it("the timeline contains exactly the events of all library entries", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop);
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const { id: productId } = await shop.createPublishedProduct({});
  await createGift(shop.ctx(), { userId, productId, note: "A gift" });
  const timeline = await showTimeline(shop.ctx(), { userId });
  expect(timeline.map(({ code }) => code).toSorted()).toEqual(["bought", "gift_given"]);
  const entries = await showLibrary(shop.asUser(userId), { userId });
  expect(entries.flatMap(({ timeline }) => timeline.map(({ id }) => id)).toSorted()).toEqual(
    timeline.map(({ id }) => id).toSorted(),
  );
});

it("a subscription to two products is listed once for each, with the benefits of that product", async () => {
  const shop = openTestShop();
  const subscription = await subscribe(shop, {
    prices: [monthly],
    benefits: [{ type: "feature", name: "Export", settings: {} }],
  });
  const other = await shop.createPublishedProduct({
    name: "Another Product",
    prices: [{ ...monthly, amountMinor: 500 }],
    benefits: [{ type: "feature", name: "Import", settings: {} }],
  });
  const { stripe } = shop.ctx();
  const price = (await stripe.prices.list()).data.find(
    ({ unit_amount: amount }) => amount === 500,
  )!;
  const [item] = (await subscription.atStripe()).items.data;
  await stripe.subscriptions.update(subscription.stripeSubscriptionId, {
    items: [{ id: item!.id }, { price: price.id, quantity: 2 }],
  });
  await subscription.sync();
  const entries = await showLibrary(subscription.userContext(), { userId: subscription.userId });
  const shown = entries.map(({ id, sourceId, product, benefits, price: paid, quantity }) => ({
    id,
    sourceId,
    product: product.name,
    benefits: benefits.map(({ name }) => name),
    amountMinor: paid?.amountMinor,
    quantity,
  }));
  const both = { sourceId: subscription.id };
  expect(shown.toSorted((a, b) => (a.product < b.product ? -1 : 1))).toEqual([
    {
      ...both,
      id: subscription.id,
      product: "A Product",
      benefits: ["Export"],
      amountMinor: 900,
      quantity: 1,
    },
    {
      ...both,
      id: `${subscription.id}:${other.id}`,
      product: "Another Product",
      benefits: ["Import"],
      amountMinor: 1000,
      quantity: 2,
    },
  ]);
});
