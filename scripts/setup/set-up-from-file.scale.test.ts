import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { eventTypes } from "../../worker/stripe/event-types.ts";
import { startCloudflareStandIn, type CloudflareStandIn } from "../testing/cloudflare/stand-in.ts";
import { readSettingsFile } from "./settings-file.ts";

const shopUrl = "https://shop.fern.example";
const stripeKey = "sk_test_setupFromFile";

let standIn: CloudflareStandIn;
let sandbox: { url: string; stop(): Promise<unknown> };
beforeAll(async () => {
  standIn = await startCloudflareStandIn({ subdomain: "fern", zones: ["fern.example"] });
  standIn.account.sendingDomains.push("fern.example");
  sandbox = await startSandboxBehind(standIn);
  standIn.addHosts({ "api.stripe.com": sandbox.url, "id.provider.example": sandbox.url });
});
afterAll(async () => {
  await sandbox.stop();
  await standIn.close();
});

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), "setup-"))));
afterEach(() => rmSync(dir, { recursive: true }));

/** Starts the sandbox in a process that reaches the deployed shop, to which it delivers webhooks. */
async function startSandboxBehind({ env }: CloudflareStandIn) {
  const child = spawn("node", ["packages/sandbox/main.ts"], {
    env: {
      ...process.env,
      ...env,
      SANDBOX_PORT: "0",
      STATE_DIR: ":memory:",
      APP_URL: shopUrl,
      PUBLIC_URL: "https://id.provider.example",
      WEBHOOK_EVENTS: eventTypes.join(","),
      OIDC_CLIENT_ID: "fern",
      OIDC_CLIENT_SECRET: "right-secret",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.setEncoding("utf8");
  let printed = "";
  while (!/http:\/\/\S+/.test(printed)) printed += (await once(child.stdout, "data"))[0] as string;
  return {
    url: /http:\/\/\S+/.exec(printed)![0],
    stop: () => (child.kill("SIGTERM"), once(child, "exit")),
  };
}

/** Runs a program as a user would, where the real URLs lead to the stand-ins. */
async function run(args: string[]) {
  const { CLOUDFLARE_API_TOKEN: _, CLOUDFLARE_ACCOUNT_ID: __, ...env } = standIn.env;
  const child = spawn("node", args, {
    env: { ...process.env, ...env, HOME: dir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { output, errors, code: code as number };
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
  WORKER_NAME: "fern",
  AUTH_URL: `${shopUrl}/api/auth`,
  DATA_LOCATION: "weur",
  SHOP_NAME: "Fern",
  SETUP_LANGUAGE: "de",
  OWNER_EMAILS: "fern-owner@example.org",
  OIDC_ISSUER: "https://id.provider.example/oidc",
  OIDC_CLIENT_ID: "fern",
  OIDC_CLIENT_SECRET: "right-secret",
  STRIPE_SECRET_KEY: stripeKey,
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

  const sold = await run([
    "scripts/setup/testing/sell-first-product.ts",
    shopUrl,
    sandbox.url,
    answers().OWNER_EMAILS,
  ]);
  expect(sold.errors).toBe("");
  expect(JSON.parse(sold.output)).toMatchObject([{ product: { name: "Handbook" } }]);
  expect(standIn.account.emails).toMatchObject([
    { from: { name: "Fern", email: "shop@fern.example" }, subject: expect.stringMatching(/./) },
  ]);
  const database = await standIn.openDatabase("fern");
  const languages = await database
    .prepare("SELECT value FROM settings WHERE name = 'languages'")
    .first("value");
  expect(JSON.parse(String(languages))).toMatchObject({ default: "de" });

  const version = standIn.currentVersion("fern");
  const again = await setUp(answers());
  expect(again.output).toContain("Nothing to change.");
  expect(again.output).not.toMatch(/^(?:\+|~|!) /m);
  expect(readSettingsFile(settingsFile)).toEqual(settings);
  expect(standIn.currentVersion("fern")).toBe(version);
});
