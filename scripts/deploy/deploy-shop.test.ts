import { expect, test } from "vitest";
import { createDryRunRunner, type CommandRunner } from "./runner.ts";
import { checkTargets, deployShop, readTargets } from "./deploy-shop.ts";
import { readPreviewSettings } from "../preview/settings.ts";

const origin = "https://gatehouse-test-0123abcd.tide.workers.dev";
const env = {
  PREVIEW_OIDC_ISSUER: "https://id.example.com",
  PREVIEW_OIDC_CLIENT_ID: "gatehouse",
  PREVIEW_OIDC_CLIENT_SECRET: "oidc-client-secret",
  PREVIEW_STRIPE_SECRET_KEY: "sk_test_key",
};
const settings = readPreviewSettings(env, { origin, webhookSecret: "whsec_endpoint" });
const name = "gatehouse-test-0123abcd";

test("a deployment runs the migrations, then the seed, then the secrets, then the code", async () => {
  const lines: string[] = [];
  const runner = createDryRunRunner([name], (line) => lines.push(line));
  const seed = async () => void lines.push("seed");
  const { configPath } = await deployShop(runner, { name, settings, onMigrated: seed });
  const order = ["d1 migrations apply", "seed", "secret bulk", `deploy --config ${configPath}`];
  const positions = order.map((part) => lines.findIndex((line) => line.includes(part)));
  expect(positions).not.toContain(-1);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
});

test("secrets are passed on standard input only, not in arguments, variables or files", async () => {
  const visibleValues: unknown[] = [];
  const inputs: string[] = [];
  const dryRunner = createDryRunRunner([name], () => {});
  const runner: CommandRunner = (command, args, options = {}) => {
    const { input, ...visible } = options;
    visibleValues.push(command, args, visible);
    if (input) inputs.push(input);
    return dryRunner(command, args, options);
  };
  await deployShop(runner, { name, settings });
  expect(inputs.map((input) => JSON.parse(input) as unknown)).toEqual([settings.secrets]);
  for (const secret of Object.values(settings.secrets))
    expect(JSON.stringify(visibleValues)).not.toContain(secret);
});

test("a deployment stops at the first failed step", async () => {
  const dryRunner = createDryRunRunner([name], () => {});
  const failing: CommandRunner = async (command, args, options) =>
    args.includes("migrations")
      ? { code: 1, stdout: "", output: "no such table" }
      : dryRunner(command, args, options);
  await expect(deployShop(failing, { name, settings })).rejects.toThrow("no such table");
});

test("readTargets reads the deployed URLs from wrangler's report", () => {
  const report = `{"type":"wrangler-session"}\n{"type":"deploy","targets":["${origin}"]}\n`;
  expect(readTargets(report)).toEqual([origin]);
  expect(readTargets("")).toEqual([]);
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
