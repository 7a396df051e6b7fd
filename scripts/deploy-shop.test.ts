import { expect, test } from "vitest";
import { rehearse, type Runner } from "./deploy-runner.ts";
import { checkTargets, deployShop, readTargets } from "./deploy-shop.ts";
import { previewSettings } from "./preview-settings.ts";

const origin = "https://gatehouse-test-0123abcd.tide.workers.dev";
const env = {
  PREVIEW_OIDC_ISSUER: "https://id.example.com",
  PREVIEW_OIDC_CLIENT_ID: "gatehouse",
  PREVIEW_OIDC_CLIENT_SECRET: "oidc-client-secret",
  PREVIEW_STRIPE_SECRET_KEY: "sk_test_key",
};
const settings = previewSettings(env, { origin, webhookSecret: "whsec_endpoint" });
const name = "gatehouse-test-0123abcd";

test("migrations come before the seed, the seed before the secrets, the code last", async () => {
  const lines: string[] = [];
  const runner = rehearse([name], (line) => lines.push(line));
  const migrated = async () => void lines.push("seed");
  const { configPath } = await deployShop(runner, { name, settings, migrated });
  const order = ["d1 migrations apply", "seed", "secret bulk", `deploy --config ${configPath}`];
  const places = order.map((part) => lines.findIndex((line) => line.includes(part)));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("secrets travel on standard input and in no argument, variable or file", async () => {
  const seen: unknown[] = [];
  const inputs: string[] = [];
  const quiet = rehearse([name], () => {});
  const runner: Runner = (command, args, options = {}) => {
    const { input, ...visible } = options;
    seen.push(command, args, visible);
    if (input) inputs.push(input);
    return quiet(command, args, options);
  };
  await deployShop(runner, { name, settings });
  expect(inputs.map((input) => JSON.parse(input) as unknown)).toEqual([settings.secrets]);
  for (const secret of Object.values(settings.secrets))
    expect(JSON.stringify(seen)).not.toContain(secret);
});

test("the first step that fails ends the deployment", async () => {
  const quiet = rehearse([name], () => {});
  const failing: Runner = async (command, args, options) =>
    args.includes("migrations")
      ? { code: 1, stdout: "", output: "no such table" }
      : quiet(command, args, options);
  await expect(deployShop(failing, { name, settings })).rejects.toThrow("no such table");
});

test("the addresses are read from wrangler's report", () => {
  const report = `{"type":"wrangler-session"}\n{"type":"deploy","targets":["${origin}"]}\n`;
  expect(readTargets(report)).toEqual([origin]);
  expect(readTargets("")).toEqual([]);
});

test("an address that AUTH_URL does not name is an error: nobody could sign in", () => {
  expect(() => checkTargets(["https://gatehouse.other.workers.dev"], origin)).toThrow(
    "other.workers.dev",
  );
  expect(() => checkTargets([origin, "schedule: */5 * * * *"], origin)).not.toThrow();
  expect(() =>
    checkTargets(["shop.example.com (custom domain)"], "https://shop.example.com"),
  ).not.toThrow();
});
