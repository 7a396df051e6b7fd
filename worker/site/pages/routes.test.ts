import { describe, expect, it } from "vitest";
import { createPage } from "../../admin/pages/create-page.ts";
import { publishPage } from "../../admin/pages/publish-page.ts";
import { saveLegalTexts } from "../../settings/legal-pages.ts";
import { legalVersionPath } from "../../settings/legal-versions.ts";
import { openPage, readApp, readData } from "../../testing/clients/drawn-pages.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { createSignedInUser, openBrowser } from "../../testing/clients/sign-in.ts";

/** Publishes a page that no product opens. */
async function publishMembersPage(shop: TestShop) {
  const slug = `page-${crypto.randomUUID()}`;
  const { id } = await createPage(shop.ctx(), {
    slug,
    title: "Heronry",
    excerpt: "A *quiet* start.",
    body: "The secret rest.",
  });
  await publishPage(shop.ctx(), { id });
  return slug;
}

describe("a legal page", () => {
  it("what buyers agreed to stays readable after the seller has changed the page, in each language", async () => {
    const shop = openTestShop();
    const ctx = shop.ctx();
    const path = (text: string) => legalVersionPath("terms", text);
    const save = (terms: string, german: string) =>
      saveLegalTexts(ctx, {
        terms,
        privacy: "",
        refunds: "",
        imprint: "",
        translations: { de: { terms: german } },
      });
    await save("Be **kind**.", "Sei **lieb**.");
    expect(readApp((await openPage(shop, path("Be **kind**."))).html)).toContain("<strong>kind");
    await save("Be **strict**.", "Sei **streng**.");
    const english = await openPage(shop, path("Be **kind**."));
    expect(readApp(english.html)).toContain("<strong>kind</strong>");
    expect(readApp(english.html)).toContain('href="/legal/terms"');
    const german = await openPage(shop, path("Sei **lieb**."));
    expect(readApp(german.html)).toContain("<strong>lieb</strong>");
    expect(readApp(german.html)).toContain('lang="de"');
    await save("", "");
    expect((await openPage(shop, "/legal/terms")).status).toBe(404);
    for (const text of ["Be **kind**.", "Be **strict**.", "Sei **streng**."])
      expect((await openPage(shop, path(text))).status).toBe(200);
    for (const missing of [path("Never said."), "/legal/terms@abc", "/legal/else@abc"])
      expect((await openPage(shop, missing)).status).toBe(404);
  });
});

describe("a public page", () => {
  it("a public page reads whole without scripts", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({
      name: "Salt marsh",
      description: "Recorded at **slack tide**.",
    });
    await saveLegalTexts(shop.ctx(), {
      terms: "Be **kind**.",
      privacy: "",
      refunds: "",
      imprint: "",
      withdrawal: "Within **14 days**.",
      japan: "**海**",
    });
    const slug = await publishMembersPage(shop);
    const pages = {
      "/": [`href="/p/${product.slug}">Salt marsh</a>`, "$29"],
      [`/p/${product.slug}`]: ["Salt marsh</h1>", "$29", "<strong>slack tide</strong>"],
      "/legal/terms": ["Terms</h1>", "<strong>kind</strong>", 'href="/legal/japan"'],
      "/legal/withdrawal": ["Right of withdrawal</h1>", "<strong>14 days</strong>"],
      "/legal/japan": ["Legal notice (Japan)</h1>", "<strong>海</strong>"],
      [`/read/${slug}`]: ["Heronry</h1>", "<em>quiet</em>"],
    };
    for (const [path, texts] of Object.entries(pages)) {
      const { status, headers, html } = await openPage(shop, path);
      expect([path, status, headers.get("content-type")]).toEqual([
        path,
        200,
        "text/html; charset=utf-8",
      ]);
      expect(html).toMatch(/^<!DOCTYPE html><html lang="en" dir="ltr" data-messages="{}"><head>/);
      for (const text of texts) expect(readApp(html)).toContain(text);
      expect(html).not.toContain("secret rest");
    }
  });

  it("a public page contains nothing that the content security policy refuses", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({});
    const slug = await publishMembersPage(shop);
    for (const path of ["/", `/p/${product.slug}`, `/read/${slug}`, "/nothing-here"]) {
      const { html } = await openPage(shop, path);
      expect(html).not.toMatch(/<[^>]+ (style|on[a-z]+)=/);
      expect(html).not.toContain("<style");
      const scripts = [...html.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)];
      expect(scripts.length).toBeGreaterThan(1);
      for (const [, attributes, content] of scripts)
        expect(content === "" || /type="application\/(ld\+)?json"/.test(attributes ?? "")).toBe(
          true,
        );
    }
  });

  it("a public page is the same for a signed-in user, and sets no cookie", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({});
    const user = await createSignedInUser({ env: shop.env });
    for (const path of ["/", `/p/${product.slug}`, `/p/${product.slug}?buy=price_x&seats=3`]) {
      const own = await openPage(shop, path, user);
      expect(own.headers.get("set-cookie")).toBeNull();
      expect(own.html).toBe((await openPage(shop, path)).html);
    }
  });

  it("a page drawn at the same time as another contains only its own data", async () => {
    const shop = openTestShop();
    const products = await Promise.all(
      ["Alpha", "Beta", "Gamma", "Delta"].map((name) => shop.createPublishedProduct({ name })),
    );
    const answers = await Promise.all(products.map(({ slug }) => openPage(shop, `/p/${slug}`)));
    answers.forEach(({ html }, index) => {
      expect(readData(html).content).toEqual({ kind: "product", product: products[index] });
      for (const { name } of products)
        expect([name, html.includes(name)]).toEqual([name, name === products[index]?.name]);
    });
  });

  it("a public page embeds a product's markup and line separators as text", async () => {
    const shop = openTestShop();
    const name = "</script>\u2028<img src=x onerror=alert(1)>";
    const { slug } = await shop.createPublishedProduct({ name, tagline: "<!--<script>" });
    for (const path of ["/", `/p/${slug}`]) {
      const { html } = await openPage(shop, path);
      expect(html).not.toContain("<img src=x");
      expect(html).not.toContain("<!--<script>");
      expect(readApp(html)).toContain("&lt;/script&gt;\u2028&lt;img src=x onerror=alert(1)&gt;");
      const { content } = readData(html);
      const shown =
        content.kind === "home"
          ? content.products.find((product) => product.slug === slug)
          : content.kind === "product" && content.product;
      expect(shown).toMatchObject({ name, tagline: "<!--<script>" });
    }
  });

  it("a public page answers HEAD like GET, without a body", async () => {
    const shop = openTestShop();
    const { slug } = await shop.createPublishedProduct({});
    const browser = openBrowser({ env: shop.env });
    for (const [path, status] of [
      [`/p/${slug}`, 200],
      ["/p/nothing-here", 404],
      ["/signin", 200],
    ] as const) {
      const response = await browser.fetch(path, { method: "HEAD" });
      expect([path, response.status]).toEqual([path, status]);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(await response.text()).toBe("");
    }
  });
});
