import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createPage } from "../admin/pages/create-page.ts";
import { publishPage } from "../admin/pages/publish-page.ts";
import { updatePage } from "../admin/pages/update-page.ts";
import { importProducts } from "../admin/products/import-products.ts";
import { unpublishProduct } from "../admin/products/publish-product.ts";
import { showEditableProduct } from "../admin/products/show-editable-product.ts";
import { editTestProduct, openVisitor } from "../testing/clients/public-pages.ts";
import { openTestShop } from "../testing/shop.ts";

const shop = openTestShop();
const newSlug = (name: string) => `${name}-${crypto.randomUUID()}`;
const urlOf = (slug: string) => `/api/shop/products/${slug}`;

const taken = (message: RegExp) => ({
  code: "invalid_input",
  fields: [{ path: "slug", message: expect.stringMatching(message) }],
});

test("every former slug leads to the newest one, and takes the query along", async () => {
  const product = await shop.createPublishedProduct({});
  const [second, third] = [newSlug("second"), newSlug("third")];
  await editTestProduct(shop, product, { slug: second });
  await editTestProduct(shop, product, { slug: third });
  const { visit } = openVisitor(shop.env);
  for (const former of [product.slug, second]) {
    // The second visit is answered from the cache.
    for (const query of ["?utm_source=mail&a=b", "", "?a=1"])
      expect(await visit(`${urlOf(former)}${query}`)).toMatchObject({
        status: 301,
        location: `${urlOf(third)}${query}`,
      });
  }
  expect((await visit(urlOf(third))).status).toBe(200);
  const { formerSlugs } = await showEditableProduct(shop.ctx(), { id: product.id });
  expect(formerSlugs.toSorted()).toEqual([product.slug, second].toSorted());
});

test("a product that takes its former slug back has it, and the other one leads there", async () => {
  const product = await shop.createPublishedProduct({});
  const other = newSlug("other");
  await editTestProduct(shop, product, { slug: other });
  await editTestProduct(shop, product, { slug: product.slug });
  const { visit } = openVisitor(shop.env);
  expect((await visit(urlOf(product.slug))).status).toBe(200);
  expect((await visit(urlOf(other))).location).toBe(urlOf(product.slug));
});

test("no other product can take a slug that leads to a product", async () => {
  const product = await shop.createPublishedProduct({ name: "Field Notes" });
  await editTestProduct(shop, product, { slug: newSlug("renamed") });
  const other = await shop.createPublishedProduct({});
  const refusal = taken(/^Field Notes used this URL before, and links to it redirect there\.$/);
  await expect(editTestProduct(shop, other, { slug: product.slug })).rejects.toMatchObject(refusal);
  await expect(shop.createDraftProduct({ slug: product.slug })).rejects.toMatchObject(refusal);
  expect((await openVisitor(shop.env).visit(urlOf(other.slug))).status).toBe(200);
});

test("an import from Stripe takes another slug than one that leads to a product", async () => {
  const name = newSlug("imported");
  const product = await shop.createPublishedProduct({ slug: name });
  await editTestProduct(shop, product, { slug: newSlug("renamed") });
  const { id } = await shop.ctx().stripe.products.create({ name });
  const { ids } = await importProducts(shop.ctx(), { stripeProductIds: [id] });
  const { slug } = await showEditableProduct(shop.ctx(), { id: ids[0]! });
  expect(slug).toMatch(new RegExp(`^${name}-.`));
});

test("one of two simultaneous renames gets the slug that the other gave up", async () => {
  const [first, second] = [
    await shop.createPublishedProduct({}),
    await shop.createPublishedProduct({}),
  ];
  const results = await Promise.allSettled([
    editTestProduct(shop, first, { slug: newSlug("renamed") }),
    editTestProduct(shop, second, { slug: first.slug }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect((await openVisitor(shop.env).visit(urlOf(second.slug))).status).toBe(200);
});

test("the slug of a draft that was never public is given up", async () => {
  const draft = await shop.createDraftProduct();
  await editTestProduct(shop, draft, { slug: newSlug("renamed") });
  await shop.createDraftProduct({ slug: draft.slug });
  expect((await openVisitor(shop.env).visit(urlOf(draft.slug))).status).toBe(404);
});

test("an archived product is gone, under its former slugs too; a draft is not found", async () => {
  const product = await shop.createPublishedProduct({});
  const renamed = newSlug("renamed");
  await editTestProduct(shop, product, { slug: renamed });
  const { visit } = openVisitor(shop.env);
  await unpublishProduct(shop.ctx(), { productId: product.id, to: "archived" });
  for (const slug of [product.slug, renamed]) {
    const { status, body } = await visit(urlOf(slug));
    expect([status, JSON.parse(body)]).toMatchObject([410, { code: "product_archived" }]);
  }
  await unpublishProduct(shop.ctx(), { productId: product.id, to: "draft" });
  for (const slug of [product.slug, renamed]) expect((await visit(urlOf(slug))).status).toBe(404);
  const draft = await shop.createDraftProduct();
  await unpublishProduct(shop.ctx(), { productId: draft.id, to: "archived" });
  expect((await visit(urlOf(draft.slug))).status).toBe(404);
});

test("the former slug of a page leads to the page, and no other page can take it", async () => {
  const page = { slug: newSlug("notes"), title: "Notes", excerpt: "", body: "" };
  const { id, updatedAt } = await createPage(shop.ctx(), page);
  await publishPage(shop.ctx(), { id });
  const renamed = newSlug("renamed");
  await updatePage(shop.ctx(), { ...page, id, slug: renamed, updatedAt });
  const { visit } = openVisitor(shop.env);
  expect(await visit(`/api/me/pages/${page.slug}`)).toMatchObject({
    status: 301,
    location: `/api/me/pages/${renamed}`,
  });
  expect(JSON.parse((await visit(`/api/me/pages/${renamed}`)).body)).toMatchObject({
    slug: renamed,
  });
  const refusal = taken(/^Another page uses this URL, or used it before\.$/);
  await expect(createPage(shop.ctx(), page)).rejects.toMatchObject(refusal);
  const other = await createPage(shop.ctx(), { ...page, slug: newSlug("other") });
  const edit = { ...page, id: other.id, updatedAt: other.updatedAt };
  await expect(updatePage(shop.ctx(), edit)).rejects.toMatchObject(refusal);
  const count = env.DB.prepare("SELECT count(*) AS n FROM pages WHERE slug = ?").bind(page.slug);
  expect(await count.first<number>("n")).toBe(0);
});
