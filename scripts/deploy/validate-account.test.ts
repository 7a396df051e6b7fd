import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readPreviewSettings } from "../preview/settings.ts";
import type { CommandRunner } from "./runner.ts";
import { validateAccount } from "./validate-account.ts";

const name = "gatehouse-x-0123abcd";
const readSettings = (origin: string, place: object = {}) =>
  readPreviewSettings(
    {
      PREVIEW_OIDC_ISSUER: "https://id.tide.shop",
      PREVIEW_OIDC_CLIENT_ID: "gatehouse",
      PREVIEW_OIDC_CLIENT_SECRET: "oidc-client-secret",
      PREVIEW_STRIPE_SECRET_KEY: "sk_test_key",
      ...place,
    },
    { origin, webhookSecret: "whsec_endpoint" },
  );
const onWorkersDev = readSettings(`https://${name}.tide.workers.dev`, {
  PREVIEW_DATA_LOCATION: "weur",
});
const onOwnDomain = readSettings("https://shop.tide.shop");

/** What Cloudflare answers about the subdomain. */
let answer: object;
let asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.url} ${request.headers.authorization}`);
  response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
});
let env: Record<string, string> = {};
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  env = { CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}` };
});
afterAll(() => server.close());

/** An account with these databases, and the accounts that the credentials open. */
function createAccount(databases: string[], accounts: string[] = ["one"]) {
  const commands: string[] = [];
  const answers: Record<string, unknown> = {
    "auth token --json": { type: "oauth", token: "token" },
    "whoami --json": { accounts: accounts.map((id) => ({ id, name: `Account ${id}` })) },
    "d1 list --json": databases.map((each) => ({ name: each, uuid: "id" })),
  };
  const runner: CommandRunner = async (_, args) => {
    commands.push(args.join(" "));
    return { code: 0, stdout: JSON.stringify(answers[args.join(" ")]), output: "" };
  };
  return { runner, commands };
}

const subdomain = (name: string) => ({ success: true, errors: [], result: { subdomain: name } });

test("the host in AUTH_URL must be on the account's own subdomain of workers.dev", async () => {
  const { runner } = createAccount([name]);
  const shop = { name, settings: onWorkersDev };
  asked = [];
  answer = subdomain("tide");
  expect(await validateAccount(runner, shop, { env })).toBe(onWorkersDev);
  expect(asked).toEqual(["/accounts/one/workers/subdomain Bearer token"]);
  answer = subdomain("other");
  await expect(validateAccount(runner, shop, { env })).rejects.toThrow(
    `AUTH_URL: your account serves this Worker at ${name}.other.workers.dev`,
  );
});

test("an account without a subdomain of workers.dev is an error that says where to get one", async () => {
  answer = { success: false, errors: [{ code: 10007, message: "none" }], result: null };
  const { runner } = createAccount([name]);
  await expect(validateAccount(runner, { name, settings: onWorkersDev }, { env })).rejects.toThrow(
    "dashboard",
  );
});

test("a token that may not read the subdomain deploys all the same", async () => {
  answer = { success: false, errors: [{ code: 10000, message: "no right" }], result: null };
  const { runner } = createAccount([name]);
  const shop = { name, settings: onWorkersDev };
  expect(await validateAccount(runner, shop, { env })).toBe(onWorkersDev);
});

test("credentials for several accounts are an error that lists them, unless one is named", async () => {
  answer = subdomain("tide");
  const { runner } = createAccount([name], ["one", "two"]);
  const shop = { name, settings: onWorkersDev };
  await expect(validateAccount(runner, shop, { env })).rejects.toThrow(/one[\s\S]*two/);
  asked = [];
  const named = { ...env, CLOUDFLARE_ACCOUNT_ID: "two" };
  expect(await validateAccount(runner, shop, { env: named })).toBe(onWorkersDev);
  expect(asked.join()).toContain("/accounts/two/");
});

test("a new shop without a place is asked for one, or refused where nobody can answer", async () => {
  const { runner, commands } = createAccount(["another"]);
  const shop = { name, settings: onOwnDomain };
  await expect(validateAccount(runner, shop, { env })).rejects.toThrow("DATA_LOCATION=weur");
  const placed = await validateAccount(runner, shop, {
    env,
    choosePlace: async () => ({ jurisdiction: "eu" }),
  });
  expect(placed).toEqual({ ...onOwnDomain, place: { jurisdiction: "eu" } });
  // It only reads, and on a domain of one's own it needs no token.
  expect(new Set(commands)).toEqual(new Set(["d1 list --json"]));
});

test("a new shop is told of the region beside its database, unless it has chosen one", async () => {
  const { runner } = createAccount([]);
  const settings = { ...onOwnDomain, place: { location: "apac" } } as const;
  const printed = vi.spyOn(console, "log").mockImplementation(() => {});
  await validateAccount(runner, { name, settings }, { env });
  expect(printed.mock.calls.join()).toContain("PLACEMENT_REGION=aws:ap-southeast-1");
  printed.mockClear();
  const placed = { ...settings, placementRegion: "aws:eu-central-1" };
  await validateAccount(runner, { name, settings: placed }, { env });
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});

test("an existing shop is not asked where its data is", async () => {
  const { runner } = createAccount([name]);
  const shop = { name, settings: onOwnDomain };
  const choosePlace = () => Promise.reject(new Error("asked"));
  expect(await validateAccount(runner, shop, { env, choosePlace })).toBe(onOwnDomain);
});
