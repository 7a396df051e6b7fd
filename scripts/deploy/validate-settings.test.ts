import { expect, test } from "vitest";
import { readDeployableSettings } from "./validate-settings.ts";

const env = {
  SHOP_NAME: "Your x shop …",
  AUTH_URL: "https://gatehouse.tide.workers.dev/api/auth",
  AUTH_SECRET: "0123456789abcdefghijklmnopqrstuvwxyz",
  OWNER_EMAILS: "olive@tide.shop",
  OIDC_ISSUER: "https://id.tide.shop",
  OIDC_CLIENT_ID: "gatehouse",
  OIDC_CLIENT_SECRET: "client-secret",
  STRIPE_SECRET_KEY: "sk_test_123",
  STRIPE_WEBHOOK_SECRET: "whsec_6yTfQ2hRk0pLwXz8NvBc4dGjMa1sEu3i",
};
const name = "gatehouse";
const read = (changes: object, fileNames?: string[]) =>
  readDeployableSettings({ ...env, ...changes }, { name, fileNames });

test("complete settings pass, on workers.dev and at a host of one's own", () => {
  expect(read({}).config.origin).toBe("https://gatehouse.tide.workers.dev");
  const own = read({ AUTH_URL: "https://shop.tide.shop:443/api/auth" });
  expect(own.config.origin).toBe("https://shop.tide.shop");
});

test("a shop without an owner is refused", () => {
  expect(() => read({ OWNER_EMAILS: "" })).toThrow("OWNER_EMAILS: is missing");
  expect(() => read({ OWNER_EMAILS: " , " })).toThrow("OWNER_EMAILS: is missing");
});

test("a misspelt name is refused with the right one, and once", () => {
  const misspelt = { OWNER_EMAILS: undefined, OWNER_EMAIL: "olive@tide.shop" };
  for (const fileNames of [undefined, ["OWNER_EMAIL"]]) {
    expect(() => read(misspelt, fileNames)).toThrow(
      "OWNER_EMAIL: is no setting. Did you mean OWNER_EMAILS?",
    );
    expect(() => read(misspelt, fileNames)).not.toThrow("is missing");
  }
});

test("a misspelt required name is named beside what is missing therefore", () => {
  const misspelt = { AUTH_SECRET: undefined, AUTH_SECRETS: env.AUTH_SECRET };
  expect(() => read(misspelt)).toThrow(/Did you mean AUTH_SECRET\?[\s\S]*\n {2}AUTH_SECRET: /);
});

test("a file with an unknown name is refused, an environment with one is not", () => {
  expect(() => read({ SHOP_COLOR: "green" }, ["SHOP_NAME", "SHOP_COLOR"])).toThrow(
    "SHOP_COLOR: is no setting",
  );
  expect(read({ SHOP_COLOR: "green", PATH: "/bin" }).vars).not.toHaveProperty("SHOP_COLOR");
  const tools = ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID", "WORKERS_SUBDOMAIN"];
  expect(read({}, [...Object.keys(env), ...tools]).vars).toHaveProperty("SHOP_NAME");
});

test("a host on workers.dev that is not the Worker's is refused before anything is touched", () => {
  for (const host of ["other.tide", "gatehouse.shop.tide", "tide"])
    expect(() => read({ AUTH_URL: `https://${host}.workers.dev/api/auth` })).toThrow(
      "this Worker answers at gatehouse.<your subdomain>.workers.dev",
    );
});

test("a port in AUTH_URL is refused, because a custom domain has none", () => {
  expect(() => read({ AUTH_URL: "https://shop.tide.shop:8443/api/auth" })).toThrow(
    "AUTH_URL: must have no port",
  );
});

test("values of examples are refused by name, and never printed", () => {
  const examples = {
    STRIPE_WEBHOOK_SECRET: [
      "whsec_placeholder",
      "whsec_…",
      "whsec_short",
      "whsec_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    ],
    STRIPE_SECRET_KEY: ["sk_live_…", "sk_test_xxxxxxxx", "sk_test_..."],
    OIDC_CLIENT_SECRET: ["<client secret>", "your-client-secret", "changeme"],
    OIDC_CLIENT_ID: ["placeholder"],
  };
  for (const [setting, values] of Object.entries(examples))
    for (const value of values) {
      expect(() => read({ [setting]: value })).toThrow(`${setting}: `);
      expect(() => read({ [setting]: value })).not.toThrow(value);
    }
});

test("all that is refused is named at once", () => {
  const wrong = { OWNER_EMAILS: "", AUTH_URL: "https://other.tide.workers.dev/api/auth" };
  expect(() => read(wrong)).toThrow(/OWNER_EMAILS[\s\S]*AUTH_URL/);
});
