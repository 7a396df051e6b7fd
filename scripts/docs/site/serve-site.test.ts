import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { createSiteServer } from "./serve-site.ts";

/** Serves a small site beside a shop that says what it was asked. */
async function openSite({ shopUrl }: { shopUrl?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "docs-site-"));
  mkdirSync(join(folder, "guides/deploy"), { recursive: true });
  writeFileSync(join(folder, "guides/deploy/index.html"), "<h1>Deploy</h1>");
  writeFileSync(join(folder, "guides/deploy.md"), "# Deploy");
  writeFileSync(join(folder, "404.html"), "<h1>404</h1>");
  writeFileSync(join(folder, "_headers"), "/*\n  Content-Security-Policy: default-src 'self'\n");
  const shop = new Hono().all("*", async (c) =>
    c.json({
      method: c.req.method,
      path: c.req.path,
      query: c.req.query(),
      headers: c.req.header(),
      body: await c.req.text(),
    }),
  );
  const server = serve({ fetch: shop.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
    server.close();
  });
  const { port } = server.address() as { port: number };
  const app = createSiteServer({ folder, shopUrl: shopUrl ?? `http://127.0.0.1:${port}` });
  return (path: string, init?: RequestInit) =>
    app.fetch(new Request(new URL(path, "http://localhost:8792"), init));
}

test("a page, its Markdown and a missing page are answered as on Cloudflare", async () => {
  const get = await openSite();
  const page = await get("/guides/deploy/");
  expect(await page.text()).toBe("<h1>Deploy</h1>");
  expect(page.headers.get("content-security-policy")).toBe("default-src 'self'");
  const markdown = await get("/guides/deploy.md");
  expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  const { status, headers } = await get("/guides/deploy");
  expect([status, headers.get("location")]).toEqual([307, "/guides/deploy/"]);
  for (const path of ["/guides/../../etc/passwd", "/..%2f..%2f..%2f..%2fetc%2fpasswd.md"])
    expect((await get(path)).status).toBe(404);
  expect((await get("/nothing/")).status).toBe(404);
});

test("a call that is tried reaches the shop with its key and body, and without cookies", async () => {
  const get = await openSite();
  const answer = await get("/api/v1/gifts?limit=2", {
    method: "POST",
    headers: {
      authorization: "Bearer gh_test_1",
      cookie: "session=1",
      "content-type": "application/json",
    },
    body: "{}",
  });
  const asked = (await answer.json()) as { headers: Record<string, string> };
  expect(asked).toMatchObject({
    method: "POST",
    path: "/api/v1/gifts",
    query: { limit: "2" },
    body: "{}",
  });
  expect(asked.headers).toMatchObject({ authorization: "Bearer gh_test_1" });
  expect(asked.headers).not.toHaveProperty("cookie");
});

test("without a shop, the answer says how to start it", async () => {
  const get = await openSite({ shopUrl: "http://127.0.0.1:1" });
  const answer = await get("/api/v1/features");
  expect(answer.status).toBe(502);
  expect(await answer.text()).toContain("npm start");
});

test("a name of another site that leads to this machine is refused", async () => {
  const get = await openSite();
  expect((await get("http://rebound.example:8792/api/v1/features")).status).toBe(404);
});
