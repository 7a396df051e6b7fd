import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createPage } from "../admin/pages/create-page.ts";
import { publishPage } from "../admin/pages/publish-page.ts";
import { updatePage } from "../admin/pages/update-page.ts";
import { editProduct } from "../testing/fixtures/edit-product.ts";
import { translateProduct } from "../testing/fixtures/edit-translations.ts";
import { importProducts } from "../admin/products/import-products.ts";
import { publishProduct } from "../admin/products/publish-product.ts";
import { findProduct } from "../catalog/store.ts";
import { saveLegalTexts } from "../settings/legal-pages.ts";
import { DAY } from "../lib/time.ts";
import { showProduct } from "../storefront/show-shop.ts";
import { openTestShop } from "../testing/shop.ts";
import { openBrowser } from "../testing/clients/sign-in.ts";
import { removeOldRows } from "../sync/health/remove-old-rows.ts";
import { oldRenderedMarkdown } from "./store.ts";

/** Replaces the stored HTML of a text, so that a view shows whether it rendered the text itself. */
async function markStored(html: string): Promise<string> {
  const mark = `<p>stored ${crypto.randomUUID()}</p>`;
  const { meta } = await env.DB.prepare("UPDATE rendered_markdown SET html = ? WHERE html = ?")
    .bind(mark, html)
    .run();
  expect(meta.changes).toBe(1);
  return mark;
}

const newText = () => `text ${crypto.randomUUID()}`;

describe("an anonymous view renders nothing", () => {
  const shop = openTestShop();
  const visitor = openBrowser({ env: shop.env });

  it("a product's description was rendered when it was created or edited", async () => {
    const [first, second] = [newText(), newText()];
    const { id, slug } = await shop.createPublishedProduct({ description: first });
    const read = () => visitor.json<{ descriptionHtml: string }>(`/api/shop/products/${slug}`);
    const mark = await markStored(`<p>${first}</p>`);
    expect((await read()).descriptionHtml).toBe(mark);

    await editProduct(shop.ctx(), id, { description: second });
    const secondMark = await markStored(`<p>${second}</p>`);
    expect((await read()).descriptionHtml).toBe(secondMark);
  });

  it("a translation was rendered when it was saved", async () => {
    const text = newText();
    const { id, slug } = await shop.createPublishedProduct({ description: newText() });
    await translateProduct(shop.ctx(), id, { de: { description: text } });
    const mark = await markStored(`<p>${text}</p>`);
    const german = { headers: { "accept-language": "de" } };
    expect(await visitor.json(`/api/shop/products/${slug}`, german)).toMatchObject({
      descriptionHtml: mark,
    });
  });

  it("a page's excerpt was rendered when it was created or updated", async () => {
    const slug = `p-${crypto.randomUUID()}`;
    const [first, second] = [newText(), newText()];
    const page = { slug, title: "A page", body: newText() };
    const { id, updatedAt } = await createPage(shop.ctx(), { ...page, excerpt: first });
    await publishPage(shop.ctx(), { id });
    const read = () => visitor.json<{ excerptHtml: string }>(`/api/me/pages/${slug}`);
    const mark = await markStored(`<p>${first}</p>`);
    expect((await read()).excerptHtml).toBe(mark);
    const { updatedAt: published } = (await env.DB.prepare(
      "SELECT updated_at AS updatedAt FROM pages WHERE id = ?",
    )
      .bind(id)
      .first<{ updatedAt: number }>()) ?? { updatedAt };
    await updatePage(shop.ctx(), { ...page, id, excerpt: second, updatedAt: published });
    const secondMark = await markStored(`<p>${second}</p>`);
    expect((await read()).excerptHtml).toBe(secondMark);
    await markStored(`<p>${page.body}</p>`);
  });

  it("a legal page was rendered when it was saved", async () => {
    const terms = newText();
    await saveLegalTexts(shop.ctx(), { terms, privacy: "", refunds: "", imprint: "" });
    const mark = await markStored(`<p>${terms}</p>`);
    expect(await visitor.json("/api/shop/legal/terms")).toMatchObject({ html: mark });
  });
});

describe("a text that was never rendered", () => {
  it("a text that was never rendered is rendered at the first view and not again", async () => {
    const shop = openTestShop();
    const { id, slug } = await shop.createPublishedProduct({});
    const text = newText();
    await env.DB.prepare("UPDATE products SET description = ? WHERE id = ?").bind(text, id).run();
    // By the verb: a public answer is cached, and would be the first one again.
    const read = () => showProduct(shop.ctx(), { slug });
    expect((await read()).descriptionHtml).toBe(`<p>${text}</p>`);
    const mark = await markStored(`<p>${text}</p>`);
    expect((await read()).descriptionHtml).toBe(mark);
  });

  it("a hostile text that was imported from Stripe is shown as plain text", async () => {
    const shop = openTestShop();
    const { stripe } = shop.ctx();
    const product = await stripe.products.create({
      name: `Imported ${crypto.randomUUID()}`,
      description: `<b>${"]".repeat(20_000)}</b>`,
    });
    await stripe.prices.create({ product: product.id, currency: "usd", unit_amount: 500 });
    const { ids } = await importProducts(shop.ctx(), { stripeProductIds: [product.id] });
    await publishProduct(shop.ctx(), { productId: ids[0]! });
    const { slug, description } = (await findProduct(shop.ctx().db, ids[0]!))!;
    expect(description).toHaveLength(20_000);
    const { descriptionHtml } = await openBrowser({ env: shop.env }).json<{
      descriptionHtml: string;
    }>(`/api/shop/products/${slug}`);
    expect(descriptionHtml).toBe(`<p>&lt;b&gt;${"]".repeat(19_997)}</p>`);
  });
});

it("the HTML of old texts is deleted every night", async () => {
  const shop = openTestShop();
  const text = newText();
  await createPage(shop.ctx(), {
    slug: text.replace(" ", "-"),
    title: "x",
    excerpt: text,
    body: "",
  });
  const count = async () =>
    (
      await env.DB.prepare("SELECT 1 FROM rendered_markdown WHERE html = ?")
        .bind(`<p>${text}</p>`)
        .all()
    ).results.length;
  await removeOldRows(shop.ctx(undefined, Date.now() + 89 * DAY), [oldRenderedMarkdown]);
  expect(await count()).toBe(1);
  await removeOldRows(shop.ctx(undefined, Date.now() + 91 * DAY), [oldRenderedMarkdown]);
  expect(await count()).toBe(0);
});
