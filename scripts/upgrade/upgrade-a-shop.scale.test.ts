import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFolder } from "../backup/storage.ts";
import { listBackups, readManifest } from "../backup/manifest.ts";
import { listBucketNames, listQueueNames, readCommittedConfig } from "../deploy/config.ts";
import { writeConfig } from "../deploy/deploy-shop.ts";
import { deployVersion } from "../deploy/deploy-version.ts";
import { describeRevision } from "../deploy/revision.ts";
import { readDeployableSettings } from "../deploy/validate-settings.ts";
import { applyMigrations } from "../migrations/apply-migrations.ts";
import { readMigration } from "../migrations/read-statements.ts";
import { readMigrations, readRecords } from "../release/record.ts";
import { unpackWorker, WORKER_ARCHIVE } from "../release/worker-archive.ts";
import type { HttpSession } from "../shop/http-session.ts";
import { createEndpoint, getWebhookUrl } from "../stripe/endpoint.ts";
import { buildShopForTests } from "../testing/build-shop.ts";
import { buyHandbook, listLibrary, sellHandbook } from "../testing/cloudflare/sell-product.ts";
import { startServices, type Services } from "../testing/cloudflare/start-services.ts";
import { runProgram } from "../testing/run-program.ts";
import { addRelease, cloneOrigin, createOrigin } from "./testing/clone.ts";
import { runGit } from "./testing/git.ts";

// A shop of the previous release, whose Worker is kept in releases/, is upgraded by the commands that an owner types.

const name = "tidepool";
const origin = `https://${name}.tide.workers.dev`;
const owner = "olive@example.org";
const previous = readRecords().at(-1)!;
const [major = 0, minor = 0] = previous.version.split(".").map(Number);
const broken = `${major}.${minor + 1}.0`;
const mended = `${major}.${minor + 1}.1`;

let services: Services;
let dir: string;
let env: Record<string, string>;
const buyers: HttpSession[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "upgrade-"));
  const build = await buildShopForTests();
  createOrigin(join(dir, "origin"), previous.version);
  cloneOrigin(join(dir, "origin"), join(dir, "clone"), { dir: build });
  const oidcClient = { id: "tide", secret: randomBytes(24).toString("base64url") };
  services = await startServices({ origin, subdomain: "tide", oidcClient });
  const stripeKey = `sk_test_${randomBytes(12).toString("hex")}`;
  const stripe = new Stripe(stripeKey, { httpClient: Stripe.createFetchHttpClient() });
  const endpoint = await createEndpoint(stripe.webhookEndpoints, getWebhookUrl(origin));
  env = {
    WORKER_NAME: name,
    SHOP_NAME: "Tidepool",
    AUTH_URL: `${origin}/api/auth`,
    AUTH_SECRET: randomBytes(33).toString("base64"),
    SIGNING_KEYS: randomBytes(32).toString("base64url"),
    OWNER_EMAILS: owner,
    OIDC_ISSUER: "https://id.provider.example/oidc",
    OIDC_CLIENT_ID: oidcClient.id,
    OIDC_CLIENT_SECRET: oidcClient.secret,
    STRIPE_SECRET_KEY: stripeKey,
    STRIPE_WEBHOOK_SECRET: endpoint.secret,
    DATA_LOCATION: "weur",
  };
  const lines = Object.entries(env).map(([key, value]) => `${key}='${value}'\n`);
  writeFileSync(join(dir, "tide.env"), lines.join(""));
  await deployPreviousRelease(build);
  await sellHandbook(origin, owner);
  await services.cloudflare.queuesIdle();
  await buy();
});
afterAll(async () => {
  await services.stop();
  rmSync(dir, { recursive: true });
});

/** Deploys the kept Worker on a database that has the migrations of its release. It draws no pages. */
async function deployPreviousRelease(build: string): Promise<void> {
  const { cloudflare, runner } = services;
  const base = readCommittedConfig();
  await create("/d1/database", { name, primary_location_hint: "weur" });
  for (const queue of listQueueNames(base, name)) await create("/queues", { queue_name: queue });
  for (const bucket of listBucketNames(base, name))
    await create("/r2/buckets", { name: bucket, locationHint: "weur" });
  const database = await cloudflare.openDatabase(name);
  const migrations = readMigrations().filter((each) => each.name in previous.migrations);
  await applyMigrations(
    database,
    migrations.map((each) => readMigration(join("worker/db/migrations", each.name))),
  );
  unpackWorker(WORKER_ARCHIVE, join(dir, "previous"));
  const [databaseId = ""] = cloudflare.account.databases.keys();
  const settings = readDeployableSettings(env, { name });
  const path = writeConfig({ name, settings }, { databaseId, removedSecrets: [] });
  // It is built, and its source maps are not kept.
  const { build: _, upload_source_maps: __, ...config } = JSON.parse(readFileSync(path, "utf8"));
  config.main = join(dir, "previous/index.js");
  config.assets.directory = resolve(build, "client");
  writeFileSync(path, JSON.stringify(config));
  const revision = describeRevision(previous.version, undefined);
  await deployVersion(runner, { configPath: path, secrets: settings.secrets, revision });
}

async function create(path: string, body: object): Promise<void> {
  const { cloudflare } = services;
  const response = await fetch(`${cloudflare.url}/accounts/${cloudflare.account.id}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${cloudflare.env["CLOUDFLARE_API_TOKEN"]}` },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

/** Runs a command in the clone as an owner does. */
async function run(command: string, ...args: string[]) {
  const { code, output, errors } = await runProgram(
    "node",
    ["scripts/with-tools.mjs", command, ...args],
    { cwd: join(dir, "clone"), env: { ...process.env, ...services.cloudflare.env } },
  );
  return { output: output + errors, code };
}
const settingsFile = () => ["--env-file", join(dir, "tide.env")];

const buy = async () =>
  void buyers.push(
    await buyHandbook(
      { origin, sandboxUrl: services.sandbox.url },
      `buyer-${buyers.length}@example.org`,
    ),
  );

/** Everybody who bought something has it, and somebody else can buy it. */
async function expectToSell(): Promise<void> {
  await buy();
  for (const buyer of buyers) expect(await listLibrary(buyer)).toEqual(["Handbook"]);
  await services.cloudflare.queuesIdle();
  const database = await services.cloudflare.openDatabase(name);
  const { results } = await database
    .prepare("SELECT status, count(*) AS orders FROM orders GROUP BY status")
    .all();
  expect(results).toEqual([{ status: "paid", orders: buyers.length }]);
}

async function listMigrations(): Promise<unknown[]> {
  const database = await services.cloudflare.openDatabase(name);
  const { results } = await database.prepare("SELECT name FROM d1_migrations").all();
  return results.map((row) => row["name"]);
}

async function readLastUpgrade(): Promise<unknown> {
  const database = await services.cloudflare.openDatabase(name);
  const sql = "SELECT value FROM cursors WHERE name = 'last_upgrade:test'";
  return JSON.parse(String(await database.prepare(sql).first("value")));
}

const head = () => runGit(join(dir, "clone"), "rev-parse", "HEAD");
const today = () => readMigrations().map((migration) => migration.name);

test("a broken release goes back by itself, and the shop goes on selling on the new database", async () => {
  await expectToSell();
  addRelease(join(dir, "origin"), {
    version: broken,
    files: {
      "worker/db/migrations/9000_notes.sql": "ALTER TABLE `orders` ADD `upgrade_note` text;\n",
      "break.mjs": breakSignIn,
      "wrangler.toml": readFileSync("wrangler.toml", "utf8")
        .replace("dist/worker/index.js", "dist/worker/broken.js")
        .replace(/(?<=^command = ".*)"/m, ' && node break.mjs"'),
    },
  });
  const [version, commit] = [services.cloudflare.currentVersion(name), head()];
  const { output, code } = await run("upgrade", ...settingsFile(), "--yes");
  expect(output).toContain(`From ${previous.version} to ${broken}.`);
  expect(output).toContain(
    `The upgrade to ${broken} failed while trying the shop. The shop runs ${previous.version}, as before.`,
  );
  expect(output).toContain("/signin answered 500 instead of 200");
  expect(code).toBe(1);
  expect([services.cloudflare.currentVersion(name), head()]).toEqual([version, commit]);
  expect(await listMigrations()).toEqual([...today(), "9000_notes.sql"]);
  expect(await readLastUpgrade()).toMatchObject({ state: "failed", to: broken });
  await expectToSell();
});

const breakSignIn = `import { writeFileSync } from "node:fs";
writeFileSync("dist/worker/broken.js", \`import shop from "./index.js";
export default { ...shop, fetch: (request, ...rest) => new URL(request.url).pathname === "/signin"
  ? new Response("Broken", { status: 500 }) : shop.fetch(request, ...rest) };
\`);
`;

test("a shop is backed up and upgraded while it sells, and goes back to the release before", async () => {
  addRelease(join(dir, "origin"), {
    version: mended,
    files: { "wrangler.toml": readFileSync("wrangler.toml", "utf8") },
  });
  const before = services.cloudflare.currentVersion(name);
  const backups = join(dir, "backups");
  const upgradeEnded = new AbortController();
  const [upgrade] = await Promise.all([
    run("upgrade", ...settingsFile(), "--yes", "--backup-to", backups).finally(() =>
      upgradeEnded.abort(),
    ),
    (async () => {
      while (!upgradeEnded.signal.aborted) await buy();
    })(),
  ]);
  const upgraded = services.cloudflare.currentVersion(name);
  expect(upgrade.output).toContain(`The shop runs ${mended} (version ${upgraded})`);
  expect(upgrade.code).toBe(0);
  expect(upgraded).not.toBe(before);
  expect(head()).toBe(runGit(join(dir, "origin"), "rev-parse", `v${mended}`));
  expect(await readLastUpgrade()).toMatchObject({
    state: "done",
    from: previous.version,
    to: mended,
  });
  await expectToSell();
  const storage = openFolder(backups);
  const [backup = ""] = await listBackups(storage);
  const { tables } = await readManifest(storage, backup);
  expect(tables.find((table) => table.name === "orders")?.rows).toBeGreaterThanOrEqual(3);

  const listed = await run("rollback", ...settingsFile());
  expect(listed.output).toMatch(new RegExp(`${before} +${previous.version} .*can run`));
  const rolledBack = await run("rollback", before ?? "", ...settingsFile());
  expect(rolledBack.output).toContain(`The shop runs ${previous.version} again`);
  expect(rolledBack.code).toBe(0);
  expect(services.cloudflare.currentVersion(name)).toBe(before);
  await expectToSell();
});
