import { describe, expect, it } from "vitest";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { showOffer } from "../../checkout/show-offer.ts";
import { showLibrary } from "../../delivery/library/show-library.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { showProduct, showShop } from "../../storefront/show-shop.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { findStripeCustomerOfUser } from "../../sync/customer/store.ts";
import { editProduct } from "../../testing/fixtures/edit-product.ts";
import { openTestShop } from "../../testing/shop.ts";
import { refundOrder } from "../orders/refund-order.ts";
import { showEditableProduct } from "./show-editable-product.ts";

const key = (prefix: string) => ({
  type: "license_key" as const,
  name: `Key ${prefix}`,
  settings: { prefix },
});

/** Creates a bundle of two products, and a user. */
async function createBundle() {
  const shop = openTestShop();
  const team = shop.asUser(await shop.createUser(), Date.now(), "owner");
  const font = await shop.createPublishedProduct({ name: "Font", benefits: [key("FONT")] });
  const guide = await shop.createPublishedProduct({ name: "Guide", benefits: [key("GUIDE")] });
  const bundle = await shop.createPublishedProduct({
    name: "Everything",
    benefits: [key("ALL")],
    parts: [font.id, guide.id],
  });
  const userId = await shop.createUser();
  const user = shop.asUser(userId);
  const sync = async () => {
    const customer = await findStripeCustomerOfUser(shop.ctx().db, userId, "test");
    await syncStripeCustomer(shop.ctx(), { customerId: customer!.id, force: true });
  };
  return {
    shop,
    team,
    font,
    guide,
    bundle,
    user,
    userId,
    sync,
    buy: async (product: { prices: { id: string }[] }) => {
      const { url } = await openCheckout(user, { priceId: product.prices[0]!.id });
      await shop.pay(url);
      await sync();
    },
    owned: async () =>
      (await showLibrary(user, { userId }))
        .filter(({ access }) => access.active)
        .map(({ product, benefits }) => [product.name, ...benefits.map(({ name }) => name)]),
  };
}

describe("a bundle", () => {
  it("whoever buys it has what each product includes, with a key of each, until it is refunded", async () => {
    const { shop, team, bundle, buy, owned, userId } = await createBundle();
    await buy(bundle);
    expect(await owned()).toEqual([["Everything", "Key ALL", "Key FONT", "Key GUIDE"]]);
    const [order] = await listOrders(shop.ctx(), { userId });
    expect(order!.lines).toBeNull();
    await refundOrder(team, { id: order!.id, refundedMinor: 0, reason: "duplicate" });
    expect(await owned()).toEqual([]);
  });

  it("its page and the shop's list say what it includes, and its editor has its own benefits alone", async () => {
    const { shop, team, bundle, font, guide } = await createBundle();
    const shown = await showProduct(shop.ctx(), { slug: bundle.slug });
    expect(shown.parts).toMatchObject([
      { id: font.id, slug: font.slug, name: "Font" },
      { id: guide.id, slug: guide.slug, name: "Guide" },
    ]);
    expect(shown.benefits.map(({ name }) => name)).toEqual(["Key ALL", "Key FONT", "Key GUIDE"]);
    const { products } = await showShop(shop.ctx());
    expect(products.find(({ id }) => id === bundle.id)?.includes).toEqual(["Font", "Guide"]);
    const { benefits, parts } = await showEditableProduct(team, { id: bundle.id });
    expect(benefits.map(({ name }) => name)).toEqual(["Key ALL"]);
    expect(parts).toEqual([font.id, guide.id]);
  });

  it("what a product gets or loses later, whoever has the bundle gets or loses, too", async () => {
    const { team, bundle, font, buy, owned, sync } = await createBundle();
    await buy(bundle);
    await editProduct(team, font.id, {
      benefits: [{ benefit: { type: "feature", name: "Web license", settings: {} } }],
    });
    await sync();
    expect(await owned()).toEqual([["Everything", "Key ALL", "Web license", "Key GUIDE"]]);
    await editProduct(team, bundle.id, { parts: null });
    await sync();
    expect(await owned()).toEqual([["Everything", "Key ALL"]]);
  });

  it("whoever has it cannot buy a product that it includes", async () => {
    const { bundle, font, buy, user, userId } = await createBundle();
    await buy(bundle);
    expect(await showOffer(user, { userId, productId: font.id })).toMatchObject({ state: "owned" });
    await expect(buy(font)).rejects.toMatchObject({ code: "already_owned" });
  });

  it("whoever has one of its products can buy it, and is told what they have", async () => {
    const { bundle, font, buy, user, userId, owned } = await createBundle();
    await buy(font);
    expect(await showOffer(user, { userId, productId: bundle.id })).toMatchObject({
      state: "available",
      ownedPartIds: [font.id],
    });
    await buy(bundle);
    expect(await owned()).toHaveLength(2);
  });

  it("a bundle includes neither itself nor another bundle, and no product twice", async () => {
    const { shop, team, bundle, font } = await createBundle();
    const other = await shop.createPublishedProduct({});
    for (const [id, parts] of [
      [other.id, [bundle.id]],
      [other.id, [other.id]],
      [other.id, [font.id, font.id]],
      [font.id, [other.id]],
    ] as const)
      await expect(editProduct(team, id, { parts: [...parts] })).rejects.toMatchObject({
        code: "invalid_input",
        fields: [{ path: "parts" }],
      });
  });
});
