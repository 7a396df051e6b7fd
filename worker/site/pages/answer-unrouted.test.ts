import { eq } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createCheckoutLink } from "../../checkout/create-checkout-link.ts";
import { commit } from "../../db/client.ts";
import { prices } from "../../db/schema/catalog.ts";
import { openPage, readApp, readData } from "../../testing/clients/drawn-pages.ts";
import { failDatabase } from "../../testing/database/fail-database.ts";
import { openTestShop } from "../../testing/shop.ts";
import { openBrowser } from "../../testing/clients/sign-in.ts";

function collectLog(level: "error" | "warn"): { event: string }[] {
  const lines: { event: string }[] = [];
  const log = vi
    .spyOn(console, level)
    .mockImplementation((line: string) => void lines.push(JSON.parse(line) as { event: string }));
  onTestFinished(() => log.mockRestore());
  return lines;
}

describe("an unknown URL", () => {
  it("an unknown URL is answered with the page that says so, and status 404", async () => {
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
      "/claim/abc123",
      "/checkout/chk_bad",
      `/checkout/lnc_${"0".repeat(26)}`,
      "/library/nothing-here",
      "/account/nothing-here",
    ]) {
      const { status, html } = await openPage(shop, path);
      expect([path, status]).toEqual([path, 404]);
      expect(readApp(html)).toContain("Page not found.");
      expect(readData(html).content).toEqual({ kind: "missing" });
    }
  });

  it("unknown URLs are limited by address, and pages are not", async () => {
    const shop = openTestShop();
    const { slug } = await shop.createPublishedProduct({});
    const counted: string[] = [];
    shop.env.API_LIMIT = { limit: async ({ key }) => (counted.push(key), { success: false }) };
    const browser = openBrowser({ env: shop.env });
    for (const path of ["/nothing-here", "/p/nothing-here", "/read/nothing-here", "/legal/x"]) {
      const response = await browser.fetch(path);
      expect([path, response.status]).toEqual([path, 429]);
      expect(response.headers.get("retry-after")).toBe("60");
    }
    expect(counted.map((key) => key.split(":")[0])).toEqual(counted.map(() => "missing"));
    for (const path of ["/", `/p/${slug}`, "/signin", "/goodbye"])
      expect((await browser.fetch(path)).status).toBe(200);
    expect(counted).toHaveLength(4);
  });

  it("an unknown file of an earlier deployment is answered briefly", async () => {
    const { status, html } = await openPage(openTestShop(), "/assets/app-0123abcd.js");
    expect([status, html]).toEqual([404, "Not found"]);
  });

  it("an unknown URL below /api and one with another method answer with a problem document", async () => {
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
  it.each(["/admin", "/admin/products/prd_x"])(
    "%s is the app alone, which is never cached",
    async (path) => {
      const { status, headers, html } = await openPage(openTestShop(), path);
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(html).toContain('<div id="root"></div>');
    },
  );

  it("the page of a checkout link is a frame, which is never cached", async () => {
    const shop = openTestShop();
    const { prices } = await shop.createPublishedProduct({});
    const { id } = await createCheckoutLink(shop.ctx(), { priceId: prices[0]!.id });
    const { status, headers, html } = await openPage(shop, `/checkout/${id}`);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(readData(html).content).toEqual({ kind: "frame", of: "other" });
  });

  it.each(["/claim", "/signout", "/error", "/verify-request", "/account/delete"])(
    "%s is a frame, which is never cached",
    async (path) => {
      const { status, headers, html } = await openPage(openTestShop(), path);
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(readApp(html)).toContain("<footer");
      expect(readData(html).content).toEqual({ kind: "frame", of: "other" });
    },
  );

  it("a page that the browser draws has one URL: a slash at the end is removed", async () => {
    const shop = openTestShop();
    const browser = openBrowser({ env: shop.env });
    const { origin } = shop.ctx().config;
    for (const [path, target] of [
      ["/library/", "/library"],
      ["/p/membership//?buy=x", "/p/membership?buy=x"],
      ["/checkout/%0d%0ax/", "/checkout/%0d%0ax"],
      ["/checkout/%C3%A9%20/", "/checkout/%C3%A9%20"],
    ] as const) {
      const response = await browser.fetch(path);
      expect(response.status).toBe(301);
      expect(response.headers.get("location")).toBe(origin + target);
    }
  });
});

describe("when something fails", () => {
  it("the app alone is answered after a failure, so that the browser can try", async () => {
    const shop = openTestShop();
    const { slug } = await shop.createPublishedProduct({});
    const errors = collectLog("error");
    failDatabase(shop, { sql: 'from "settings"', times: 10 });
    for (const path of ["/", `/p/${slug}`]) {
      const { status, headers, html } = await openPage(shop, path);
      expect([status, headers.get("cache-control")]).toEqual([500, "no-store"]);
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
    const { status, html } = await openPage(shop, `/p/${product.slug}`);
    await commit(db, [
      db.update(prices).set({ currency: "usd" }).where(eq(prices.productId, product.id)),
    ]);
    expect(status).toBe(500);
    expect(html).toContain('<div id="root"></div>');
    expect(errors).toMatchObject([{ event: "page.draw_failed" }]);
  });

  it("a shop with settings that it refuses names the first one, and how many come after it", async () => {
    const { env } = openTestShop();
    const logged = collectLog("warn");
    const { AUTH_SECRET: _, ...incomplete } = env;
    const { status, html, headers } = await openPage(
      { env: { ...incomplete, STRIPE_SECRET_KEY: "pk_hunter2" } as Env },
      "/library",
    );
    expect([status, headers.get("cache-control")]).toEqual([503, "no-store"]);
    expect(html).toContain("<code>AUTH_SECRET</code> is missing.");
    expect(html).not.toMatch(/STRIPE_SECRET_KEY|hunter2/);
    expect(html).toContain("After it, 1 more will be asked for.");
    expect(logged).toMatchObject([{ event: "request.failed", code: "unavailable" }]);
  });

  it("a shop without any setting says what each one is, in the order of the guide", async () => {
    collectLog("warn");
    const values: Record<string, string> = {
      SHOP_NAME: "Fern",
      AUTH_URL: "https://fern.example/api/auth",
      AUTH_SECRET: "0123456789abcdefghijklmnopqrstuvwxyz",
      STRIPE_SECRET_KEY: "sk_test_1",
      STRIPE_WEBHOOK_SECRET: "whsec_1",
    };
    const { DB } = openTestShop().env;
    const asked: string[] = [];
    let set: Record<string, string> = {};
    for (const name of [...Object.keys(values), "OIDC_ISSUER"]) {
      const { html } = await openPage({ env: { DB, ...set } as unknown as Env }, "/");
      asked.push(/<code>(\w+)<\/code> is missing/.exec(html)?.[1] ?? "");
      expect(html.replace(/^.*is missing.*?<\/b>/s, "")).toMatch(/^ \S.{20}/);
      set = { ...set, [name]: values[name] ?? "" };
    }
    expect(asked).toEqual([...Object.keys(values), "OIDC_ISSUER"]);
  });

  it("a program is told every setting that is refused, and never a value", async () => {
    const { env } = openTestShop();
    collectLog("warn");
    const names = Object.keys(env).filter((name) => /^[A-Z_]+$/.test(name));
    const strings = names.filter((name) => typeof env[name as keyof Env] === "string");
    const broken = Object.fromEntries(strings.map((name) => [name, "hunter2"]));
    const response = await openBrowser({ env: { ...env, ...broken } as Env }).fetch("/api/shop");
    expect(response.status).toBe(503);
    const body = await response.text();
    expect(body).not.toContain("hunter2");
    expect(JSON.parse(body)).toMatchObject({
      code: "unavailable",
      detail: "The shop is not configured.",
      fields: expect.arrayContaining([
        { path: "AUTH_URL", message: "must be a URL, with https://" },
        { path: "AUTH_SECRET", message: "must have 32 characters or more" },
      ]),
    });
  });

  it("no failure is answered with status 200, and a file that fails is not answered with a page", async () => {
    const { env } = openTestShop();
    const errors = collectLog("error");
    // It fails before the request has a context.
    const broken = { env: { ...env, CLOCK_URL: "http://127.0.0.1:1/clock" } as Env };
    for (const path of ["/library", "/nothing-here", "/p/x", "/legal/terms"]) {
      const { status, headers, html } = await openPage(broken, path);
      expect([path, status, headers.get("cache-control")]).toEqual([path, 500, "no-store"]);
      expect(html).toContain('<div id="root"></div>');
    }
    expect(errors).toMatchObject(Array.from({ length: 4 }, () => ({ event: "request.failed" })));
    for (const path of ["/sitemap.xml", "/robots.txt", "/llms.txt", "/p/x.md", "/favicon.ico"]) {
      const { status, headers } = await openPage(broken, path);
      const type = headers.get("content-type");
      expect([path, status, type]).toEqual([path, 500, "application/problem+json"]);
    }
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
