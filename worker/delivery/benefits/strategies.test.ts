import { describe, expect, it } from "vitest";
import {
  addExistingBenefit,
  removeBenefitFromProduct,
} from "../../testing/fixtures/edit-product.ts";
import type Stripe from "stripe";
import { HOUR } from "../../lib/time.ts";
import { probeAccess } from "../../testing/fixtures/probe-access.ts";
import { monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import type { BenefitType } from "../../db/schema/catalog.ts";
import type { NewBenefit } from "./benefit-schema.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { revokeGift } from "../../gifts/revoke-gift.ts";
import { listCustomers } from "../../admin/customers/list-customers.ts";
import type { Mode } from "../../config/config.ts";
import { listGrantsOfUser } from "../../access/store.ts";
import { showLibrary } from "../library/show-library.ts";

/** One benefit of each type. */
const benefitOfType: Record<BenefitType, NewBenefit> = {
  feature: { type: "feature", name: "Seats", settings: { limit: { amount: 3, perSeat: true } } },
  license_key: { type: "license_key", name: "Key", settings: { prefix: "TIDE" } },
  download: { type: "download", name: "Files", settings: {} },
  page: { type: "page", name: "Pages", settings: {} },
  link: { type: "link", name: "Elsewhere", settings: { url: "https://example.com/" } },
};
const benefits = Object.values(benefitOfType);

const all = benefits.map(({ type }) => type).toSorted();

/** Returns the types of the benefits in the user's library at `now`. */
async function typesOf(shop: TestShop, userId: string, now = Date.now()): Promise<string[]> {
  const entries = await showLibrary(shop.asUser(userId, now), { userId });
  return entries.flatMap((entry) => entry.benefits.map(({ type }) => type)).toSorted();
}

const grantIds = async (shop: TestShop, userId: string) =>
  (await listGrantsOfUser(shop.ctx().db, userId, "test")).map(({ id }) => id).toSorted();

describe("access to every benefit type", () => {
  async function buyAllBenefits(shop: TestShop, card?: string) {
    const sold = await payForNewProduct(shop, { benefits }, card);
    const sync = () => syncStripeCustomer(shop.ctx(), { customerId: sold.customerId, force: true });
    await sync();
    const charge = (await shop.ctx().stripe.charges.list()).data[0]!;
    const open = await probeAccess(shop, sold.product, sold.userId);
    const expectAll = async () => {
      expect(await typesOf(shop, sold.userId)).toEqual(all);
      expect(await open()).toEqual(all);
    };
    const expectNone = async () => {
      expect(await typesOf(shop, sold.userId)).toEqual([]);
      expect(await open()).toEqual([]);
    };
    await expectAll();
    return { ...sold, sync, charge, expectAll, expectNone };
  }

  it("access ends with a full refund, but not with a partial one", async () => {
    const shop = openTestShop();
    const { charge, sync, expectAll, expectNone } = await buyAllBenefits(shop);
    const { stripe } = shop.ctx();
    await stripe.refunds.create({ charge: charge.id, amount: 900 });
    await sync();
    await expectAll();
    await stripe.refunds.create({ charge: charge.id });
    await sync();
    await expectNone();
  });

  it("access ends with a refund and is restored when the refund fails", async () => {
    const shop = openTestShop();
    const { userId, charge, sync, expectAll, expectNone } = await buyAllBenefits(
      shop,
      "4000000000005126",
    );
    const before = await grantIds(shop, userId);
    await shop.ctx().stripe.refunds.create({ charge: charge.id });
    await sync();
    await expectNone();
    await shop.control("clock", { advanceSeconds: 7 * 86_400 });
    await sync();
    await expectAll();
    expect(await grantIds(shop, userId)).toEqual(before);
  });

  it("access ends with a dispute and is restored when the dispute is won", async () => {
    const shop = openTestShop();
    const { userId, charge, sync, expectAll, expectNone } = await buyAllBenefits(shop);
    const before = await grantIds(shop, userId);
    const dispute = await shop.control<Stripe.Dispute>("disputes", { charge: charge.id });
    await sync();
    await expectNone();
    await shop.control(`disputes/${dispute.id}/close`, { outcome: "won" });
    await sync();
    await expectAll();
    expect(await grantIds(shop, userId)).toEqual(before);
  });

  it("access follows edits of the product's benefits after the purchase", async () => {
    const shop = openTestShop();
    const { userId, product, expectAll, expectNone } = await buyAllBenefits(shop);
    const before = await grantIds(shop, userId);
    const edit = async (verb: typeof removeBenefitFromProduct | typeof addExistingBenefit) => {
      for (const { id } of product.benefits)
        await verb(shop.ctx(), { productId: product.id, benefitId: id });
      while (shop.queued.length > 0) await shop.processQueue();
    };
    await edit(removeBenefitFromProduct);
    await expectNone();
    await edit(addExistingBenefit);
    await expectAll();
    expect(await grantIds(shop, userId)).toEqual(before);
  });

  it("a purchase or gift in test mode gives no access in a live shop, nor in its API", async () => {
    const testShop = openTestShop();
    let mode: Mode = "test";
    const shop: TestShop = {
      ...testShop,
      asUser(...args) {
        const ctx = testShop.asUser(...args);
        return { ...ctx, config: { ...ctx.config, stripe: { ...ctx.config.stripe, mode } } };
      },
    };
    const { userId, product, expectNone } = await buyAllBenefits(shop);
    await createGift(shop.ctx(), { userId, productId: product.id, note: "For a test" });
    const countGrants = async () =>
      (await listCustomers(shop.asUser(userId), { search: userId })).items[0]?.inForceCount;
    expect(await countGrants()).toBe(2 * all.length);
    mode = "live";
    await expectNone();
    expect(await countGrants()).toBe(0);
    mode = "test";
    expect(await countGrants()).toBe(2 * all.length);
  });

  it("access ends 24 hours after a period without a renewal and is restored by a late renewal", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [monthly], benefits });
    const open = await probeAccess(shop, sub.product, sub.userId);
    const { currentPeriodEnd } = await sub.mirrored();
    const lapsed = currentPeriodEnd! + 24 * HOUR;
    expect(await typesOf(shop, sub.userId, lapsed - 1)).toEqual(all);
    expect(await open(lapsed - 1)).toEqual(all);
    expect(await typesOf(shop, sub.userId, lapsed)).toEqual([]);
    expect(await open(lapsed)).toEqual([]);
    await sub.advanceDays(33);
    expect(await typesOf(shop, sub.userId, lapsed)).toEqual(all);
    expect(await open(lapsed)).toEqual(all);
  });

  it("access ends with a plan change and is restored by changing back", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [monthly], benefits });
    const open = await probeAccess(shop, sub.product, sub.userId);
    const other = await shop.createPublishedProduct({ prices: [monthly] });
    const { stripe } = shop.ctx();
    const change = async (productId: string) => {
      const stripePrice = await shop.env.DB.prepare(
        "SELECT stripe_price_id FROM prices WHERE product_id = ?",
      )
        .bind(productId)
        .first<string>("stripe_price_id");
      const [item] = (await sub.atStripe()).items.data;
      await stripe.subscriptions.update(sub.stripeSubscriptionId, {
        items: [{ id: item!.id, price: stripePrice! }],
        proration_behavior: "none",
      });
      await sub.sync();
    };
    await change(other.id);
    expect(await typesOf(shop, sub.userId)).toEqual(["feature"]);
    expect(await open()).toEqual([]);
    const [entry] = await showLibrary(sub.userContext(), { userId: sub.userId });
    expect(entry!.timeline[0]).toMatchObject({
      code: "plan_changed",
      granted: [{ name: "The thing" }],
    });
    await change(sub.product.id);
    expect(await typesOf(shop, sub.userId)).toEqual(all);
    expect(await open()).toEqual(all);
  });

  it("access starts with a gift and ends when the gift is revoked", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({ benefits });
    const userId = await shop.createUser();
    const gift = await createGift(shop.ctx(), { userId, productId: product.id, note: "A gift" });
    const open = await probeAccess(shop, product, userId);
    expect(await typesOf(shop, userId)).toEqual(all);
    expect(await open()).toEqual(all);
    await revokeGift(shop.ctx(), gift);
    expect(await typesOf(shop, userId)).toEqual([]);
    expect(await open()).toEqual([]);
  });
});

it("an error in a strategy fails the whole sync, and the next sync grants everything", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop, { benefits });
  const rename = (from: string, to: string) =>
    shop.env.DB.prepare(
      "UPDATE benefits SET type = ?2 WHERE type = ?1 AND id IN (SELECT benefit_id FROM product_benefits JOIN prices USING (product_id) JOIN checkouts ON checkouts.price_id = prices.id WHERE checkouts.user_id = ?3)",
    )
      .bind(from, to, userId)
      .run();
  await rename("page", "unknown_type");
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId, force: true });
  await expect(sync()).rejects.toThrow(TypeError);
  expect(await showLibrary(shop.asUser(userId), { userId })).toEqual([]);
  expect(await grantIds(shop, userId)).toEqual([]);
  await rename("unknown_type", "page");
  expect(await sync()).toMatchObject({ state: "synced" });
  expect(await typesOf(shop, userId)).toEqual(all);
});

it("a license key that waits for the seller does not fail the sync; other benefits are delivered", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop, {
    benefits: [
      { type: "license_key", name: "Key", settings: { prefix: "TIDE", isFromStock: true } },
      { type: "link", name: "Elsewhere", settings: {} },
    ],
  });
  expect(await syncStripeCustomer(shop.ctx(), { customerId, force: true })).toMatchObject({
    state: "synced",
  });
  const [entry] = await showLibrary(shop.asUser(userId), { userId });
  expect(entry!.benefits).toMatchObject([
    { type: "license_key", waitingFor: "seller_keys" },
    { type: "link" },
  ]);
});
