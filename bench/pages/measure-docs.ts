import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:https";
import { serve } from "@hono/node-server";
import { runCommand } from "../../scripts/deploy/runner.ts";
import { buildSite } from "../../scripts/docs/site/build-site.ts";
import { docsFolder } from "../../scripts/docs/site/prepare-site.ts";
import { createSiteServer } from "../../scripts/docs/site/serve-site.ts";
import { createCertificate, startEdgeProxy } from "./edge-proxy.ts";
import { measurePages, openMeasuredBrowser, ROUNDS } from "./measure-page.ts";

const STATE_DIR = ".wrangler/bench-docs";

const port = Number(process.env["BENCH_PORT"] ?? 8827);
const debuggingPort = port + 2;
const url = `https://localhost:${port}`;
await buildSite(runCommand, { origin: url });
mkdirSync(STATE_DIR, { recursive: true });
const certificate = createCertificate(STATE_DIR);
const { fetch } = createSiteServer({ folder: `${docsFolder}/site`, shopUrl: "http://127.0.0.1:1" });
const server = serve({
  fetch,
  port: port + 1,
  hostname: "127.0.0.1",
  createServer,
  serverOptions: {
    key: readFileSync(certificate.key),
    cert: readFileSync(certificate.cert),
  },
});
const proxy = await startEdgeProxy({ port, workerPort: port + 1, certificate });
const browser = await openMeasuredBrowser(debuggingPort);
try {
  const pages = {
    start: "/",
    "guide with pictures": "/guides/first-hour/",
    "guide, long": "/guides/stripe/",
    "API calls": "/api/licenses/",
    "list of decisions": "/decisions/",
  };
  console.log(`\nLighthouse, mobile, simulated slow 4G, with HTTP/2 and Brotli (quality 4), as`);
  console.log(`Cloudflare serves files. Medians of ${ROUNDS} rounds; kB as sent.\n`);
  if (!(await measurePages(url, pages, debuggingPort))) process.exitCode = 1;
} finally {
  await browser.close();
  proxy.close();
  server.close();
}
