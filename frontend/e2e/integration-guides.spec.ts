import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { createAppWithClient } from "../../packages/client/testing/install-client.ts";
import { findFreePort, runScript, runServer } from "../../packages/client/testing/run-app.ts";
import { serve } from "../../packages/client/testing/serve.ts";
import { signIn } from "../../scripts/shop/http-session.ts";
import { callApi, createKey, refundOrders } from "./api.ts";
import { useBrowser } from "./browser.ts";
import { buyOverHttp } from "./purchases.ts";
import { shopUrl, useShop } from "./shop.ts";
import { newGuestEmail } from "./user-actions.ts";

useShop();
const browser = useBrowser();

let key: string;
/** An empty folder in which the packed client and the frameworks are installed. */
let dir: string;

beforeAll(async () => {
  key = await createKey();
  const packages = ["hono", "@hono/node-server", "express", "react", "react-dom"];
  dir = createAppWithClient(inject("clientTarball"), packages);
});
afterAll(() => {
  rmSync(dir, { recursive: true });
});

/** Returns the code block of a guide that is marked with this name. */
function readCode(guide: string, name: string): string {
  const text = readFileSync(`docs/guides/${guide}.md`, "utf8");
  const [, code] = new RegExp("```tsx? " + name + "\\n([\\s\\S]*?)```").exec(text) ?? [];
  if (code === undefined) throw new Error(`${guide}.md has no code block ${name}`);
  return code;
}

const env = (more: Record<string, string> = {}) => ({
  GATEHOUSE_URL: shopUrl(),
  GATEHOUSE_KEY: key,
  ...more,
});

/** Starts a server until the test ends. */
async function start(file: string, more: Record<string, string> = {}, folder = dir) {
  const app = await runServer(folder, file, {
    ...env(more),
    PORT: more["PORT"] ?? String(await findFreePort()),
  });
  onTestFinished(app.stop);
  const ask = async (path: string, email?: string) => {
    const headers: Record<string, string> = email === undefined ? {} : { "x-demo-user": email };
    const response = await fetch(`${app.url}${path}`, { headers });
    return `${response.status} ${await response.text()}`;
  };
  return { ...app, ask };
}

/** Starts a server that receives the webhooks of the shop. */
async function startWithWebhooks(file: string, folder = dir) {
  const PORT = String(await findFreePort());
  const url = `http://localhost:${PORT}/hooks`;
  const { secret } = await callApi<{ secret: string }>(key, "POST", "/webhook-endpoints", { url });
  return start(file, { PORT, GATEHOUSE_WEBHOOK_SECRET: secret }, folder);
}

/** Buys the product with the feature of the guides. */
async function buyHandbook(loginHint: string): Promise<void> {
  await buyOverHttp(await signIn(shopUrl(), loginHint), "field-handbook");
}

/** Refunds the product, and waits until the shop knows it. */
async function refundHandbook(email: string): Promise<void> {
  await refundOrders(key, email);
  await expect.poll(() => mayAskQuestions(email)).toBe(false);
}

async function mayAskQuestions(email: string): Promise<boolean> {
  const query = new URLSearchParams({ feature: "author-questions", email });
  const path = `/entitlements/check?${query}`;
  return (await callApi<{ allowed: boolean }>(key, "GET", path)).allowed;
}

describe("a reader of the guides, in an empty folder", () => {
  it.each(["hono", "express"])("gates a route in %s", async (framework) => {
    writeFileSync(join(dir, `${framework}.ts`), readCode("gate-a-feature", framework));
    const app = await start(`${framework}.ts`);
    const email = newGuestEmail();
    expect(await app.ask("/questions")).toMatch(/^401 .*sign_in_required/);
    expect(await app.ask("/questions", email)).toMatch(/^403 .*feature_required/);
    await buyHandbook(email);
    expect(await app.ask("/questions", email)).toBe("200 You may ask 4 questions a year.");
    await refundHandbook(email);
    expect(await app.ask("/questions", email)).toMatch(/^403 .*feature_required/);
  });

  it("a reader asks, verifies a token, receives webhooks, reads the feed, and is refused after a refund", async () => {
    const email = "bob@example.com";
    writeFileSync(join(dir, "hooks.ts"), readCode("receive-webhooks", "hono"));
    const hooks = await startWithWebhooks("hooks.ts");
    await buyHandbook("bob");
    await expect.poll(() => hooks.output()).toContain("may use author-questions now");

    writeFileSync(join(dir, "token.ts"), readCode("gate-a-feature", "token"));
    expect(await runScript(dir, "token.ts", env())).toMatch(/^Until .*Z: 4 questions\n$/);

    await refundHandbook(email);
    await expect.poll(() => hooks.output()).toContain("may no longer use author-questions");

    writeFileSync(join(dir, "feed.ts"), readCode("receive-webhooks", "feed"));
    const feed = await runScript(dir, "feed.ts", env());
    expect(feed.match(/order\.paid|order\.refunded/g)?.slice(-2)).toEqual([
      "order.paid",
      "order.refunded",
    ]);
  });
});

it("the React components of the guide show a feature, and hide it after a refund", async () => {
  const email = newGuestEmail();
  await buyHandbook(email);
  const script = await bundleReactApp();
  const app = await serve(async ({ url }) => {
    if (new URL(url).pathname === "/") return toHtml(script);
    const body = { email, audience: "my-app" };
    const { token } = await callApi<{ token: string }>(key, "POST", "/entitlement-tokens", body);
    return new Response(token);
  });
  onTestFinished(app.stop);
  const page = await browser.open("about:blank");
  await page.goto(app.url);
  await page.getByText("You may ask 4 questions.").waitFor();
  await refundHandbook(email);
  await page.getByRole("button", { name: "I just bought more" }).click();
  await page.getByText("Buy the handbook").waitFor();
  expect(await page.getByText("You may ask").count()).toBe(0);
});

/** Bundles the guide's React code with the packed client, as an app does. */
async function bundleReactApp(): Promise<string> {
  const start = `
    import { StrictMode } from "react";
    import { createRoot } from "react-dom/client";
    createRoot(document.getElementById("root")!).render(<StrictMode><App /></StrictMode>);`;
  writeFileSync(join(dir, "main.tsx"), readCode("gate-a-feature", "react") + start);
  const result = await build({
    root: dir,
    configFile: false,
    logLevel: "error",
    build: { write: false, rolldownOptions: { input: join(dir, "main.tsx") } },
  });
  const [bundle] = [result].flat();
  if (!bundle || !("output" in bundle)) throw new Error("There is no bundle");
  return bundle.output[0].code;
}

const toHtml = (script: string) =>
  new Response(
    `<!doctype html><div id="root"></div><script type="module">${script.replaceAll("</script", "<\\/script")}</script>`,
    { headers: { "content-type": "text/html" } },
  );

describe.each(["hono", "express", "next"])("the example for %s", (name) => {
  it("the example has a free route, a gated route, and receives webhooks", async () => {
    const folder = join(dir, name);
    cpSync(`examples/${name}`, folder, { recursive: true });
    const app = await startWithWebhooks("server.ts", folder);
    const email = newGuestEmail();
    expect(await app.ask("/")).toBe("200 Everybody may read this.\n");
    expect(await app.ask("/questions")).toMatch(/^401/);
    expect(await app.ask("/questions", email)).toMatch(/^403/);
    await buyHandbook(email);
    expect(await app.ask("/questions", email)).toBe("200 You may ask 4 questions a year.\n");
    await expect.poll(() => app.output()).toContain("entitlement.granted author-questions usr_");
    const forged = await fetch(`${app.url}/hooks`, { method: "POST", body: "{}" });
    expect(forged.status).toBe(400);
  });
});
