import { expect, test, vi } from "vitest";
import { readPreviewSettings } from "../preview/settings.ts";
import { toAccount, type CloudflareAnswer } from "./cloudflare-api.ts";
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

/** An account with these databases. `subdomain` is what Cloudflare answers about it. */
function createAccount(databases: string[], subdomain: Answer = refuse(10000)) {
  const asked: string[] = [];
  const send = async (method: string, path: string) => {
    asked.push(`${method} ${path}`);
    return path.endsWith("/workers/subdomain")
      ? subdomain
      : { ok: true, result: databases.map((each) => ({ name: each, uuid: "id" })) };
  };
  return { account: toAccount({ send } as never, "one"), asked };
}

type Answer = CloudflareAnswer<{ subdomain: string }>;
const refuse = (code: number): Answer => ({ ok: false, status: 400, codes: [code], message: "" });
const answer = (subdomain: string): Answer => ({ ok: true, result: { subdomain } });

test("the host in AUTH_URL must be on the account's own subdomain of workers.dev", async () => {
  const shop = { name, settings: onWorkersDev };
  const { account, asked } = createAccount([name], answer("tide"));
  expect(await validateAccount(account, shop)).toBe(onWorkersDev);
  expect(asked[0]).toBe("GET /accounts/one/workers/subdomain");
  const other = createAccount([name], answer("other"));
  await expect(validateAccount(other.account, shop)).rejects.toThrow(
    `AUTH_URL: your account serves this Worker at ${name}.other.workers.dev`,
  );
});

test("an account without a subdomain of workers.dev is an error that says where to get one", async () => {
  const { account } = createAccount([name], refuse(10007));
  const shop = { name, settings: onWorkersDev };
  await expect(validateAccount(account, shop)).rejects.toThrow("dashboard");
});

test("a token that may not read the subdomain deploys all the same", async () => {
  const { account } = createAccount([name], refuse(10000));
  const shop = { name, settings: onWorkersDev };
  expect(await validateAccount(account, shop)).toBe(onWorkersDev);
});

test("a new shop without a place is asked for one, or refused where nobody can answer", async () => {
  const { account, asked } = createAccount(["another"]);
  const shop = { name, settings: onOwnDomain };
  await expect(validateAccount(account, shop)).rejects.toThrow("DATA_LOCATION=weur");
  const placed = await validateAccount(account, shop, {
    choosePlace: async () => ({ jurisdiction: "eu" }),
  });
  expect(placed).toEqual({ ...onOwnDomain, place: { jurisdiction: "eu" } });
  expect(new Set(asked)).toEqual(new Set([`GET /accounts/one/d1/database?name=${name}`]));
});

test("a new shop is told of the region beside its database, unless it has chosen one", async () => {
  const { account } = createAccount([]);
  const settings = { ...onOwnDomain, place: { location: "apac" } } as const;
  const printed = vi.spyOn(console, "log").mockImplementation(() => {});
  await validateAccount(account, { name, settings });
  expect(printed.mock.calls.join()).toContain("PLACEMENT_REGION=aws:ap-southeast-1");
  printed.mockClear();
  const placed = { ...settings, placementRegion: "aws:eu-central-1" };
  await validateAccount(account, { name, settings: placed });
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});

test("an existing shop is not asked where its data is", async () => {
  const { account } = createAccount([name]);
  const shop = { name, settings: onOwnDomain };
  const choosePlace = () => Promise.reject(new Error("asked"));
  expect(await validateAccount(account, shop, { choosePlace })).toBe(onOwnDomain);
});
