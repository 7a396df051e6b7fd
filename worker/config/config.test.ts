import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import exampleSecrets from "../../.dev.vars.example?raw";
import wrangler from "../../wrangler.toml?raw";
import { readConfig } from "./config.ts";

// Sign-in by email is on in the local configuration.
const { EMAIL_FROM: _from, EMAIL_API_KEY: _key, EMAIL_API_URL: _url, ...base } = env;
const readTestConfig = (vars: Record<string, string>) => readConfig({ ...base, ...vars } as Env);
const noOidc = { OIDC_ISSUER: "", OIDC_CLIENT_ID: "", OIDC_CLIENT_SECRET: "" };
const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
const tenant = "11111111-2222-4333-8444-555555555555";

describe("a shop starts with", () => {
  test("an OpenID provider", () => {
    const { providers } = readTestConfig({}).auth;
    expect(providers).toMatchObject([{ id: "oidc", kind: "oidc", name: "Sandbox ID" }]);
  });

  test("a shop starts with only a preset provider", () => {
    const { providers } = readTestConfig({ ...noOidc, ...google }).auth;
    expect(providers).toMatchObject([{ id: "google", issuer: "https://accounts.google.com" }]);
  });

  test("all providers together", () => {
    const { providers } = readTestConfig({
      ...google,
      MICROSOFT_TENANT_ID: tenant,
      MICROSOFT_CLIENT_ID: "id",
      MICROSOFT_CLIENT_SECRET: "secret",
      APPLE_CLIENT_ID: "id",
      APPLE_TEAM_ID: "team",
      APPLE_KEY_ID: "key",
      APPLE_PRIVATE_KEY: "-----BEGIN PRIVATE KEY-----\\nAA\\n-----END PRIVATE KEY-----",
      GITHUB_CLIENT_ID: "id",
      GITHUB_CLIENT_SECRET: "secret",
    }).auth;
    expect(providers.map(({ id }) => id)).toEqual([
      "oidc",
      "google",
      "microsoft",
      "apple",
      "github",
    ]);
    expect(providers[2]?.issuer).toBe(`https://login.microsoftonline.com/${tenant}/v2.0`);
  });

  test("sign-in by email, which is off by default", () => {
    expect(readTestConfig({}).auth.emailSender).toBeUndefined();
    expect(
      readTestConfig({ EMAIL_FROM: "shop@example.com", EMAIL_API_KEY: "re_1" }).auth.emailSender,
    ).toEqual({
      kind: "resend",
      from: "shop@example.com",
      apiKey: "re_1",
      apiUrl: "https://api.resend.com",
      webhookSecrets: [],
    });
  });

  test("Cloudflare as the email sender, by its binding and without a key", () => {
    const binding = { send() {} };
    const vars = { EMAIL_PROVIDER: "cloudflare", EMAIL_FROM: "shop@example.com" };
    expect(readTestConfig({ ...vars, EMAIL: binding as never }).auth.emailSender).toEqual({
      kind: "cloudflare",
      from: "shop@example.com",
      binding,
    });
  });

  test("a previous secret beside the new one during a rotation", () => {
    const { secrets } = readTestConfig({
      AUTH_SECRET_PREVIOUS: "abcdefghijklmnopqrstuvwxyz0123456789",
    }).auth;
    expect(secrets).toEqual([env.AUTH_SECRET, "abcdefghijklmnopqrstuvwxyz0123456789"]);
  });
});

describe("a shop refuses to start", () => {
  test.each<[string, Record<string, string>, string]>([
    ["with an http issuer", { OIDC_ISSUER: "http://id.example.com" }, "OIDC_ISSUER: must be https"],
    ["with an address that is no URL", { AUTH_URL: "shop.example.com" }, "AUTH_URL: must be a URL"],
    ["with an issuer that is no URL", { OIDC_ISSUER: "id" }, "OIDC_ISSUER: must be a URL"],
    [
      "served over http",
      { AUTH_URL: "http://shop.example.com/api/auth" },
      "AUTH_URL: must be https",
    ],
    [
      "with another path",
      { AUTH_URL: "https://shop.example.com/auth" },
      "AUTH_URL: must end in /api/auth",
    ],
    ["with a short secret", { AUTH_SECRET: "short" }, "AUTH_SECRET: must have 32 characters"],
    [
      "with a secret of one repeated letter",
      { AUTH_SECRET: "a".repeat(40) },
      "AUTH_SECRET: must be random",
    ],
    ["with a weak previous secret", { AUTH_SECRET_PREVIOUS: "short" }, "AUTH_SECRET_PREVIOUS"],
    ["with a short signing key", { SIGNING_KEYS: "c2hvcnQ" }, "SIGNING_KEYS.0: must be 32 bytes"],
    [
      "with half of a provider",
      { GOOGLE_CLIENT_ID: "id" },
      "GOOGLE_CLIENT_SECRET: is missing beside GOOGLE_CLIENT_ID",
    ],
    [
      "with Microsoft and no tenant",
      { MICROSOFT_CLIENT_ID: "id", MICROSOFT_CLIENT_SECRET: "s" },
      "MICROSOFT_TENANT_ID",
    ],
    [
      "with Microsoft for every tenant",
      { MICROSOFT_TENANT_ID: "common", MICROSOFT_CLIENT_ID: "id", MICROSOFT_CLIENT_SECRET: "s" },
      "MICROSOFT_TENANT_ID: must be the id of one tenant",
    ],
    ["with no way to sign in", noOidc, "no other way to sign in is configured"],
    [
      "with half of an email sender",
      { EMAIL_FROM: "shop@example.com" },
      "EMAIL_API_KEY: is missing",
    ],
    [
      "with Cloudflare as email sender and no binding",
      { EMAIL_PROVIDER: "cloudflare", EMAIL_FROM: "shop@example.com" },
      "EMAIL: is missing",
    ],
    [
      "with a webhook secret that Resend did not make",
      { RESEND_WEBHOOK_SECRET: "hunter2" },
      "RESEND_WEBHOOK_SECRET: must start with whsec_",
    ],
    [
      "with an unknown email sender",
      { EMAIL_PROVIDER: "pigeon" },
      'EMAIL_PROVIDER: must be "cloudflare" or "resend"',
    ],
  ])("%s", (_, vars, problem) => {
    expect(() => readTestConfig(vars)).toThrow(problem);
  });

  test("an error at the start reveals no secret's value", () => {
    const refusal = () => readTestConfig({ AUTH_SECRET: "hunter2hunter2" });
    expect(refusal).toThrow("AUTH_SECRET");
    expect(refusal).not.toThrow("hunter2");
  });
});

describe("the Stripe configuration refuses", () => {
  test("a missing webhook secret, without which anyone could send events", () => {
    expect(() => readTestConfig({ STRIPE_WEBHOOK_SECRET: "" })).toThrow("STRIPE_WEBHOOK_SECRET");
    expect(() => readTestConfig({ STRIPE_WEBHOOK_SECRET: " , " })).toThrow("STRIPE_WEBHOOK_SECRET");
  });

  test("a key that isn't a secret key, without repeating it", () => {
    expect(() => readTestConfig({ STRIPE_SECRET_KEY: "pk_test_public" })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("pk_test_public") }),
    );
  });
});

describe("in public, a shop refuses", () => {
  const publicUrl = "https://shop.example.com/api/auth";
  const example: Record<string, string> = {
    ...parseVars(exampleSecrets),
    ...parseVars(wrangler.slice(wrangler.indexOf("[vars]"))),
    AUTH_URL: publicUrl,
  };
  /** Everything that a public shop has to change. */
  const changed = {
    AUTH_SECRET: "0123456789abcdefghijklmnopqrstuvwxyz",
    OIDC_CLIENT_SECRET: "client-secret",
    SIGNING_KEYS: "",
    EMAIL_FROM: "Tidewater <shop@tidewater.example>",
    EMAIL_API_KEY: "re_1",
    EMAIL_API_URL: "https://api.resend.com",
    STRIPE_SECRET_KEY: "sk_live_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    STRIPE_API_URL: undefined,
    OWNER_EMAILS: "ann@tidewater.example",
    OIDC_ISSUER: "https://id.example.com",
  };
  /** Not secret, and right for some public shop: the demo's names and client id. */
  const harmless = ["SHOP_NAME", "SHOP_LINE", "AUTH_URL", "OIDC_NAME", "OIDC_CLIENT_ID"];
  const read = (vars: Record<string, string | undefined>) =>
    readConfig(
      Object.fromEntries(
        Object.entries(vars).filter(([, value]) => value !== undefined),
      ) as unknown as Env,
    );

  test("nothing of a deployed sandbox, whose key buys nothing", () => {
    const sandbox = "https://x-sandbox.tide.workers.dev";
    const config = read({
      ...example,
      ...changed,
      STRIPE_SECRET_KEY: "sk_test_sandbox_preview_0123456789",
      STRIPE_API_URL: sandbox,
      CLOCK_URL: `${sandbox}/preview/_sandbox/clock`,
      OWNER_EMAILS: "owner@example.com",
    });
    expect(config.stripe.apiUrl).toBe(sandbox);
  });

  test("every value of .dev.vars.example and wrangler.toml that must not be live", () => {
    const names = Object.keys(example).filter((name) => !harmless.includes(name));
    expect(names.toSorted()).toEqual(Object.keys(changed).toSorted());
    expect(() => read({ ...example, ...changed })).not.toThrow();
    for (const name of names) {
      const vars = { ...example, ...changed, [name]: example[name] };
      expect(() => read(vars)).toThrow(new RegExp(`${name}: (is|points).*: (set|create|remove)`));
    }
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      "the example's secret as the previous one",
      { AUTH_SECRET_PREVIOUS: example["AUTH_SECRET"] ?? "" },
      /AUTH_SECRET_PREVIOUS: is the example's/,
    ],
    [
      "the example's signing key beside another one",
      { SIGNING_KEYS: `${"a".repeat(43)},${example["SIGNING_KEYS"]}` },
      /SIGNING_KEYS: is the example's/,
    ],
    [
      "the example's webhook secret beside another one",
      { STRIPE_WEBHOOK_SECRET: `whsec_1,${example["STRIPE_WEBHOOK_SECRET"]}` },
      /STRIPE_WEBHOOK_SECRET: is the example's/,
    ],
    [
      "an API of Stripe on another host, which would get the secret key",
      { STRIPE_API_URL: "https://stripe.attacker.example" },
      /STRIPE_API_URL: must be the sandbox on this machine: remove it/,
    ],
    [
      "the sandbox instead of Stripe",
      { STRIPE_API_URL: "http://127.0.0.1:8788" },
      /STRIPE_API_URL: is for the sandbox only: remove it/,
    ],
    [
      "a clock that can be moved",
      { CLOCK_URL: "http://127.0.0.1:8788/_sandbox/clock" },
      /CLOCK_URL: is for the sandbox only: remove it/,
    ],
  ])("%s", (_, vars, problem) => {
    expect(() => read({ ...example, ...changed, ...vars })).toThrow(problem);
  });
});

describe("anywhere, a shop refuses", () => {
  test.each<[string, Record<string, string>, string]>([
    [
      "a webhook secret of another form",
      { STRIPE_WEBHOOK_SECRET: "secret" },
      "must start with whsec_",
    ],
    [
      "one of two webhook secrets of another form",
      { STRIPE_WEBHOOK_SECRET: "whsec_1,we_2" },
      "must start with whsec_",
    ],
    [
      "an API of Stripe on another host",
      { STRIPE_API_URL: "https://stripe.example" },
      "must be the sandbox",
    ],
    [
      "a clock on another host",
      { CLOCK_URL: "https://clock.example" },
      "CLOCK_URL: must be the sandbox",
    ],
    [
      "a clock that can be moved beside live payments",
      { CLOCK_URL: "http://127.0.0.1:8788/_sandbox/clock", STRIPE_SECRET_KEY: "sk_live_1" },
      "CLOCK_URL: is for the sandbox only, and STRIPE_SECRET_KEY is live",
    ],
    ["payloads kept for less than a week", { EVENT_PAYLOAD_DAYS: "1" }, "must be 7 or more"],
    [
      "events kept for less time than Stripe lists them",
      { EVENT_DAYS: "30" },
      "must be 35 or more",
    ],
  ])("%s", (_, vars, problem) => expect(() => readTestConfig(vars)).toThrow(problem));
});

/** Reads the lines NAME = "value". */
function parseVars(text: string): Record<string, string> {
  const lines = text.matchAll(/^([A-Z_]+) ?= ?"(.*)"$/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}
