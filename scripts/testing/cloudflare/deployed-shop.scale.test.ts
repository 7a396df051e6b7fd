import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { startSandbox, type Sandbox } from "@gatehouse/sandbox";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getDeployConfigPath, readCommittedConfig } from "../../deploy/config.ts";
import { deployShop } from "../../deploy/deploy-shop.ts";
import { deployVersion } from "../../deploy/deploy-version.ts";
import { readRevision } from "../../deploy/revision.ts";
import { runCommand, runOrThrow, type CommandRunner } from "../../deploy/runner.ts";
import { readDeployableSettings } from "../../deploy/validate-settings.ts";
import { requestJson, signIn } from "../../shop/http-session.ts";
import { createEndpoint, getWebhookUrl } from "../../stripe/endpoint.ts";
import { buildShopForTests } from "../build-shop.ts";
import { startCloudflareStandIn, type CloudflareStandIn } from "./stand-in.ts";

const name = "deployed";
const origin = "https://shop.example.net";
const owner = "olive@example.org";

let cloudflare: CloudflareStandIn;
let sandbox: Sandbox;
let env: Record<string, string>;
let build: string;
beforeAll(async () => {
  build = await buildShopForTests();
  cloudflare = await startCloudflareStandIn({ zones: ["example.net"] });
  const oidcSecret = randomBytes(24).toString("base64url");
  sandbox = await startSandbox({
    port: 0,
    publicUrl: "https://id.example.org",
    stateDir: ":memory:",
    appUrl: origin,
    webhookSecret: "of another account",
    oidcClient: { id: "gatehouse", secret: oidcSecret },
  });
  cloudflare.addHosts({ "id.example.org": sandbox.url, "api.stripe.com": sandbox.url });
  for (const [key, value] of Object.entries(cloudflare.env)) vi.stubEnv(key, value);
  vi.stubGlobal("fetch", cloudflare.fetch);
  const stripeKey = `sk_test_${randomBytes(12).toString("hex")}`;
  const stripe = new Stripe(stripeKey, { httpClient: Stripe.createFetchHttpClient() });
  const endpoint = await createEndpoint(stripe.webhookEndpoints, getWebhookUrl(origin));
  env = {
    SHOP_NAME: "Deployed",
    AUTH_URL: `${origin}/api/auth`,
    AUTH_SECRET: randomBytes(33).toString("base64"),
    SIGNING_KEYS: randomBytes(32).toString("base64url"),
    OWNER_EMAILS: owner,
    OIDC_NAME: "Sandbox ID",
    OIDC_ISSUER: "https://id.example.org/oidc",
    OIDC_CLIENT_ID: "gatehouse",
    OIDC_CLIENT_SECRET: oidcSecret,
    STRIPE_SECRET_KEY: stripeKey,
    STRIPE_WEBHOOK_SECRET: endpoint.secret,
    DATA_LOCATION: "weur",
  };
});
afterAll(async () => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  await sandbox.stop();
  await cloudflare.close();
});

/** Deploys what was built before, instead of building it again. */
const runWithBuild: CommandRunner = (command, args, options) => {
  if (command === "wrangler" && args[0] === "deploy") {
    const path = args[args.indexOf("--config") + 1]!;
    const { build: _command, ...config } = JSON.parse(readFileSync(path, "utf8"));
    config.main = resolve(build, "worker/index.js");
    config.assets.directory = resolve(build, "client");
    writeFileSync(path, JSON.stringify(config));
  }
  return runCommand(command, args, { ...options, quiet: true });
};

const readSettings = (changes: Record<string, string> = {}) =>
  readDeployableSettings({ ...env, ...changes }, { name });

const readHealth = async () =>
  (await cloudflare.fetch(`${origin}/api/health`)).json() as Promise<Record<string, unknown>>;

test("a shop is deployed from nothing: created in its place, migrated, healthy, with its triggers", async () => {
  const { versionId } = await deployShop(runWithBuild, { name, settings: readSettings() });
  expect(await readHealth()).toMatchObject({ version: versionId });
  const { account } = cloudflare;
  expect([...account.databases.values()]).toMatchObject([{ name, locationHint: "weur" }]);
  expect([...account.buckets.values()]).toMatchObject([{ location: "weur" }]);
  const consumers = [...account.queues.values()].map(({ consumer }) => consumer?.worker);
  expect(new Set(consumers)).toEqual(new Set([name]));
  expect(consumers).toHaveLength(readCommittedConfig().queues?.consumers?.length ?? 0);
  expect(account.workers.get(name)?.crons).toEqual(readCommittedConfig().triggers?.crons);
});

test("a first order is paid: the owner makes a product, and a buyer signs in and buys it", async () => {
  const seller = await signIn(origin, owner);
  const { id } = await requestJson<{ id: string }>(seller, "POST", "/api/admin/products", {
    slug: "book",
    name: "Book",
    tagline: "",
    description: "",
    prices: [{ type: "one_time", amountMinor: 2900, currency: "usd" }],
    benefits: [{ benefit: { type: "feature", name: "Archive", settings: { key: "archive" } } }],
  });
  await requestJson(seller, "PUT", `/api/admin/products/${id}/status`, { status: "published" });
  await cloudflare.queuesIdle();

  const buyer = await signIn(origin, "first-buyer@example.org");
  type Shop = { products: { prices: { id: string }[] }[] };
  const shop = await requestJson<Shop>(buyer, "GET", "/api/shop");
  const checkout = await requestJson<{ id: string; url: string }>(
    buyer,
    "POST",
    "/api/me/checkouts",
    { priceId: shop.products[0]?.prices[0]?.id },
  );
  const sessionId = new URL(checkout.url).pathname.split("/").at(-1);
  const paid = await cloudflare.fetch(`${sandbox.url}/_sandbox/checkout/${sessionId}/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ card: "4242424242424242" }),
  });
  expect(paid.status).toBe(200);
  await requestJson(buyer, "POST", `/api/me/checkouts/${checkout.id}/confirmation`);
  await cloudflare.queuesIdle();
  type Library = { entries: object[] };
  expect((await requestJson<Library>(buyer, "GET", "/api/me/library")).entries).toHaveLength(1);
  const db = await cloudflare.openDatabase(name);
  const { results } = await db.prepare("SELECT status FROM orders").all();
  expect(results).toEqual([{ status: "paid" }]);
  for (const cron of readCommittedConfig().triggers?.crons ?? [])
    await cloudflare.runCron(name, cron);
});

/** Returns a secret of the version that answers requests. */
function readSecret(secret: string): unknown {
  const versions = cloudflare.account.workers.get(name)?.versions ?? [];
  const current = versions.find(({ id }) => id === cloudflare.currentVersion(name));
  return current?.bindings.find((binding) => binding.name === secret)?.["text"];
}

test("after a failed deployment and a rollback, a deployment with another secret still works", async () => {
  const first = cloudflare.currentVersion(name);
  const secrets = { ...readSettings().secrets, AUTH_SECRET: randomBytes(33).toString("base64") };
  const deployNext = () =>
    deployVersion(runWithBuild, {
      configPath: getDeployConfigPath(name),
      secrets,
      revision: readRevision(),
    });
  const failure = { status: 400, code: 10021, message: "Not this time" };
  cloudflare.failNext("POST", /\/versions$/, failure);
  await expect(deployNext()).rejects.toThrow("Not this time");
  expect(await readHealth()).toMatchObject({ version: first });
  expect(readSecret("AUTH_SECRET")).toBe(env["AUTH_SECRET"]);

  const second = await deployNext();
  expect(await readHealth()).toMatchObject({ version: second.versionId });
  expect(readSecret("AUTH_SECRET")).toBe(secrets.AUTH_SECRET);
  // Cloudflare asks before it goes back to a version with other secrets, and wrangler then answers yes.
  await runOrThrow(runWithBuild, "wrangler", ["rollback", "--name", name, "-y", "-m", "back"]);
  expect(await readHealth()).toMatchObject({ version: first });
  expect(readSecret("AUTH_SECRET")).toBe(env["AUTH_SECRET"]);

  const third = await deployNext();
  expect(await readHealth()).toMatchObject({ version: third.versionId });
  const db = await cloudflare.openDatabase(name);
  expect(await db.prepare("SELECT count(*) AS orders FROM orders").first()).toEqual({ orders: 1 });
});
