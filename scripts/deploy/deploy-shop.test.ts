import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readConfig } from "../../worker/config/config.ts";
import { readPreviewSettings } from "../preview/settings.ts";
import { checkTargets, deployShop, prepareAccount } from "./deploy-shop.ts";
import { toAccount } from "./cloudflare-api.ts";
import { createDryRunTarget } from "./dry-run.ts";
import type { Target } from "./resources.ts";
import type { CommandRunner, RunOptions } from "./runner.ts";
import { secretNames } from "./settings.ts";

const origin = "https://gatehouse-test-0123abcd.tide.workers.dev";
const env = {
  PREVIEW_OIDC_ISSUER: "https://id.example.com",
  PREVIEW_OIDC_CLIENT_ID: "gatehouse",
  PREVIEW_OIDC_CLIENT_SECRET: "oidc-client-secret",
  PREVIEW_STRIPE_SECRET_KEY: "sk_test_key",
  PREVIEW_DATA_LOCATION: "weur",
};
const settings = readPreviewSettings(env, { origin, webhookSecret: "whsec_endpoint" });
const name = "gatehouse-test-0123abcd";
const versionId = "0c3d3a53-0d22-4c2e-9a3b-2d5f0e8c1a11";

/** An account without anything, in which wrangler deploys a version. `onDeploy` sees its arguments. */
function createAccount(onDeploy: (args: string[], options: RunOptions) => void = () => {}) {
  const lines: string[] = [];
  const dryRun = createDryRunTarget([], (line) => lines.push(line));
  const runner: CommandRunner = async (command, args, options = {}) => {
    const result = await dryRun.runner(command, args, options);
    if (args[0] !== "deploy") return result;
    onDeploy(args, options);
    const report = { type: "deploy", version_id: versionId, targets: [origin] };
    writeFileSync(options.env?.["WRANGLER_OUTPUT_FILE_PATH"] ?? "", `${JSON.stringify(report)}\n`);
    return result;
  };
  const target: Target = { ...dryRun, runner };
  return { target, lines };
}

/** What runs outside of wrangler, each noted with `note`. */
const noting = (note: (line: string) => void) => ({
  migrate: async () => note("migrate"),
  onMigrated: async () => note("seed"),
  waitUntilReady: async (...version: string[]) => note(`wait ${version.join(" ")}`),
});

test("a deployment makes its resources, migrates, seeds, deploys, and waits for that version", async () => {
  const { target, lines } = createAccount();
  const steps = noting((line) => lines.push(line));
  const deployed = await deployShop(target, { name, settings, ...steps });
  expect(deployed).toMatchObject({ origin, versionId });
  const order = [
    "d1 create",
    "r2 bucket create",
    "migrate",
    "seed",
    `wrangler deploy --config ${deployed.configPath}`,
    `wait ${origin} ${versionId}`,
  ];
  const positions = order.map((part) => lines.findIndex((line) => line.includes(part)));
  expect(positions).not.toContain(-1);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
});

test("secrets are only in a file that nobody else can read, which is deleted afterwards", async () => {
  let path = "";
  const visible: unknown[] = [];
  const { target } = createAccount((args, options) => {
    path = args[args.indexOf("--secrets-file") + 1] ?? "";
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(settings.secrets);
    visible.push(args, options);
  });
  const deployed = await deployShop(target, { name, settings, ...noting(() => {}) });
  expect(existsSync(path)).toBe(false);
  visible.push(readFileSync(deployed.configPath, "utf8"));
  expect(Object.keys(settings.secrets)).toHaveLength(5);
  for (const secret of Object.values(settings.secrets))
    expect(JSON.stringify(visible)).not.toContain(secret);
});

test("a deployment that wrangler refuses leaves no file with secrets", async () => {
  let path = "";
  const { target } = createAccount((args) => {
    path = args[args.indexOf("--secrets-file") + 1] ?? "";
    throw new Error("refused");
  });
  const deploying = deployShop(target, { name, settings, ...noting(() => {}) });
  await expect(deploying).rejects.toThrow("refused");
  expect(path).not.toBe("");
  expect(existsSync(path)).toBe(false);
});

test("a deployment stops at the first failed step", async () => {
  const { target, lines } = createAccount();
  const steps = noting((line) => lines.push(line));
  const migrate = () => Promise.reject(new Error("no such table"));
  const deploying = deployShop(target, { name, settings, ...steps, migrate });
  await expect(deploying).rejects.toThrow("no such table");
  expect(lines.filter((line) => /seed|wrangler deploy|wait/.test(line))).toEqual([]);
});

test("a secret that the settings no longer have is removed with the deployment, others are left", async () => {
  const dryRun = createDryRunTarget([name]);
  const listed = [...Object.keys(settings.secrets), "GOOGLE_CLIENT_SECRET", "SOMEBODYS_OWN"];
  const api = {
    send: async (method: "GET", path: string) =>
      path === `/accounts/one/workers/scripts/${name}/secrets`
        ? { ok: true, result: listed.map((each) => ({ name: each })) }
        : dryRun.account.send(method, path.replace("/accounts/one", "")),
  };
  const target = { ...dryRun, account: toAccount(api as never, "one") };
  const configPath = await prepareAccount(target, { name, settings });
  const { vars } = JSON.parse(readFileSync(configPath, "utf8")) as { vars: object };
  expect(vars).toEqual({ ...settings.vars, GOOGLE_CLIENT_SECRET: "" });
});

test("the Worker takes an empty variable in place of each secret that can be removed", () => {
  const required = ["AUTH_SECRET", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"];
  const provider = ["OIDC_CLIENT_SECRET"];
  for (const secret of secretNames.filter((each) => ![...required, ...provider].includes(each)))
    expect(
      readConfig({ ...settings.vars, ...settings.secrets, [secret]: "" } as unknown as Env).origin,
    ).toBe(origin);
});

test("a workers.dev URL other than the one in AUTH_URL is an error, because sign-in would fail", () => {
  expect(() => checkTargets(["https://gatehouse.other.workers.dev"], origin)).toThrow(
    "other.workers.dev",
  );
  expect(() => checkTargets([origin, "schedule: */5 * * * *"], origin)).not.toThrow();
  expect(() =>
    checkTargets(["shop.example.com (custom domain)"], "https://shop.example.com"),
  ).not.toThrow();
});
