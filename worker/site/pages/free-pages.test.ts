import { expect, test } from "vitest";
import { attachPage } from "../../admin/pages/attach-page.ts";
import { createPage } from "../../admin/pages/create-page.ts";
import { archivePage, publishPage } from "../../admin/pages/publish-page.ts";
import { updatePage } from "../../admin/pages/update-page.ts";
import { findPage } from "../../delivery/pages/store.ts";
import { openPage, readApp, readData } from "../../testing/clients/drawn-pages.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { createSignedInUser, openBrowser } from "../../testing/clients/sign-in.ts";
import { readStructuredData } from "../../testing/rules/structured-data.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { showPage } from "../../delivery/pages/show-page.ts";

const texts = { title: "Heronry", excerpt: "A *quiet* start.", body: "All of **the rest**." };

/** Creates a free page as a draft. */
async function draftFreePage(shop: TestShop, change: Partial<typeof texts> = {}) {
  const slug = `page-${crypto.randomUUID()}`;
  const { id } = await createPage(shop.ctx(), { slug, ...texts, ...change, isFree: true });
  return { id, slug };
}

async function publishFreePage(shop: TestShop, change: Partial<typeof texts> = {}) {
  const page = await draftFreePage(shop, change);
  await publishPage(shop.ctx(), page);
  return page;
}

/** Reads a page from the API, without a session by default. */
async function ask(shop: TestShop, slug: string, browser = openBrowser(shop)) {
  const response = await browser.fetch(`/api/me/pages/${slug}`);
  return { status: response.status, body: await response.json() };
}

test("a free page reads whole for a visitor, in the API and in the HTML", async () => {
  const shop = openTestShop();
  const { slug } = await publishFreePage(shop);
  const bodyHtml = "<p>All of <strong>the rest</strong>.</p>";
  const open = { slug, access: "open", isFree: true, bodyHtml, why: null };
  expect(await ask(shop, slug)).toMatchObject({ status: 200, body: open });
  const user = await createSignedInUser({ env: shop.env });
  expect(await ask(shop, slug, user)).toMatchObject({ status: 200, body: open });

  const { status, html } = await openPage(shop, `/read/${slug}`);
  expect(status).toBe(200);
  const app = readApp(html);
  for (const text of ["Heronry</h1>", bodyHtml, ">Go to the shop</a>"]) expect(app).toContain(text);
  for (const text of ["Part of", "your library", "Sign in to continue reading"])
    expect(app).not.toContain(text);
  expect(readData(html).content).toMatchObject({ kind: "members", page: open });
  expect((await openPage(shop, "/sitemap.xml")).html).toContain(`/read/${slug}</loc>`);
});

test("a free page is described by its excerpt, and without one by its first sentences", async () => {
  const shop = openTestShop();
  const [first, second] = [
    await publishFreePage(shop),
    await publishFreePage(shop, { excerpt: "" }),
  ];
  const described = { [first.slug]: "A quiet start.", [second.slug]: "All of the rest." };
  for (const [slug, description] of Object.entries(described)) {
    const { html } = await openPage(shop, `/read/${slug}`);
    expect(html).toContain(`<meta name="description" content="${description}"/>`);
    expect(html).toContain('<meta property="og:type" content="article"/>');
    expect(readStructuredData(html)["Article"]).toEqual([
      expect.objectContaining({ headline: "Heronry", description, isAccessibleForFree: true }),
    ]);
  }
});

test("a page that is no longer free shows its excerpt on the next visit", async () => {
  const shop = openTestShop();
  const { id, slug } = await publishFreePage(shop);
  expect((await openPage(shop, `/read/${slug}`)).html).toContain("the rest");
  const { updatedAt } = (await findPage(shop.ctx().db, id))!;
  await updatePage(shop.ctx(), { id, slug, ...texts, isFree: false, updatedAt });

  const { html } = await openPage(shop, `/read/${slug}`);
  expect(readApp(html)).toContain("<em>quiet</em>");
  expect(html).not.toContain("the rest");
  expect(readStructuredData(html)["Article"]).toBeUndefined();
  const answer = await ask(shop, slug);
  expect(answer.body).toMatchObject({ access: "closed", products: [] });
  expect(JSON.stringify(answer)).not.toContain("the rest");
});

test("an edit that does not say whether a page is free leaves it free", async () => {
  const shop = openTestShop();
  const { id, slug } = await publishFreePage(shop);
  const { updatedAt } = (await findPage(shop.ctx().db, id))!;
  await updatePage(shop.ctx(), { id, slug, ...texts, body: "Another text.", updatedAt });
  expect((await openPage(shop, `/read/${slug}`)).html).toContain("<p>Another text.</p>");
});

test("a draft stays hidden though it is marked free, and so does an archived page", async () => {
  const shop = openTestShop();
  const draft = await draftFreePage(shop);
  const archived = await publishFreePage(shop);
  await archivePage(shop.ctx(), archived);
  for (const { slug } of [draft, archived]) {
    const { status, html } = await openPage(shop, `/read/${slug}`);
    expect([status, html.includes("quiet"), html.includes("the rest")]).toEqual([
      404,
      false,
      false,
    ]);
    expect((await ask(shop, slug)).status).toBe(404);
  }
});

test("a member who bought a free page reads why it is theirs, and others read it without a reason", async () => {
  const shop = openTestShop();
  const { userId, product, checkout } = await payForNewProduct(shop, {
    benefits: [{ type: "page", name: "Field notes", settings: {} }],
  });
  await confirmCheckout(shop.asUser(userId), { id: checkout.id });
  const page = await publishFreePage(shop);
  const { slug } = page;
  await attachPage(shop.ctx(), { pageId: page.id, benefitId: product.benefits[0]!.id });
  const { name } = product;
  expect(await showPage(shop.asUser(userId), { slug, userId })).toMatchObject({
    access: "open",
    why: { reason: "order_paid", product: { slug: product.slug, name } },
  });
  const other = await shop.createUser();
  expect(await showPage(shop.asUser(other), { slug, userId: other })).toMatchObject({
    access: "open",
    why: null,
  });
});
