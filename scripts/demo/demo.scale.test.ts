import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestJson, signIn, type HttpSession } from "../shop/http-session.ts";
import { buildDemo, buildShopForDemo, demoConfigPath } from "./build-demo.ts";

let origin: string;
let state: string;
let wrangler: ChildProcess;
beforeAll(async () => {
  const port = await takePort();
  origin = `http://127.0.0.1:${port}`;
  await buildShopForDemo();
  await buildDemo(origin);
  state = mkdtempSync(join(tmpdir(), "demo-"));
  const at = ["--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"];
  const args = ["dev", "--config", demoConfigPath, ...at, "--persist-to", state];
  wrangler = spawn("wrangler", args, { stdio: "ignore", env: { ...process.env, CI: "1" } });
  // Also stops if wrangler has ended.
  while (wrangler.exitCode === null) {
    const isThere = await fetch(`${origin}/robots.txt`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await setTimeout(200);
  }
  throw new Error("wrangler dev has ended");
});
afterAll(async () => {
  wrangler.kill();
  await once(wrangler, "exit");
  rmSync(state, { recursive: true, force: true });
});

async function takePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Begins a shop as a browser does. Returns the visitor's cookie. */
async function startShop(): Promise<string> {
  const headers = { origin };
  const started = await fetch(`${origin}/demo/start`, {
    method: "POST",
    headers,
    redirect: "manual",
  });
  expect(started.status).toBe(303);
  return started.headers.get("set-cookie")?.split(";")[0] ?? "";
}

async function buyHandbook(session: HttpSession): Promise<void> {
  type Shop = { products: { slug: string; prices: { id: string }[] }[] };
  const { products } = await requestJson<Shop>(session, "GET", "/api/shop");
  const handbook = products.find(({ slug }) => slug === "field-handbook");
  const priceId = handbook?.prices[0]?.id;
  const { url } = await requestJson<{ url: string }>(session, "POST", "/api/me/checkouts", {
    priceId,
  });
  const [, base, checkout] = /(\/sandbox\/\w+)\/checkout\/(\w+)/.exec(url) ?? [];
  await requestJson(session, "POST", `${base}/_sandbox/checkout/${checkout}/pay`, {
    card: "4242424242424242",
  });
}

const countEntries = async (session: HttpSession) =>
  (await requestJson<{ entries: unknown[] }>(session, "GET", "/api/me/library")).entries.length;

test("two visitors have shops of their own, and neither sees what the other buys", async () => {
  const [one, other] = [await startShop(), await startShop()];
  const ann = await signIn(origin, "ann", { cookie: one });
  const otherAnn = await signIn(origin, "ann", { cookie: other });
  expect(await countEntries(ann)).toBe(0);
  await buyHandbook(ann);
  await expect.poll(() => countEntries(ann), { timeout: 60_000 }).toBe(1);
  expect(await countEntries(otherAnn)).toBe(0);
  const olive = await signIn(origin, "owner", { cookie: other });
  const overview = await olive.fetch("/api/admin/overview");
  expect(overview.status).toBe(200);
  const page = await olive.fetch("/", { headers: { accept: "text/html" } });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("This is a demo.");
  // Whoever begins again loses what was there.
  const again = await fetch(`${origin}/demo/start`, {
    method: "POST",
    headers: { origin, cookie: one },
    redirect: "manual",
  });
  expect(again.status).toBe(303);
  expect((await ann.fetch("/api/me/library")).status).toBe(401);
});

test("without a shop of one's own there is only the page that starts one, and nothing is for robots", async () => {
  const page = await fetch(origin, { headers: { accept: "text/html" } });
  expect(page.headers.get("x-robots-tag")).toContain("noindex");
  expect(await page.text()).toContain("Nothing here is real");
  expect((await fetch(`${origin}/api/shop`)).status).toBe(401);
  const fromElsewhere = { method: "POST", headers: { origin: "https://attacker.example" } };
  expect((await fetch(`${origin}/demo/start`, fromElsewhere)).status).toBe(403);
  const robots = await fetch(`${origin}/robots.txt`);
  expect(await robots.text()).toBe("User-agent: *\nDisallow: /\n");
});
