import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { addPrice, editProduct, setPriceActive } from "../../testing/fixtures/edit-product.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { openDatabase } from "../../db/client.ts";
import { findPage } from "../../delivery/pages/store.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { listAuditEntries } from "../../audit/list-audit-entries.ts";
import { syncProduct, enqueuePendingProducts } from "../../sync/catalog/sync-product.ts";
import { createProduct } from "./create-product.ts";
import { publishProduct, unpublishProduct } from "./publish-product.ts";
import { pushProduct } from "../../sync/catalog/push-product.ts";
import { newProduct } from "./schema.ts";
import { showEditableProduct } from "./show-editable-product.ts";
import { showProduct, showShop } from "../../storefront/show-shop.ts";

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

const atStripe = async (shop: TestShop, id: string) => {
  const { stripeProductId } = await showEditableProduct(shop.ctx(), { id });
  return shop.ctx().stripe.products.retrieve(stripeProductId!);
};

const actionsOf = async (shop: TestShop, targetId: string) =>
  (await listAuditEntries(shop.ctx(), { targetId })).items.map(({ action }) => action);

/** Makes matching Stripe requests fail, before or after (`afterCommit`) they take effect. */
const breakStripe = (shop: TestShop, match: string, afterCommit = false) =>
  shop.control("faults", { match, times: 99, status: 500, afterCommit });
const repairStripe = (shop: TestShop, match: string) =>
  shop.control("faults", { match, times: 0, status: 500 });

describe("a product", () => {
  test("a product is a hidden draft until it is published with a price", async () => {
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

  test("a slug in use is refused at its field, also in an edit", async () => {
    const shop = openTestShop();
    const slug = `p-${crypto.randomUUID()}`;
    await draft(shop, { slug, name: "The First" });
    const taken = {
      code: "invalid_input",
      fields: [{ path: "slug", message: "The First already uses this URL." }],
    };
    await expect(draft(shop, { slug })).rejects.toMatchObject(taken);
    const { id } = await draft(shop);
    await expect(editProduct(shop.ctx(), id, { slug })).rejects.toMatchObject(taken);
  });

  test("a product accepts one of ten concurrent edits and refuses the others", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    const { updatedAt } = await showEditableProduct(shop.ctx(), { id });
    const edits = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) =>
        editProduct(shop.ctx(), id, { name: `Name ${at}`, updatedAt }),
      ),
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

  test("a product records a changed plan group in the audit log", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    await editProduct(shop.ctx(), id, { planGroup: "membership" });
    const { items } = await listAuditEntries(shop.ctx(), { targetId: id });
    expect(items.find(({ action }) => action === "product.updated")).toMatchObject({
      before: { planGroup: null },
      after: { planGroup: "membership" },
    });
  });

  test("a product of the other mode is not found", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    await env.DB.prepare("UPDATE products SET mode = 'live' WHERE id = ?").bind(id).run();
    await expect(showEditableProduct(shop.ctx(), { id })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("an edited product", () => {
  test("an edited product is pushed to Stripe: name, tagline, image and status", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    await publishProduct(shop.ctx(), { productId: id });
    const image = `/api/shop/images/${"a".repeat(64)}`;
    await editProduct(shop.ctx(), id, { name: "Another", tagline: "", image });
    expect(await atStripe(shop, id)).toMatchObject({
      name: "Another",
      description: null,
      images: [`http://localhost:8787${image}`],
      active: true,
    });
    await editProduct(shop.ctx(), id, { image: null });
    await unpublishProduct(shop.ctx(), { productId: id, to: "archived" });
    expect(await atStripe(shop, id)).toMatchObject({ images: [], active: false });
    await publishProduct(shop.ctx(), { productId: id });
    expect(await atStripe(shop, id)).toMatchObject({ active: true });
  });

  test("an edited product is saved although Stripe fails, shows a pending sync, and is pushed by a retry", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    await publishProduct(shop.ctx(), { productId: id });
    await breakStripe(shop, "POST /v1/products/*");
    await editProduct(shop.ctx(), id, { name: "While it was down" });
    const edited = await showEditableProduct(shop.ctx(), { id });
    expect(edited).toMatchObject({
      name: "While it was down",
      pendingSyncSince: expect.any(Number),
    });
    await expect(pushProduct(shop.ctx(), { productId: id })).rejects.toThrow("unknown error");
    await repairStripe(shop, "POST /v1/products/*");
    await pushProduct(shop.ctx(), { productId: id });
    expect(await atStripe(shop, id)).toMatchObject({ name: "While it was down" });
    expect(await showEditableProduct(shop.ctx(), { id })).toMatchObject({ pendingSyncSince: null });
  });

  test("an edited product is pushed by cron without a manual retry", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    await publishProduct(shop.ctx(), { productId: id });
    await breakStripe(shop, "POST /v1/products/*");
    await editProduct(shop.ctx(), id, { name: "Later" });
    await repairStripe(shop, "POST /v1/products/*");
    shop.queued.length = 0;
    await enqueuePendingProducts(shop.ctx());
    expect(shop.queued).toContainEqual({ productId: id });
    await syncProduct(shop.ctx(), { productId: id });
    expect(await atStripe(shop, id)).toMatchObject({ name: "Later" });
  });

  test("an edited product creates one product and one price at Stripe although responses were lost", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    for (const match of ["POST /v1/products", "POST /v1/prices"]) {
      await breakStripe(shop, match, true);
      await expect(publishProduct(shop.ctx(), { productId: id })).rejects.toThrow("unknown error");
      await repairStripe(shop, match);
    }
    const { status } = await showEditableProduct(shop.ctx(), { id });
    expect(status).toBe("draft");
    await publishProduct(shop.ctx(), { productId: id });
    const { stripe } = shop.ctx();
    expect((await stripe.products.list()).data).toHaveLength(1);
    expect((await stripe.prices.list()).data).toHaveLength(1);
  });

  test("a product that is published three times concurrently exists once at Stripe", async () => {
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
  ])("a price is added to a published product and created at Stripe: %o", async (price) => {
    const shop = openTestShop();
    const sold = await shop.createPublishedProduct({});
    await addPrice(shop.ctx(), { productId: sold.id, price });
    const { prices } = await showProduct(shop.ctx(), { slug: sold.slug });
    expect(prices).toHaveLength(2);
    expect((await shop.ctx().stripe.prices.list()).data[0]).toMatchObject({
      currency: price.currency,
      active: true,
    });
  });

  test("a price that Stripe does not have yet is not for sale", async () => {
    const shop = openTestShop();
    const sold = await shop.createPublishedProduct({});
    await breakStripe(shop, "POST /v1/prices");
    await addPrice(shop.ctx(), { productId: sold.id, price: { ...usd, amountMinor: 100 } });
    expect((await showProduct(shop.ctx(), { slug: sold.slug })).prices).toHaveLength(1);
    await repairStripe(shop, "POST /v1/prices");
    await pushProduct(shop.ctx(), { productId: sold.id });
    expect((await showProduct(shop.ctx(), { slug: sold.slug })).prices).toHaveLength(2);
  });

  test("a price can be archived and offered again repeatedly, here and at Stripe", async () => {
    const shop = openTestShop();
    const sold = await shop.createPublishedProduct({});
    const input = { productId: sold.id, priceId: sold.prices[0]!.id };
    for (const active of [false, true, false, true]) {
      await setPriceActive(shop.ctx(), { ...input, active });
      expect((await shop.ctx().stripe.prices.list({ active })).data).toHaveLength(1);
      const { products } = await showShop(shop.ctx());
      expect(products.some(({ id }) => id === sold.id)).toBe(active);
    }
  });

  test("a price of another product is not found", async () => {
    const shop = openTestShop();
    const [one, other] = [
      await shop.createPublishedProduct({}),
      await shop.createPublishedProduct({}),
    ];
    const input = { productId: one.id, priceId: other.prices[0]!.id, active: false };
    await expect(setPriceActive(shop.ctx(), input)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the product routes", () => {
  test("the product routes return a message for each invalid field", async () => {
    const admin = await createSignedInUser({ role: "admin" });
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
        { path: "slug", message: "Must be 1 to 64 lowercase letters, digits, and hyphens." },
        { path: "name", message: "Enter a name." },
      ],
    });
  });
});

/** Saves everything of one screen: details, prices, benefits and a page. */
const saveScreen = (shop: TestShop, id: string, changes: Parameters<typeof editProduct>[2]) =>
  editProduct(shop.ctx(), id, changes);

describe("one save", () => {
  test("one save changes details, prices, benefits and pages together, and records each", async () => {
    const shop = openTestShop();
    const { id } = await shop.createPublishedProduct({
      benefits: [
        { type: "link", name: "Chat", settings: { note: "Ask for it" } },
        { type: "feature", name: "Export", settings: {} },
      ],
    });
    const { prices, benefits } = await showEditableProduct(shop.ctx(), { id });
    const [chat, feature] = benefits;
    const edited = { type: "link" as const, name: "Forum", settings: { note: "Ask for it" } };
    await saveScreen(shop, id, {
      name: "Everything",
      prices: [{ id: prices[0]!.id, active: false }],
      newPrices: [{ ...usd, amountMinor: 1200 }],
      benefits: [
        {
          benefit: {
            type: "page",
            name: "Course",
            settings: {},
            newPages: [{ title: "Begin here", body: "Take a **breath**.", isPublished: true }],
          },
        },
        { id: chat!.id, version: chat!.version, benefit: edited },
      ],
    });
    const after = await showEditableProduct(shop.ctx(), { id });
    expect(after).toMatchObject({
      name: "Everything",
      prices: [{ active: false }, { active: true, amountMinor: 1200 }],
      benefits: [
        { name: "Course", pages: [{ title: "Begin here", status: "published", hasText: true }] },
        { id: chat!.id, name: "Forum" },
      ],
    });
    expect(await actionsOf(shop, id)).toEqual(
      expect.arrayContaining([
        "product.updated",
        "price.archived",
        "price.added",
        "benefit.added",
        "benefit.removed",
      ]),
    );
    expect(await actionsOf(shop, chat!.id)).toEqual(["benefit.updated"]);
    expect(await actionsOf(shop, after.benefits[0]!.pages[0]!.id)).toEqual(
      expect.arrayContaining(["page.created", "page.published"]),
    );
    expect(after.benefits.some((benefit) => benefit.id === feature!.id)).toBe(false);
    const active = (await shop.ctx().stripe.prices.list({ active: true })).data;
    expect(active.map(({ unit_amount }) => unit_amount)).toEqual([1200]);
  });

  test("one save changes nothing at all if one part of it is refused", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    const other = await draft(shop, { slug: `taken-${crypto.randomUUID()}` });
    const { slug } = await showEditableProduct(shop.ctx(), other);
    const before = await showEditableProduct(shop.ctx(), { id });
    const parts = {
      newPrices: [{ ...usd, amountMinor: 1200 }],
      benefits: [{ benefit: { type: "feature" as const, name: "More", settings: {} } }],
    };
    const refusals: [Parameters<typeof editProduct>[2], string][] = [
      [{ slug }, "invalid_input"],
      [{ benefits: [...parts.benefits, { id: `bnf_${"0".repeat(26)}` }] }, "not_found"],
      [{ updatedAt: before.updatedAt - 1 }, "edit_conflict"],
    ];
    for (const [refused, code] of refusals)
      await expect(
        saveScreen(shop, id, { ...parts, name: "Half", ...refused }),
      ).rejects.toMatchObject({ code });
    expect(await showEditableProduct(shop.ctx(), { id })).toEqual(before);
  });

  test("a save of a draft that Stripe never had removes a price instead of archiving it", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    const [price] = (await showEditableProduct(shop.ctx(), { id })).prices;
    await saveScreen(shop, id, {
      prices: [{ id: price!.id, active: false }],
      newPrices: [{ ...usd, amountMinor: 1200 }],
    });
    const { prices } = await showEditableProduct(shop.ctx(), { id });
    expect(prices.map(({ amountMinor }) => amountMinor)).toEqual([1200]);
    expect(await actionsOf(shop, id)).toContain("price.removed");
  });

  test("a price is not removed while another member publishes the draft", async () => {
    const shop = openTestShop();
    const { id } = await draft(shop);
    const [price] = (await showEditableProduct(shop.ctx(), { id })).prices;
    const ctx = shop.ctx();
    // The product gets its id at Stripe after the save has read it, and before the save is committed.
    const batch = ctx.db.$client.batch.bind(ctx.db.$client);
    const d1 = new Proxy(ctx.db.$client, {
      get(target, name) {
        if (name === "batch")
          return async (statements: D1PreparedStatement[]) => {
            await env.DB.prepare("UPDATE products SET stripe_product_id = ? WHERE id = ?")
              .bind(`prod_${id}`, id)
              .run();
            return batch(statements);
          };
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    await expect(
      editProduct({ ...ctx, db: openDatabase(d1) }, id, {
        prices: [{ id: price!.id, active: false }],
      }),
    ).rejects.toMatchObject({ code: "edit_conflict" });
    expect((await showEditableProduct(shop.ctx(), { id })).prices).toMatchObject([
      { id: price!.id, active: true },
    ]);
  });

  test("a save gives pages of the same title different URLs, and arranges, adds and detaches pages", async () => {
    const shop = openTestShop();
    const title = `Lesson ${crypto.randomUUID()}`;
    const page = { title, body: "Text", isPublished: false };
    const benefit = { type: "page" as const, name: "Course", settings: {} };
    const { id } = await draft(shop, { benefits: [{ ...benefit, newPages: [page, page] }] });
    const [course] = (await showEditableProduct(shop.ctx(), { id })).benefits;
    const [first, second] = course!.pages;
    const slugs = await Promise.all(
      [first, second].map(async (each) => (await findPage(shop.ctx().db, each!.id))!.slug),
    );
    expect(new Set(slugs).size).toBe(2);
    expect(slugs[1]).toBe(`${slugs[0]!}-2`);
    await saveScreen(shop, id, {
      benefits: [
        {
          id: course!.id,
          version: course!.version,
          benefit: { ...benefit, pageIds: [second!.id], newPages: [{ ...page, title: "Last" }] },
        },
      ],
    });
    const [after] = (await showEditableProduct(shop.ctx(), { id })).benefits;
    expect(after!.pages.map(({ title }) => title)).toEqual([title, "Last"]);
    expect(after!.pages[0]!.id).toBe(second!.id);
    expect(await findPage(shop.ctx().db, first!.id)).toMatchObject({ status: "draft" });
  });
});
