import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { Hono } from "hono";
import { proxy } from "hono/proxy";
import { getMimeType } from "hono/utils/mime";

type Options = {
  /** The built site. */
  folder: string;
  /** The origin of the local shop, to which the API reference sends what is tried. */
  shopUrl: string;
};

/** Hosts of this machine. A name that another site has pointed to this machine is refused. */
const localHosts = ["127.0.0.1", "localhost", "[::1]"];

/** Serves the built site on this machine, with the API of the local shop at its own origin, so that calls can be tried. */
export function createSiteServer({ folder, shopUrl }: Options): Hono {
  const rules = join(folder, "_headers");
  const [, policy] = existsSync(rules)
    ? (/Content-Security-Policy: (.+)/.exec(readFileSync(rules, "utf8")) ?? [])
    : [];
  const app = new Hono();
  app.use(async (c, next) => {
    if (!localHosts.includes(new URL(c.req.url).hostname)) return c.text("Not found", 404);
    return next();
  });
  app.use(async (c, next) => {
    await next();
    if (policy) c.res.headers.set("content-security-policy", policy);
  });
  app.get("/try-it.json", (c) => c.json({ shopUrl }));
  app.all("/api/v1/*", async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const headers = new Headers(c.req.raw.headers);
    // The shop decides by the key alone: a session or an origin of this page says nothing to it.
    for (const name of ["cookie", "origin", "referer", "host"]) headers.delete(name);
    try {
      return await proxy(new URL(`${pathname}${search}`, shopUrl), {
        method: c.req.method,
        headers,
        ...(!["GET", "HEAD"].includes(c.req.method) && { body: await c.req.raw.arrayBuffer() }),
      });
    } catch {
      return c.json({ title: `No shop answers at ${shopUrl}. Start it with npm start.` }, 502);
    }
  });
  app.get("*", (c) => {
    // Files of the site have no characters that need an escape, so none leads out of its folder.
    const path = new URL(c.req.url).pathname;
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (extname(file) !== "" && existsSync(file)) return answerFile(file, 200);
    // As Cloudflare does, which serves the deployed site.
    if (existsSync(join(folder, path, "index.html"))) return c.redirect(`${path}/`, 307);
    return answerFile(join(folder, "404.html"), 404);
  });
  return app;
}

function answerFile(file: string, status: number): Response {
  const type = file.endsWith(".md") ? "text/markdown; charset=utf-8" : getMimeType(file);
  return new Response(readFileSync(file), {
    status,
    headers: { "content-type": type ?? "application/octet-stream", "cache-control": "no-cache" },
  });
}
