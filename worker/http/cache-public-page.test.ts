import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import { createContext, type AppEnv } from "../context.ts";
import { changesSite, publicTables } from "../db/site-version.ts";
import { createCountingD1 } from "../testing/database/create-counting-d1.ts";
import { interceptDatabase } from "../testing/database/intercept-database.ts";
import { openVisitor, renameProduct } from "../testing/clients/public-pages.ts";
import { recordStatements } from "../testing/database/query-plans.ts";
import { openTestShop } from "../testing/shop.ts";
import { createSignedInUser, openBrowser, ORIGIN } from "../testing/clients/sign-in.ts";
import { cachePublicPage } from "./cache-public-page.ts";
import { matchInMemory, putInMemory } from "./memory-cache.ts";

const shop = openTestShop();

/** After five seconds, the version is read again. */
const freezeTime = () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });

const productUrl = ({ slug }: { slug: string }) => `/api/shop/products/${slug}`;

test("a cached page costs no statement, even with junk in its query", async () => {
  const product = await shop.createPublishedProduct({});
  const counting = createCountingD1(env.DB);
  const { visit } = openVisitor({ ...shop.env, DB: counting.d1 });
  freezeTime();
  const first = await visit(productUrl(product));
  expect([first.cacheStatus, counting.take().statements]).toEqual([
    "gatehouse; fwd=miss; stored",
    6,
  ]);
  for (const query of ["", "?utm_source=mail", "?buy=prc_1&seats=3", "?~=x", "?a=1&b=2"]) {
    const again = await visit(`${productUrl(product)}${query}`);
    expect([again.cacheStatus, again.body]).toEqual(["gatehouse; hit", first.body]);
  }
  const head = await visit(productUrl(product), { method: "HEAD" });
  expect([head.status, head.cacheStatus, head.body]).toEqual([200, "gatehouse; hit", ""]);
  expect(counting.take().statements).toBe(0);
});

test("a session changes nothing in a public answer, and nothing of the user is stored", async () => {
  const product = await shop.createPublishedProduct({});
  const seller = await createSignedInUser({ role: "owner", name: "Sally Seller", env: shop.env });
  const asSeller = await seller.fetch(productUrl(product));
  const asVisitor = await openBrowser({ env: shop.env }).fetch(productUrl(product));
  const [first, second] = [await asSeller.text(), await asVisitor.text()];
  expect(first).toBe(second);
  expect(first).not.toContain("Sally");
  expect(asVisitor.headers.get("cache-status")).toBe("gatehouse; hit");
  for (const { headers } of [asSeller, asVisitor]) expect(headers.has("set-cookie")).toBe(false);
});

test("a browser that has the page gets an empty 304 until the seller changes something", async () => {
  const product = await shop.createPublishedProduct({ name: "Before" });
  const counting = createCountingD1(env.DB);
  const { visit } = openVisitor({ ...shop.env, DB: counting.d1 });
  freezeTime();
  const { etag, cacheControl } = await visit(productUrl(product));
  expect(cacheControl).toBe("public, max-age=0, must-revalidate");
  const headers = { "if-none-match": etag! };
  counting.take();
  expect(await visit(productUrl(product), { headers })).toMatchObject({ status: 304, body: "" });
  expect(counting.take().statements).toBe(0);
  await renameProduct(shop, product, "After");
  const changed = await visit(productUrl(product), { headers });
  expect([changed.status, changed.body]).toEqual([200, expect.stringContaining("After")]);
  expect(changed.etag).not.toBe(etag);
});

test("another isolate shows a change after five seconds at most", async () => {
  const product = await shop.createPublishedProduct({ name: "Before" });
  const { visit } = openVisitor(shop.env);
  await visit(productUrl(product));
  // As another isolate writes: this one does not notice.
  await env.DB.batch([
    env.DB.prepare("UPDATE products SET name = 'After' WHERE id = ?").bind(product.id),
    env.DB.prepare("UPDATE site_version SET version = ?").bind(crypto.randomUUID()),
  ]);
  const start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: start + 2000 });
  expect((await visit(productUrl(product))).body).toContain("Before");
  vi.setSystemTime(start + 6000);
  expect((await visit(productUrl(product))).body).toContain("After");
});

test("cached pages are served while the database does not answer", async () => {
  const product = await shop.createPublishedProduct({});
  const { body } = await openVisitor(shop.env).visit(productUrl(product));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  const DB = interceptDatabase(env.DB, () =>
    Promise.reject(new Error("D1_ERROR: Network connection lost.")),
  );
  const during = await openVisitor({ ...shop.env, DB }).visit(productUrl(product));
  expect([during.status, during.cacheStatus, during.body]).toEqual([200, "gatehouse; hit", body]);
});

/** As on `*.workers.dev`. */
function turnOffCache() {
  const { match, put } = { match: async () => undefined, put: async () => undefined };
  vi.spyOn(caches, "open").mockResolvedValue({ match, put } as never);
}

test("where Cloudflare's cache does nothing, an isolate keeps the pages that it has made", async () => {
  turnOffCache();
  const product = await shop.createPublishedProduct({ name: "Before" });
  const counting = createCountingD1(env.DB);
  const { visit } = openVisitor({ ...shop.env, DB: counting.d1 });
  freezeTime();
  const { body } = await visit(productUrl(product));
  counting.take();
  expect(await visit(productUrl(product))).toMatchObject({ body, cacheStatus: "gatehouse; hit" });
  expect(counting.take().statements).toBe(0);
  await renameProduct(shop, product, "After");
  expect((await visit(productUrl(product))).body).toContain("After");
});

test("Cloudflare's cache answers an isolate that has just started", async () => {
  const product = await shop.createPublishedProduct({});
  const { body } = await openVisitor(shop.env).visit(productUrl(product));
  // As much as fits into the memory, so that the page is no longer there.
  for (let at = 0; at < 20; at++)
    await putInMemory(crypto.randomUUID(), new Response(new Uint8Array(250_000)));
  const again = await openVisitor(shop.env).visit(productUrl(product));
  expect([again.cacheStatus, again.body]).toEqual(["gatehouse; hit", body]);
});

test("the memory keeps what was used last, and nothing large", async () => {
  const keys = Array.from({ length: 30 }, () => crypto.randomUUID());
  const [first, second] = keys;
  for (const key of keys) {
    await putInMemory(key, new Response(new Uint8Array(200_000)));
    matchInMemory(first!);
  }
  expect(matchInMemory(first!)).toBeDefined();
  expect(matchInMemory(second!)).toBeUndefined();
  expect(keys.filter((key) => matchInMemory(key)).length).toBe(20);
  const large = crypto.randomUUID();
  await putInMemory(large, new Response(new Uint8Array(300_000)));
  expect(matchInMemory(large)).toBeUndefined();
});

test("no deployment serves the pages of another", async () => {
  const product = await shop.createPublishedProduct({});
  await openVisitor(shop.env).visit(productUrl(product));
  const deployed = { ...shop.env, VERSION: { ...shop.env.VERSION, id: crypto.randomUUID() } };
  const answer = await openVisitor(deployed).visit(productUrl(product));
  expect(answer.cacheStatus).toBe("gatehouse; fwd=miss; stored");
});

test("where nothing was ever changed, nothing is cached", async () => {
  const DB = interceptDatabase(env.DB, (sql, call) =>
    sql[0]?.includes("site_version") ? Promise.resolve(null as never) : call(),
  );
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  const { visit } = openVisitor({ ...shop.env, DB });
  expect(await visit("/api/shop")).toMatchObject({ status: 200, cacheStatus: null, etag: null });
});

/** An app with a route for each kind of answer. It counts how often they run. */
function createApp() {
  const id = crypto.randomUUID();
  const runs: string[] = [];
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("ctx", createContext(c.env, c.executionCtx, { type: "visitor" }));
      await next();
    })
    .get(`/${id}/:kind`, cachePublicPage({ params: ["page"] }), (c) => {
      const kind = c.req.param("kind");
      runs.push(kind);
      if (kind === "cookie") c.header("set-cookie", "a=b");
      if (kind === "private") c.header("cache-control", "no-store");
      if (kind === "moved") return c.redirect("/elsewhere", 301);
      const status = Number(kind);
      return c.text(`${kind} ${c.req.query("page") ?? ""}`, (status || 200) as 200);
    });
  return {
    runs,
    async visit(path: string, init?: RequestInit): Promise<Response> {
      const execution = createExecutionContext();
      const response = await app.fetch(
        new Request(`${ORIGIN}/${id}/${path}`, { redirect: "manual", ...init }),
        shop.env,
        execution,
      );
      await waitOnExecutionContext(execution);
      return response;
    },
  };
}

test.each(["200", "404", "410", "moved"])("an answer is stored: %s", async (kind) => {
  await shop.createDraftProduct();
  const { runs, visit } = createApp();
  const [first, second] = [await visit(kind), await visit(kind)];
  expect(runs).toEqual([kind]);
  expect([second.status, await second.text()]).toEqual([first.status, await first.text()]);
  expect(second.headers.get("location")).toBe(first.headers.get("location"));
  // A browser keeps only a page, and never that there is none.
  expect(first.headers.has("etag")).toBe(kind === "200");
});

test.each(["500", "503", "cookie", "private"])("an answer is never stored: %s", async (kind) => {
  await shop.createDraftProduct();
  const { runs, visit } = createApp();
  for (const response of [await visit(kind), await visit(kind)])
    expect(response.headers.has("cache-status")).toBe(false);
  expect(runs).toEqual([kind, kind]);
});

test("URLs without a page take no memory from pages", async () => {
  turnOffCache();
  await shop.createDraftProduct();
  const { runs, visit } = createApp();
  for (const kind of ["404", "404", "410", "410", "200", "200"]) await visit(kind);
  expect(runs).toEqual(["404", "404", "410", "200"]);
});

test("only a known parameter makes a key of its own; a request with Authorization has none", async () => {
  await shop.createDraftProduct();
  const { runs, visit } = createApp();
  for (const query of ["", "?page=2", "?page=2&x=1", "?x=1", `?page=${"9".repeat(700)}`])
    await visit(`200${query}`);
  expect(runs).toHaveLength(3);
  const headers = { authorization: "Bearer gh_1" };
  const response = await visit("200", { headers });
  expect([runs.length, response.headers.has("cache-status")]).toEqual([4, false]);
});

test("every table that a public answer reads gives the site another version when it changes", async () => {
  const product = await shop.createPublishedProduct({
    description: "A text",
    benefits: [
      { type: "page", name: "Notes", settings: {} },
      { type: "download", name: "Book", settings: {} },
    ],
  });
  const recorded = recordStatements(env.DB);
  const { visit } = openVisitor({ ...shop.env, DB: recorded.d1 });
  for (const path of ["/api/shop", productUrl(product), "/api/shop/theme.css"]) await visit(path);
  await visit("/api/shop/legal/terms");
  const read = recorded
    .take()
    .flatMap(({ sql }) =>
      [...sql.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi)].map(([, name]) => name!),
    )
    // The version itself, HTML stored by the hash of its text, and a function that reads a column.
    .filter((name) => !["site_version", "rendered_markdown", "json_each"].includes(name));
  expect(read.length).toBeGreaterThan(8);
  expect(read.filter((name) => !publicTables.has(name))).toEqual([]);
});

test.each([
  [true, `update "products" set "name" = ? where "products"."id" = ?`],
  [
    true,
    `insert into "settings" ("name") values (?) on conflict ("name") do update set "value" = ?`,
  ],
  [true, `delete from "product_benefits" where "product_benefits"."benefit_id" = ?`],
  [true, "WITH next AS (SELECT 1) UPDATE prices SET active = 0"],
  [true, `update "file_versions" set "withdrawn_at" = ?`],
  [false, `update "file_versions" set "downloads" = "file_versions"."downloads" + 1`],
  [false, `insert into "orders" ("id") select "id" from "products"`],
  [false, `update "customers" set "dirty_seq" = "dirty_seq" + 1`],
  [false, `select * from "products"`],
])("whether a statement changes the site: %s, %s", (changes, sql) => {
  expect(changesSite(sql)).toBe(changes);
});
