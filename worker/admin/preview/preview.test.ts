import { describe, expect, it } from "vitest";
import { openPage, readData } from "../../testing/clients/drawn-pages.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser, openBrowser } from "../../testing/clients/sign-in.ts";
import { createPage } from "../pages/create-page.ts";
import { attachPage } from "../pages/attach-page.ts";
import { publishPage } from "../pages/publish-page.ts";
import { publishProduct } from "../products/publish-product.ts";
import { showProduct } from "../../storefront/show-shop.ts";
import type { PagePreview } from "./preview-page.ts";
import type { previewProduct } from "./preview-product.ts";

type ProductPreview = Awaited<ReturnType<typeof previewProduct>>;

async function openAs(role: "buyer" | "support", env: Env) {
  return createSignedInUser({ role, env });
}

describe("the preview of a product", () => {
  it("the preview of a product shows a draft exactly as its page shows it once it is published", async () => {
    const shop = openTestShop();
    const support = await openAs("support", shop.env);
    const { id, slug } = await shop.createDraftProduct({ description: "Cold **water**." });
    const path = `/api/admin/preview/products/${id}`;
    const draft = await support.json<ProductPreview>(path);
    expect(draft.status).toBe("draft");
    expect(draft.product).toMatchObject({
      slug,
      descriptionHtml: "<p>Cold <strong>water</strong>.</p>",
      prices: [{ amountMinor: 2900, currency: "usd" }],
      benefits: [{ name: "The thing" }],
    });
    await publishProduct(shop.ctx(), { productId: id });
    const published = await showProduct(shop.ctx(), { slug });
    expect(draft.product).toEqual(published);
    expect(await support.json(path)).toEqual({ status: "published", product: published });
  });
});

describe("the preview of a members' page", () => {
  it("the preview of a members' page shows a draft as readers with access see it, and as others see it", async () => {
    const shop = openTestShop();
    const support = await openAs("support", shop.env);
    const product = await shop.createPublishedProduct({
      name: "Tides",
      benefits: [{ type: "page", name: "Notes", settings: {} }],
    });
    const { id } = await createPage(shop.ctx(), {
      slug: `notes-${crypto.randomUUID()}`,
      title: "Notes",
      excerpt: "For *all*.",
      body: "For **readers**.",
    });
    await attachPage(shop.ctx(), { pageId: id, benefitId: product.benefits[0]!.id });
    const chapter = await createPage(shop.ctx(), {
      slug: `chapter-${crypto.randomUUID()}`,
      title: "Chapter two",
      excerpt: "",
      body: "",
    });
    await attachPage(shop.ctx(), { pageId: chapter.id, benefitId: product.benefits[0]!.id });
    const read = () => support.json<PagePreview>(`/api/admin/preview/pages/${id}`);
    // A neighbor that is a draft itself is shown to nobody.
    expect((await read()).open.next).toBeNull();
    await publishPage(shop.ctx(), { id: chapter.id });
    const preview = await read();
    expect(preview).toMatchObject({
      status: "draft",
      open: {
        access: "open",
        previous: null,
        next: { title: "Chapter two" },
        bodyHtml: "<p>For <strong>readers</strong>.</p>",
        why: { reason: "order_paid", product: { slug: product.slug, name: "Tides" } },
      },
      closed: {
        access: "closed",
        excerptHtml: "<p>For <em>all</em>.</p>",
        products: [{ slug: product.slug }],
      },
    });
    expect(JSON.stringify(preview.closed)).not.toContain("readers");
  });

  it("the preview of a free page has one view, because anyone can read it", async () => {
    const shop = openTestShop();
    const support = await openAs("support", shop.env);
    const { id } = await createPage(shop.ctx(), {
      slug: `free-${crypto.randomUUID()}`,
      title: "Free",
      excerpt: "",
      body: "For everybody.",
      isFree: true,
    });
    const preview = await support.json<PagePreview>(`/api/admin/preview/pages/${id}`);
    expect([preview.open.why, preview.closed]).toEqual([null, null]);
  });
});

describe("the link to a preview", () => {
  it("a preview link opens for the team, is never cached or indexed, and is 404 for everybody else", async () => {
    const shop = openTestShop();
    const { id } = await shop.createDraftProduct();
    const page = await createPage(shop.ctx(), {
      slug: `draft-${crypto.randomUUID()}`,
      title: "Draft",
      excerpt: "",
      body: "",
    });
    const support = await openAs("support", shop.env);
    const buyer = await openAs("buyer", shop.env);
    const visitor = openBrowser({ env: shop.env });
    const unknown = await openPage(shop, "/nothing-here");
    for (const path of [`/preview/p/${id}`, `/preview/read/${page.id}`]) {
      const opened = await openPage(shop, path, support);
      expect(opened.status).toBe(200);
      expect(opened.headers.get("cache-control")).toBe("no-store");
      expect(opened.headers.get("x-robots-tag")).toBe("noindex");
      for (const other of [buyer, visitor]) {
        const refused = await openPage(shop, path, other);
        expect([refused.status, readData(refused.html)]).toEqual([
          unknown.status,
          readData(unknown.html),
        ]);
        expect(refused.headers.get("x-robots-tag")).toBe(unknown.headers.get("x-robots-tag"));
      }
    }
    // Of another shop's mode, of nothing, or of another kind.
    for (const path of [
      `/preview/p/prd_${"0".repeat(26)}`,
      `/preview/read/${id}`,
      "/preview/p",
      `/preview/q/${id}`,
    ])
      expect((await openPage(shop, path, support)).status).toBe(404);
    expect((await buyer.fetch(`/api/admin/preview/products/${id}`)).status).toBe(404);
    expect((await visitor.fetch(`/api/admin/preview/pages/${page.id}`)).status).toBe(401);
  });
});
