import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { createPage } from "../../admin/pages/create-page.ts";
import { publishPage } from "../../admin/pages/publish-page.ts";
import { updatePage } from "../../admin/pages/update-page.ts";
import { unpublishProduct } from "../../admin/products/publish-product.ts";
import { createCountingD1 } from "../../testing/database/create-counting-d1.ts";
import { editTestProduct, openVisitor, renameProduct } from "../../testing/clients/public-pages.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser, ORIGIN } from "../../testing/clients/sign-in.ts";

const shop = openTestShop();
/** After five seconds, the version is read again. */
const freezeTime = () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
const newSlug = (name: string) => `${name}-${crypto.randomUUID()}`;

test("a cached page costs no statement, and the next visit shows an edit", async () => {
  const product = await shop.createPublishedProduct({ name: "Salt marsh" });
  const counting = createCountingD1(env.DB);
  const { visit } = openVisitor({ ...shop.env, DB: counting.d1 });
  freezeTime();
  const page = `/p/${product.slug}`;
  const first = await visit(page);
  // The version; the shop, its legal pages; the product, its prices, its benefits, and tax.
  expect([first.status, counting.take().statements]).toEqual([200, 6]);
  const second = await visit(`${page}?utm_source=mail`);
  expect([second.cacheStatus, second.body]).toEqual(["gatehouse; hit", first.body]);
  expect(second.contentType).toBe("text/html; charset=utf-8");
  expect(second.headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(counting.take().statements).toBe(0);
  await renameProduct(shop, product, "Reed bed");
  for (const path of [page, "/"]) expect((await visit(path)).body).toContain("Reed bed");
});

test("a signed-in seller and a visitor get the same page, with nothing of the seller", async () => {
  const product = await shop.createPublishedProduct({});
  const seller = await createSignedInUser({ role: "owner", name: "Sally Seller", env: shop.env });
  for (const path of ["/", `/p/${product.slug}`]) {
    const asSeller = await (await seller.fetch(path)).text();
    expect(asSeller).not.toMatch(/Sally|Console/);
    const asVisitor = await openVisitor(shop.env).visit(path);
    expect([asVisitor.body, asVisitor.cacheStatus]).toEqual([asSeller, "gatehouse; hit"]);
  }
});

test("the former URL of a product leads to the new one, with its query", async () => {
  const product = await shop.createPublishedProduct({});
  const renamed = newSlug("renamed");
  await editTestProduct(shop, product, { slug: renamed });
  const { visit } = openVisitor(shop.env);
  for (const query of ["?utm_source=mail", ""])
    expect(await visit(`/p/${product.slug}${query}`)).toMatchObject({
      status: 301,
      location: `${ORIGIN}/p/${renamed}${query}`,
    });
});

test("the former URL of a members' page leads to the new one", async () => {
  const page = { slug: newSlug("notes"), title: "Notes", excerpt: "About it.", body: "" };
  const { id, updatedAt } = await createPage(shop.ctx(), page);
  await publishPage(shop.ctx(), { id });
  const renamed = newSlug("renamed");
  await updatePage(shop.ctx(), { ...page, id, slug: renamed, updatedAt });
  const { visit } = openVisitor(shop.env);
  expect(await visit(`/read/${page.slug}`)).toMatchObject({
    status: 301,
    location: `${ORIGIN}/read/${renamed}`,
  });
});

test("an archived product is gone: 410, with a way to the shop and nothing to index", async () => {
  const product = await shop.createPublishedProduct({ name: "Salt marsh" });
  const { visit } = openVisitor(shop.env);
  await visit(`/p/${product.slug}`);
  await unpublishProduct(shop.ctx(), { productId: product.id, to: "archived" });
  const gone = await visit(`/p/${product.slug}`);
  expect(gone.status).toBe(410);
  expect(gone.body).toContain("This product is no longer sold.");
  expect(gone.body).toMatch(/<a [^>]*href="\/"[^>]*>Go to the shop/);
  expect(gone.body).toContain('content="noindex"');
  expect(gone.body).not.toContain("Salt marsh");
});

test.each(["/p/no-such-product", "/p/No%20Slug", "/legal/nothing", "/read/nothing", "/nothing"])(
  "an unknown URL answers 404 with a page: %s",
  async (path) => {
    await shop.createDraftProduct();
    const { visit } = openVisitor(shop.env);
    const { status, body, contentType, etag } = await visit(path);
    expect([status, contentType, etag]).toEqual([404, "text/html; charset=utf-8", null]);
    expect(body).toContain("Page not found.");
  },
);
