import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { newBuyer } from "../../testing/sign-in.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { listAudit } from "../audit/list-audit-entries.ts";
import { addPrice, offerPrice } from "./add-price.ts";
import { convergeProduct, requeueProducts } from "../../sync/catalog/sync-product.ts";
import { createProduct } from "./create-product.ts";
import { editProduct } from "./edit-product.ts";
import { publishProduct, withdrawProduct } from "./publish-product.ts";
import { pushProduct } from "../../sync/catalog/push-product.ts";
import { newProduct } from "../../catalog/schema.ts";
import { showEditedProduct } from "./show-editable-product.ts";
import { showProduct, showShop } from "../../shop/storefront/show-shop.ts";

const usd = { type: "one_time", amountMinor: 900, currency: "usd" } as const;

function draft(shop: TestShop, product: object = {}) {
  return createProduct(shop.ctx(), {
    ...newProduct.parse({
      slug: `p-${crypto.randomUUID()}`,
      name: "A Draft",
      tagline: "A line",
      description: "",
      prices: [usd],
      benefits: [],
      ...product,
    }),
  });
}

/** An edit of a product as it is, with some of it changed. */
async function edit(shop: TestShop, id: string, changes: object, updatedAt?: number) {
  const now = await showEditedProduct(shop.ctx(), { id });
  const { slug, name, tagline, description, image, exclusiveGroup } = now;
  const whole = { slug, name, tagline, description, image, exclusiveGroup };
  await editProduct(shop.ctx(), {
    id,
    ...whole,
    ...changes,
    updatedAt: updatedAt ?? now.updatedAt,
  });
}

const atStripe = async (shop: TestShop, id: string) => {
  const { stripeProductId } = await showEditedProduct(shop.ctx(), { id });
  return shop.ctx().stripe.products.retrieve(stripeProductId!);
};

const actionsOf = async (shop: TestShop, targetId: string) =>
  (await listAudit(shop.ctx(), { targetId })).items.map(({ action }) => action);

/** Stripe fails from now on, after it did the work or before. */
const breakStripe = (shop: TestShop, match: string, afterCommit = false) =>
  shop.control("faults", { match, times: 99, status: 500, afterCommit });
const mendStripe = (shop: TestShop, match: string) =>
  shop.control("faults", { match, times: 0, status: 500 });

describe("a product", () => {
  test("is a draft that nobody sees until it is published with a price", async () => {
    const shop = openTestShop();
    const slug = `p-${crypto.randomUUID()}`;
    const { id } = await draft(shop, { slug, prices: [] });
    await expect(publishProduct(shop.ctx(), { productId: id })).rejects.toMatchObject({
      code: "invalid_input",
      fields: [{ path: "prices" }],
    });
    await expect(showProduct(shop.ctx(), { slug })).rejects.toMatchObject({ code: "not_found" });
    await addPrice(shop.ctx(), { productId: id, price: usd });
    await publishProduct(shop.ctx(), { productId: id });
    expect((await showProduct(shop.ctx(), { slug })).prices).toMatchObject([{ amountMinor: 900 }]);
    expect(await actionsOf(shop, id)).toEqual([
      "product.published",
      "price.added",
      "product.created",
    ]);
  });

  test("with an address that another has is refused at that field, also in an edit", async () => {
    const shop = openTestShop();
    const slug = `p-${crypto.randomUUID()}`;
    await draft(shop, { slug, name: "The First" });
    const taken = {
      code: "invalid_input",
      fields: [{ path: "slug", message: "The First has this address already" }],
    };
    await expect(draft(shop, { slug })).rejects.toMatchObject(taken);
    const { id } = await draft(shop);
    await expect(edit(shop, id, { slug })).rejects.toMatchObject(taken);
  });

  test("of ten edits made from one state takes one, and refuses the others", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    const { updatedAt } = await showEditedProduct(shop.ctx(), { id });
    const edits = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => edit(shop, id, { name: `Name ${at}` }, updatedAt)),
    );
    const refused = edits.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(9);
    expect(
      refused.every((each) => (each as PromiseRejectedResult).reason.code === "edit_conflict"),
    ).toBe(true);
    expect(
      (await actionsOf(shop, id)).filter((action) => action === "product.updated"),
    ).toHaveLength(1);
  });

  test("of the other mode is not found", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    await env.DB.prepare("UPDATE products SET mode = 'live' WHERE id = ?").bind(id).run();
    await expect(showEditedProduct(shop.ctx(), { id })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("what is edited here", () => {
  test("is told Stripe: name, line, picture, whether it is for sale", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    await publishProduct(shop.ctx(), { productId: id });
    const image = `/api/shop/images/${"a".repeat(64)}`;
    await edit(shop, id, { name: "Another", tagline: "", image });
    expect(await atStripe(shop, id)).toMatchObject({
      name: "Another",
      description: null,
      images: [`http://localhost:8787${image}`],
      active: true,
    });
    await edit(shop, id, { image: null });
    await withdrawProduct(shop.ctx(), { productId: id, to: "archived" });
    expect(await atStripe(shop, id)).toMatchObject({ images: [], active: false });
    await publishProduct(shop.ctx(), { productId: id });
    expect(await atStripe(shop, id)).toMatchObject({ active: true });
  });

  test("stands though Stripe fails, is called not pushed, and is pushed by another try", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    await publishProduct(shop.ctx(), { productId: id });
    await breakStripe(shop, "POST /v1/products/*");
    await edit(shop, id, { name: "While it was down" });
    const edited = await showEditedProduct(shop.ctx(), { id });
    expect(edited).toMatchObject({ name: "While it was down", unpushedSince: expect.any(Number) });
    await expect(pushProduct(shop.ctx(), { productId: id })).rejects.toThrow("unknown error");
    await mendStripe(shop, "POST /v1/products/*");
    await pushProduct(shop.ctx(), { productId: id });
    expect(await atStripe(shop, id)).toMatchObject({ name: "While it was down" });
    expect(await showEditedProduct(shop.ctx(), { id })).toMatchObject({ unpushedSince: null });
  });

  test("is pushed by cron where nobody tries again", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    await publishProduct(shop.ctx(), { productId: id });
    await breakStripe(shop, "POST /v1/products/*");
    await edit(shop, id, { name: "Later" });
    await mendStripe(shop, "POST /v1/products/*");
    shop.queued.length = 0;
    await requeueProducts(shop.ctx());
    expect(shop.queued).toContainEqual({ productId: id });
    await convergeProduct(shop.ctx(), { productId: id });
    expect(await atStripe(shop, id)).toMatchObject({ name: "Later" });
  });

  test("makes one product and one price at Stripe though its answers were lost", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    for (const match of ["POST /v1/products", "POST /v1/prices"]) {
      await breakStripe(shop, match, true);
      await expect(publishProduct(shop.ctx(), { productId: id })).rejects.toThrow("unknown error");
      await mendStripe(shop, match);
    }
    const { status } = await showEditedProduct(shop.ctx(), { id });
    expect(status).toBe("draft");
    await publishProduct(shop.ctx(), { productId: id });
    const { stripe } = shop.ctx();
    expect((await stripe.products.list()).data).toHaveLength(1);
    expect((await stripe.prices.list()).data).toHaveLength(1);
  });

  test("is published twice at once as one", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    await Promise.all([1, 2, 3].map(() => publishProduct(shop.ctx(), { productId: id })));
    const { stripe } = shop.ctx();
    expect((await stripe.products.list()).data).toHaveLength(1);
    expect((await stripe.prices.list()).data).toHaveLength(1);
  });
});

describe("a price", () => {
  test.each([
    { ...usd, currency: "jpy", amountMinor: 500 },
    { ...usd, currency: "bhd", amountMinor: 5120 },
    { ...usd, model: "per_seat" as const },
    {
      type: "one_time" as const,
      model: "pay_what_you_want" as const,
      minimumMinor: 500,
      currency: "usd",
    },
    {
      ...usd,
      type: "recurring" as const,
      interval: "month" as const,
      intervalCount: 3,
      trialDays: 14,
    },
  ])("is added to what is for sale, and made at Stripe: %o", async (price) => {
    const shop = openTestShop();
    const sold = await shop.sell({});
    await addPrice(shop.ctx(), { productId: sold.id, price });
    const { prices } = await showProduct(shop.ctx(), { slug: sold.slug });
    expect(prices).toHaveLength(2);
    expect((await shop.ctx().stripe.prices.list()).data[0]).toMatchObject({
      currency: price.currency,
      active: true,
    });
  });

  test("that Stripe does not know yet is not for sale", async () => {
    const shop = openTestShop();
    const sold = await shop.sell({});
    await breakStripe(shop, "POST /v1/prices");
    await addPrice(shop.ctx(), { productId: sold.id, price: { ...usd, amountMinor: 100 } });
    expect((await showProduct(shop.ctx(), { slug: sold.slug })).prices).toHaveLength(1);
    await mendStripe(shop, "POST /v1/prices");
    await pushProduct(shop.ctx(), { productId: sold.id });
    expect((await showProduct(shop.ctx(), { slug: sold.slug })).prices).toHaveLength(2);
  });

  test("is taken off sale and offered again, here and at Stripe, as often as one likes", async () => {
    const shop = openTestShop();
    const sold = await shop.sell({});
    const input = { productId: sold.id, priceId: sold.prices[0]!.id };
    for (const active of [false, true, false, true]) {
      await offerPrice(shop.ctx(), { ...input, active });
      expect((await shop.ctx().stripe.prices.list()).data[0]).toMatchObject({ active });
      const { products } = await showShop(shop.ctx());
      expect(products.some(({ id }) => id === sold.id)).toBe(active);
    }
  });

  test("of another product is not found", async () => {
    const shop = openTestShop();
    const [one, other] = [await shop.sell({}), await shop.sell({})];
    const input = { productId: one.id, priceId: other.prices[0]!.id, active: false };
    await expect(offerPrice(shop.ctx(), input)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the console's routes", () => {
  test("say at which field something is wrong, in words", async () => {
    const admin = await newBuyer({ role: "admin" });
    const response = await admin.fetch("/api/admin/products", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        slug: "Not A Slug",
        name: " ",
        tagline: "",
        description: "",
        prices: [],
        benefits: [],
      }),
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      fields: [
        { path: "slug", message: "Use lower-case letters, digits and dashes, 64 at most" },
        { path: "name", message: "Give it a name" },
      ],
    });
  });
});
