import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { commit } from "../db/client.ts";
import { prices, products } from "../db/schema/catalog.ts";
import { openTestShop } from "../testing/shop.ts";
import { openBrowser } from "../testing/clients/sign-in.ts";
import { addFileVersion } from "../admin/files/add-file-version.ts";
import { createFile } from "../admin/files/create-file.ts";
import { attachPage } from "../admin/pages/attach-page.ts";
import { createPage } from "../admin/pages/create-page.ts";
import { publishPage } from "../admin/pages/publish-page.ts";
import { saveLegalTexts } from "../settings/legal-pages.ts";
import { mapLegalPages } from "../shared/legal-pages.ts";
import { editProduct } from "../testing/fixtures/edit-product.ts";
import { listProductsWithBenefits } from "../catalog/list-products-with-benefits.ts";

it("a product shows the amount of content in each benefit, but nothing for customers only", async () => {
  const shop = openTestShop();
  const note = "the secret note";
  const product = await shop.createPublishedProduct({
    benefits: [
      {
        type: "feature",
        name: "Seats",
        settings: { note, key: "secret-key", limit: { amount: 2, perSeat: true } },
      },
      { type: "feature", name: "Editions", settings: {} },
      {
        type: "license_key",
        name: "App",
        settings: { note, prefix: "SECRET", activationLimit: 3, usesLimit: 7 },
      },
      { type: "page", name: "Notes", settings: { note } },
      { type: "download", name: "Book", settings: { note } },
      { type: "link", name: "Map", settings: { note, url: "https://example.com/secret" } },
    ],
  });
  const pageBenefit = product.benefits[3]!.id;
  const slugs = ["published", "draft"].map((word) => `${word}-${crypto.randomUUID()}`);
  for (const slug of slugs) {
    const page = { slug, title: slug, excerpt: "", body: "the secret body", isFree: true };
    const { id } = await createPage(shop.ctx(), page);
    await attachPage(shop.ctx(), { benefitId: pageBenefit, pageId: id });
    if (slug.startsWith("published")) await publishPage(shop.ctx(), { id });
  }
  for (const fileName of ["secret.pdf", "secret.epub", "secret"]) {
    const benefitId = product.benefits[4]!.id;
    const { id: fileId } = await createFile(shop.ctx(), { benefitId, name: "the secret file" });
    const version = { label: "1", contentType: "application/pdf", size: 1 };
    for (const name of [`old-${fileName}`, fileName]) {
      const body = new Blob(["a"]).stream();
      await addFileVersion(shop.ctx(), { fileId, fileName: name, ...version, body });
    }
  }
  const response = await openBrowser({ env: shop.env }).fetch(`/api/shop/products/${product.slug}`);
  expect(response.headers.get("cache-control")).toMatch(/^public/);
  const text = await response.text();
  expect(text).not.toMatch(/secret|draft/i);
  const { benefits } = JSON.parse(text) as { benefits: { detail: unknown }[] };
  expect(benefits.map(({ detail }) => detail)).toEqual([
    { type: "feature", limit: { amount: 2, perSeat: true } },
    { type: "feature", limit: null },
    { type: "license_key", activations: { amount: 3, perSeat: false } },
    { type: "page", pages: [{ slug: slugs[0], title: slugs[0], isFree: true }] },
    { type: "download", files: 3, formats: ["PDF", "EPUB"] },
    { type: "link" },
  ]);
});

it("products of test mode are hidden in live mode", async () => {
  const shop = openTestShop();
  const { id, slug, benefits } = await shop.createPublishedProduct({});
  const visitor = openBrowser({ env: shop.env });
  const shown = async () => {
    const { products } = await visitor.json<{ products: { id: string }[] }>("/api/shop");
    return products.some((product) => product.id === id);
  };
  const benefitIds = benefits.map((benefit) => benefit.id);
  const offered = () => listProductsWithBenefits(shop.ctx(), { benefitIds });
  expect(await shown()).toBe(true);
  expect(await offered()).toHaveLength(1);
  const { db } = shop.ctx();
  await commit(db, [
    db.update(products).set({ mode: "live" }).where(eq(products.id, id)),
    db.update(prices).set({ mode: "live" }).where(eq(prices.productId, id)),
  ]);
  expect(await shown()).toBe(false);
  expect((await visitor.fetch(`/api/shop/products/${slug}`)).status).toBe(404);
  expect(await offered()).toEqual([]);
});

it("a product shows its pictures and samples, and the size of its image only while it is that image", async () => {
  const shop = openTestShop();
  const { id, slug } = await shop.createPublishedProduct({});
  const url = (letter: string) => `/api/shop/images/${letter.repeat(64)}`;
  const media = {
    cover: { url: url("a"), alt: "A jetty", width: 1500, height: 1000 },
    pictures: [{ url: url("b"), alt: "", width: 800, height: 1200 }],
    samples: [
      { kind: "sound" as const, url: `/api/shop/samples/${"c".repeat(64)}`, title: "At dawn" },
    ],
  };
  await editProduct(shop.ctx(), id, { image: url("a"), media });
  const visitor = openBrowser({ env: shop.env });
  const read = () => visitor.json<object>(`/api/shop/products/${slug}?at=${crypto.randomUUID()}`);
  expect(await read()).toMatchObject(media);
  await editProduct(shop.ctx(), id, { image: "https://example.com/other.png" });
  expect(await read()).toMatchObject({ ...media, cover: null });
  const html = await (await visitor.fetch(`/p/${slug}`)).text();
  expect(html).toContain(`src="${media.samples[0]!.url}"`);
  expect(html).toContain('width="800" height="1200"');
  await editProduct(shop.ctx(), id, { media: null });
  expect(await read()).toMatchObject({ cover: null, pictures: [], samples: [] });
});

it("a product begins with what the shop says of refunds, and the shop with who sells", async () => {
  const shop = openTestShop();
  const { slug } = await shop.createPublishedProduct({});
  const texts = mapLegalPages(() => "");
  const path = `/api/shop/products/${slug}`;
  const visitor = openBrowser({ env: shop.env });
  await saveLegalTexts(shop.ctx(), texts);
  expect(await visitor.json(`${path}?at=1`)).toMatchObject({ refunds: null });
  await saveLegalTexts(shop.ctx(), { ...texts, refunds: "# Refunds\n\nWithin **30** days." });
  expect(await visitor.json(`${path}?at=2`)).toMatchObject({
    refunds: { text: "Within 30 days." },
  });
  await saveLegalTexts(shop.ctx(), texts);
});
