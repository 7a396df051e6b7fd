import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getDeployConfigPath, readCommittedConfig } from "../deploy/config.ts";
import { deployVersion } from "../deploy/deploy-version.ts";
import { readRevision } from "../deploy/revision.ts";
import { runOrThrow } from "../deploy/runner.ts";
import { buyHandbook, listLibrary, sellHandbook } from "../testing/cloudflare/sell-product.ts";
import { startServices, type Services } from "../testing/cloudflare/start-services.ts";
import type { CloudflareStandIn } from "../testing/cloudflare/stand-in.ts";
import { runProgram } from "../testing/run-program.ts";
import { readSettingsFile } from "./settings-file.ts";

const name = "fern";
const shopUrl = "https://shop.fern.example";
const owner = "fern-owner@example.org";

let services: Services;
let standIn: CloudflareStandIn;
beforeAll(async () => {
  services = await startServices({
    origin: shopUrl,
    subdomain: "fern",
    zones: ["fern.example"],
    oidcClient: { id: "fern", secret: "right-secret" },
  });
  standIn = services.cloudflare;
  standIn.account.sendingDomains.push("fern.example");
});
afterAll(() => services.stop());

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), "setup-"))));
afterEach(() => rmSync(dir, { recursive: true }));

/** Runs a program as a user would, where the real URLs lead to the stand-ins. */
function run(args: string[], given: Record<string, string> = {}) {
  const { CLOUDFLARE_API_TOKEN: _, CLOUDFLARE_ACCOUNT_ID: __, ...env } = standIn.env;
  return runProgram("node", args, { env: { ...process.env, ...env, HOME: dir, ...given } });
}

const setUp = (answers: Record<string, string>) => {
  const file = join(dir, "answers.json");
  writeFileSync(file, JSON.stringify(answers));
  const settings = join(dir, "gatehouse.env");
  return run(["scripts/commands/setup.ts", "--yes", "--file", file, "--settings", settings]);
};

const answers = () => ({
  CLOUDFLARE_API_TOKEN: standIn.env["CLOUDFLARE_API_TOKEN"] ?? "",
  CLOUDFLARE_ACCOUNT_ID: standIn.account.id,
  WORKER_NAME: name,
  AUTH_URL: `${shopUrl}/api/auth`,
  DATA_LOCATION: "weur",
  SHOP_NAME: "Fern",
  SETUP_LANGUAGE: "de",
  OWNER_EMAILS: owner,
  OIDC_ISSUER: "https://id.provider.example/oidc",
  OIDC_CLIENT_ID: "fern",
  OIDC_CLIENT_SECRET: "right-secret",
  STRIPE_SECRET_KEY: "sk_test_setupFromFile",
  EMAIL_PROVIDER: "cloudflare",
  EMAIL_FROM: "Fern <shop@fern.example>",
});

test("a machine is told everything that is missing at once, and then everything that is refused", async () => {
  const missing = await setUp({ WORKER_NAME: "fern", SHOP_NAME: "Fern" });
  expect(missing.code).toBe(1);
  for (const name of ["CLOUDFLARE_API_TOKEN", "AUTH_URL", "DATA_LOCATION", "STRIPE_SECRET_KEY"])
    expect(missing.errors).toContain(name);
  expect(missing.errors).not.toContain("WORKER_NAME");

  const refused = await setUp({
    ...answers(),
    OIDC_CLIENT_SECRET: "hunter2",
    STRIPE_SECRET_KEY: "sk_test_sandbox",
    SHOP_NAME: "Tidewater",
  });
  expect(refused.code).toBe(1);
  expect(refused.errors).toContain("refuses the client id or its secret");
  expect(refused.errors).toContain("STRIPE_SECRET_KEY is the example's");
  expect(refused.errors).toContain("SHOP_NAME is the demo shop's");
  expect(refused.errors + refused.output).not.toContain("hunter2");
  expect(standIn.account.databases.size).toBe(0);
});

test("a preview with a live key, and a deployment to another account's host, change nothing", async () => {
  const token = answers().CLOUDFLARE_API_TOKEN;
  const account = { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: standIn.account.id };
  const preview = {
    ...account,
    WORKERS_SUBDOMAIN: "fern",
    PREVIEW_OIDC_ISSUER: "https://id.provider.example/oidc",
    PREVIEW_OIDC_CLIENT_ID: "fern",
    PREVIEW_OIDC_CLIENT_SECRET: "right-secret",
    PREVIEW_STRIPE_SECRET_KEY: "sk_live_planted",
    PREVIEW_DATA_LOCATION: "weur",
  };
  const before = standIn.requests.length;
  for (const command of ["preview", "preview-delete"]) {
    const refused = await run([`scripts/commands/${command}.ts`, "--branch", "x"], preview);
    expect(refused.errors).toContain("must be a test-mode key");
    expect(refused.errors + refused.output).not.toContain("sk_live_planted");
    expect(refused.code).toBe(1);
  }
  expect(standIn.requests.slice(before)).toEqual([]);

  const { CLOUDFLARE_API_TOKEN: _, SETUP_LANGUAGE: __, ...settings } = answers();
  const elsewhere = await run(["scripts/commands/deploy.ts"], {
    ...settings,
    ...account,
    AUTH_URL: "https://fern.other.workers.dev/api/auth",
    AUTH_SECRET: randomBytes(33).toString("base64"),
    STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(16).toString("hex")}`,
  });
  expect(elsewhere.errors).toContain("your account serves this Worker at fern.fern.workers.dev");
  expect(elsewhere.code).toBe(1);
  const methods = standIn.requests.slice(before).map(({ method }) => method);
  expect(new Set(methods)).toEqual(new Set(["GET"]));
});

test("a setup ends in a shop that sells, and repeating it changes nothing", async () => {
  const first = await setUp(answers());
  expect(first.errors + first.output).toContain(`The shop runs at ${shopUrl}`);
  expect(first.output).toContain("+ make     the database fern");
  expect(first.code).toBe(0);
  const settingsFile = join(dir, "gatehouse.env");
  expect(statSync(settingsFile).mode & 0o777).toBe(0o600);
  const settings = readSettingsFile(settingsFile);
  expect(Object.keys(settings)).toEqual(
    expect.arrayContaining(["AUTH_SECRET", "SIGNING_KEYS", "STRIPE_WEBHOOK_SECRET"]),
  );
  const { account } = standIn;
  expect([...account.databases.values()]).toMatchObject([{ name, locationHint: "weur" }]);
  expect([...account.buckets.values()]).toMatchObject([{ location: "weur" }]);
  const { queues, triggers } = readCommittedConfig();
  const consumers = [...account.queues.values()].map(({ consumer }) => consumer?.worker);
  expect(new Set(consumers)).toEqual(new Set([name]));
  expect(consumers).toHaveLength(queues?.consumers?.length ?? 0);
  expect(account.workers.get(name)?.crons).toEqual(triggers?.crons);

  await sellHandbook(shopUrl, owner);
  await standIn.queuesIdle();
  const shop = { origin: shopUrl, sandboxUrl: services.sandbox.url };
  const buyer = await buyHandbook(shop, "first-buyer@example.org");
  await standIn.queuesIdle();
  expect(await listLibrary(buyer)).toEqual(["Handbook"]);
  const database = await standIn.openDatabase(name);
  const readEmail = () =>
    database
      .prepare(
        "SELECT message_id, problem, error, email_problem FROM emails JOIN users ON users.id = user_id WHERE email = ? AND kind = 'purchase'",
      )
      .bind("first-buyer@example.org")
      .first();
  // It leaves after the answer that shows the order, which no queue knows of.
  await expect
    .poll(async () => (await readEmail())?.["message_id"], { timeout: 60_000 })
    .toEqual(expect.any(String));
  const from = { name: "Fern", email: "shop@fern.example" };
  const receipt = { from, to: "first-buyer@example.org", subject: "Ihr Beleg für Handbook" };
  expect(account.emails).toContainEqual(expect.objectContaining(receipt));
  expect(await listOrders()).toEqual([{ status: "paid" }]);
  for (const cron of triggers?.crons ?? []) await standIn.runCron(name, cron);
  const languages = await database
    .prepare("SELECT value FROM settings WHERE name = 'languages'")
    .first("value");
  expect(JSON.parse(String(languages))).toMatchObject({ default: "de" });

  standIn.publishEmailEvent("message.bounced", {
    sender: "shop@fern.example",
    recipient: "first-buyer@example.org",
    messageId: (await readEmail())?.["message_id"],
    bounce: { type: "hard", classification: "permanent_failure", reason: "550 5.1.1 User unknown" },
  });
  await standIn.queuesIdle();
  expect(await readEmail()).toMatchObject({
    problem: "bounced",
    error: "550 5.1.1 User unknown",
    email_problem: "bounced",
  });

  const version = standIn.currentVersion(name);
  const again = await setUp(answers());
  expect(again.output).toContain("Nothing to change.");
  expect(again.output).not.toMatch(/^(?:\+|~|!) /m);
  expect(readSettingsFile(settingsFile)).toEqual(settings);
  expect(standIn.currentVersion(name)).toBe(version);
});

async function listOrders(): Promise<object[]> {
  const database = await standIn.openDatabase(name);
  return (await database.prepare("SELECT status FROM orders").all()).results;
}

const readHealth = async () =>
  (await standIn.fetch(`${shopUrl}/api/health`)).json() as Promise<Record<string, unknown>>;

/** Returns the secrets of the version that answers requests. */
function readSecrets(): Record<string, string> {
  const versions = standIn.account.workers.get(name)?.versions ?? [];
  const current = versions.find(({ id }) => id === standIn.currentVersion(name));
  const secrets = current?.bindings.filter(({ type }) => type === "secret_text") ?? [];
  return Object.fromEntries(secrets.map((secret) => [secret.name, String(secret["text"])]));
}

test("after a failed deployment and a rollback, a deployment with another secret still works", async () => {
  // What the setup has built.
  const configPath = getDeployConfigPath(name);
  const { build: _, ...config } = JSON.parse(readFileSync(configPath, "utf8"));
  writeFileSync(configPath, JSON.stringify(config));
  const { runner } = services;
  const first = standIn.currentVersion(name);
  const before = readSecrets();
  const secrets = { ...before, AUTH_SECRET: randomBytes(33).toString("base64") };
  const deployNext = () => deployVersion(runner, { configPath, secrets, revision: readRevision() });
  const failure = { status: 400, code: 10021, message: "Not this time" };
  standIn.failNext("POST", /\/versions$/, failure);
  await expect(deployNext()).rejects.toThrow("Not this time");
  expect(await readHealth()).toMatchObject({ version: first });
  expect(readSecrets()).toEqual(before);

  const second = await deployNext();
  expect(await readHealth()).toMatchObject({ version: second.versionId });
  expect(readSecrets()).toEqual(secrets);
  // Cloudflare asks before it goes back to a version with other secrets, and wrangler then answers yes.
  await runOrThrow(runner, "wrangler", ["rollback", "--name", name, "-y", "-m", "back"]);
  expect(await readHealth()).toMatchObject({ version: first });
  expect(readSecrets()).toEqual(before);

  const third = await deployNext();
  expect(await readHealth()).toMatchObject({ version: third.versionId });
  expect(await listOrders()).toHaveLength(1);
});
