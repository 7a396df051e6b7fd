import { eq } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createPage } from "../../admin/pages/create-page.ts";
import { publishPage } from "../../admin/pages/publish-page.ts";
import { commit } from "../../db/client.ts";
import { prices } from "../../db/schema/catalog.ts";
import { saveLegalTexts } from "../../settings/legal-pages.ts";
import { failDatabase } from "../../testing/fail-database.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { createSignedInUser, openBrowser } from "../../testing/sign-in.ts";
import type { PageData } from "./renderer.ts";

async function open({ env }: { env: Env }, path: string, browser = openBrowser({ env })) {
  const response = await browser.fetch(path);
  const { status, headers } = response;
  return { status, headers, html: await response.text() };
}

/** Returns what the page embeds for the browser. */
function readData(html: string): PageData {
  const json = /<script type="application\/json" id="page-data">([^]*?)<\/script>/.exec(html)?.[1];
  return JSON.parse(json ?? "null") as PageData;
}

/** Returns the app's HTML in the page. */
function readApp(html: string): string {
  return /<div id="root">([^]*)<\/div><script/.exec(html)?.[1] ?? "";
}

function collectLog(level: "error" | "warn"): { event: string }[] {
  const lines: { event: string }[] = [];
  const log = vi
    .spyOn(console, level)
    .mockImplementation((line: string) => void lines.push(JSON.parse(line) as { event: string }));
  onTestFinished(() => log.mockRestore());
  return lines;
}

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

describe("a public page", () => {
  it("reads whole without scripts", async () => {
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
    });
    const slug = await publishMembersPage(shop);
    const pages = {
      "/": [`href="/p/${product.slug}">Salt marsh</a>`, "$29"],
      [`/p/${product.slug}`]: ["Salt marsh</h1>", "$29", "<strong>slack tide</strong>"],
      "/legal/terms": ["Terms</h1>", "<strong>kind</strong>"],
      [`/read/${slug}`]: ["Heronry</h1>", "<em>quiet</em>"],
    };
    for (const [path, texts] of Object.entries(pages)) {
      const { status, headers, html } = await open(shop, path);
      expect([path, status, headers.get("content-type")]).toEqual([
        path,
        200,
        "text/html; charset=utf-8",
      ]);
      expect(html).toMatch(/^<!DOCTYPE html><html lang="en-US"><head>/);
      for (const text of texts) expect(readApp(html)).toContain(text);
      expect(html).not.toContain("secret rest");
    }
  });

  it("contains nothing that the content security policy refuses", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({});
    const slug = await publishMembersPage(shop);
    for (const path of ["/", `/p/${product.slug}`, `/read/${slug}`, "/nothing-here"]) {
      const { html } = await open(shop, path);
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

  it("is the same for a signed-in user, and sets no cookie", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({});
    const user = await createSignedInUser({ env: shop.env });
    for (const path of ["/", `/p/${product.slug}`, `/p/${product.slug}?buy=price_x&seats=3`]) {
      const own = await open(shop, path, user);
      expect(own.headers.get("set-cookie")).toBeNull();
      expect(own.html).toBe((await open(shop, path)).html);
    }
  });

  it("drawn at the same time as another contains only its own data", async () => {
    const shop = openTestShop();
    const products = await Promise.all(
      ["Alpha", "Beta", "Gamma", "Delta"].map((name) => shop.createPublishedProduct({ name })),
    );
    const answers = await Promise.all(products.map(({ slug }) => open(shop, `/p/${slug}`)));
    answers.forEach(({ html }, index) => {
      expect(readData(html).content).toEqual({ kind: "product", product: products[index] });
      for (const { name } of products)
        expect([name, html.includes(name)]).toEqual([name, name === products[index]?.name]);
    });
  });

  it("embeds a product's markup and line separators as text", async () => {
    const shop = openTestShop();
    const name = "</script>\u2028<img src=x onerror=alert(1)>";
    const { slug } = await shop.createPublishedProduct({ name, tagline: "<!--<script>" });
    for (const path of ["/", `/p/${slug}`]) {
      const { html } = await open(shop, path);
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

  it("answers HEAD like GET, without a body", async () => {
    const shop = openTestShop();
    const { slug } = await shop.createPublishedProduct({});
    const browser = openBrowser({ env: shop.env });
    for (const [path, status] of [
      [`/p/${slug}`, 200],
      ["/p/nothing-here", 404],
      ["/library", 200],
    ] as const) {
      const response = await browser.fetch(path, { method: "HEAD" });
      expect([path, response.status]).toEqual([path, status]);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(await response.text()).toBe("");
    }
  });
});

describe("an unknown URL", () => {
  it("is answered with the page that says so, and status 404", async () => {
    const shop = openTestShop();
    const draft = await shop.createDraftProduct();
    for (const path of [
      "/nothing-here",
      "/p",
      "/p/nothing-here",
      "/p/Nothing-Here",
      `/p/${draft.slug}`,
      `/p/${draft.slug}/more`,
      `/p/${"a".repeat(8000)}`,
      "/p/%",
      "/p/%00",
      "/p/%E0%A4%A",
      "/%",
      "http://localhost:8787//evil.example/",
      "/legal/nothing-here",
      "/legal/constructor",
      "/read/nothing-here",
      "/read/%2e%2e%2f",
      "/adminx",
      "/index.html",
    ]) {
      const { status, html } = await open(shop, path);
      expect([path, status]).toEqual([path, 404]);
      expect(readApp(html)).toContain("There is nothing at this address.");
      expect(readData(html).content).toEqual({ kind: "missing" });
    }
  });

  it("of a file of an earlier deployment is answered briefly", async () => {
    const { status, html } = await open(openTestShop(), "/assets/app-0123abcd.js");
    expect([status, html]).toEqual([404, "Not found"]);
  });

  it("below /api and with other methods is answered with a problem document", async () => {
    const browser = openBrowser({ env: openTestShop().env });
    for (const [method, path] of [
      ["GET", "/api"],
      ["GET", "/api/nothing-here"],
      ["GET", "/.well-known/nothing-here"],
      ["POST", "/"],
      ["DELETE", "/library"],
    ] as const) {
      const response = await browser.fetch(path, { method });
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get("content-type")).toContain("application/problem+json");
    }
  });
});

describe("a page that the browser draws", () => {
  it.each([
    "/signin?callbackUrl=%2Fp%2Fx",
    "/library",
    "/account/billing",
    "/checkout/return?checkout=chk_x",
    "/checkout/chk_x",
    "/claim/secret",
    "/admin",
    "/admin/products/prd_x",
  ])("%s is the app alone, which nobody caches", async (path) => {
    const { status, headers, html } = await open(openTestShop(), path);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(html).toContain('<div id="root"></div>');
  });

  it("has one URL: a slash at the end is removed", async () => {
    const shop = openTestShop();
    const browser = openBrowser({ env: shop.env });
    const { origin } = shop.ctx().config;
    for (const [path, target] of [
      ["/library/", "/library"],
      ["/p/membership//?buy=x", "/p/membership?buy=x"],
    ] as const) {
      const response = await browser.fetch(path);
      expect(response.status).toBe(301);
      expect(response.headers.get("location")).toBe(origin + target);
    }
  });
});

describe("when something fails", () => {
  it("the app alone is answered, so that the browser can try", async () => {
    const shop = openTestShop();
    const { slug } = await shop.createPublishedProduct({});
    const errors = collectLog("error");
    failDatabase(shop, { sql: "settings", times: 10 });
    for (const path of ["/", `/p/${slug}`]) {
      const { status, headers, html } = await open(shop, path);
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(html).toContain('<div id="root"></div>');
    }
    expect(errors).toMatchObject([{ event: "page.draw_failed" }, { event: "page.draw_failed" }]);
  });

  it("a component that throws leaves no half page", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({});
    const errors = collectLog("error");
    const { db } = shop.ctx();
    // No browser can format an amount of it.
    await commit(db, [
      db.update(prices).set({ currency: "x" }).where(eq(prices.productId, product.id)),
    ]);
    const { status, html } = await open(shop, `/p/${product.slug}`);
    await commit(db, [
      db.update(prices).set({ currency: "usd" }).where(eq(prices.productId, product.id)),
    ]);
    expect(status).toBe(200);
    expect(html).toContain('<div id="root"></div>');
    expect(errors).toMatchObject([{ event: "page.draw_failed" }]);
  });

  it("also with settings that the shop refuses", async () => {
    const { env } = openTestShop();
    const errors = collectLog("error");
    const { status, html } = await open({ env: { ...env, SHOP_NAME: "" } }, "/");
    expect(status).toBe(200);
    expect(html).toContain('<div id="root"></div>');
    expect(errors).toMatchObject([{ event: "request.failed" }]);
  });

  it("another host leads to the same page of the shop's own", async () => {
    const shop = openTestShop();
    collectLog("warn");
    const browser = openBrowser({ env: shop.env });
    const response = await browser.fetch("http://other.example//evil.example/?a=b");
    expect(response.status).toBe(301);
    expect(response.headers.get("location")).toBe(`${shop.ctx().config.origin}//evil.example/?a=b`);
    expect((await browser.fetch("http://other.example/api/shop")).status).toBe(421);
  });
});
