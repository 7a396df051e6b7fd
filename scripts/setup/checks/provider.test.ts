import { generateKeyPairSync } from "node:crypto";
import type { Sandbox } from "@gatehouse/sandbox";
import { startTestSandbox } from "@gatehouse/sandbox/testing/test-account";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { shopSandboxOptions } from "../../shop/sandbox-options.ts";
import { startServer } from "../testing/start-server.ts";
import { createTestSurroundings } from "../testing/test-surroundings.ts";
import { checkDiscovery, checkProvider } from "./provider.ts";

const origin = "https://shop.fern.example";
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox({
    ...shopSandboxOptions({
      appUrl: origin,
      webhookSecret: "whsec_test",
      oidcClient: { id: "fern", secret: "right-secret" },
    }),
  });
});
afterAll(() => sandbox.stop());

const surroundings = createTestSurroundings();
const check = (changes: Record<string, string> = {}, at = origin) =>
  checkProvider(surroundings, "oidc", {
    origin: at,
    answers: {
      OIDC_ISSUER: `${sandbox.url}/oidc`,
      OIDC_CLIENT_ID: "fern",
      OIDC_CLIENT_SECRET: "right-secret",
      ...changes,
    },
  });

describe("an OpenID provider", () => {
  test("the right settings are accepted", async () => {
    expect(await check()).toMatchObject([{ state: "ok" }, { state: "ok" }]);
  });

  test.each([
    ["client secret", { OIDC_CLIENT_SECRET: "wrong-secret" }],
    ["client id", { OIDC_CLIENT_ID: "other" }],
  ])("a wrong %s is told from the made-up code", async (_, changes) => {
    expect(await check(changes)).toContainEqual({
      state: "refused",
      says: "The provider refuses the client id or its secret.",
      next: expect.stringContaining("Copy both"),
    });
  });

  test("a redirect URI that is not registered is printed", async () => {
    expect(await check({}, "https://other.fern.example")).toContainEqual({
      state: "refused",
      says: "The provider does not know the shop's redirect URI.",
      next: expect.stringContaining("https://other.fern.example/api/auth/callback/oidc"),
    });
  });

  test("an issuer with another spelling than the provider's own is refused, and its own is named", async () => {
    expect(await check({ OIDC_ISSUER: `${sandbox.url}/oidc/` })).toMatchObject([
      { state: "refused", says: expect.stringContaining(`issuer is ${sandbox.url}/oidc,`) },
    ]);
  });

  test.each(["not a url", "http://127.0.0.1:9"])(
    "an issuer that is not there is refused: %s",
    async (issuer) => {
      expect(await check({ OIDC_ISSUER: issuer })).toMatchObject([{ state: "refused" }]);
    },
  );

  test.each<[string, Record<string, unknown>]>([
    ["has no token_endpoint with https", { token_endpoint: "http://id.example/token" }],
    ["has no jwks_uri with https", { jwks_uri: undefined }],
    ["does not offer the authorization code flow", { response_types_supported: ["id_token"] }],
    ["does not offer PKCE with S256", { code_challenge_methods_supported: ["plain"] }],
    ["does not offer the scope email", { scopes_supported: ["openid"] }],
    ["client_secret_basic", { token_endpoint_auth_methods_supported: ["private_key_jwt"] }],
  ])("a provider that %s is refused", async (reason, changes) => {
    const endpoints = ["authorization_endpoint", "token_endpoint", "jwks_uri"];
    const server = await startServer(() => ({
      body: {
        issuer: server.url,
        ...Object.fromEntries(endpoints.map((name) => [name, `https://id.example/${name}`])),
        ...changes,
      },
    }));
    onTestFinished(() => server.stop());
    expect((await checkDiscovery(surroundings, server.url)).findings).toMatchObject([
      { state: "refused", says: expect.stringContaining(reason) },
    ]);
  });
});

describe("GitHub, which answers errors with status 200", () => {
  test.each([
    ["bad_verification_code", "ok"],
    ["incorrect_client_credentials", "refused"],
    ["redirect_uri_mismatch", "refused"],
    ["something_new", "warning"],
  ])("%s is %s", async (error, state) => {
    const paths: string[] = [];
    const server = await startServer(({ path }) => (paths.push(path), { body: { error } }));
    onTestFinished(() => server.stop());
    const findings = await checkProvider(
      createTestSurroundings({ hosts: { "github.com": server.url } }),
      "github",
      { origin, answers: { GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "secret" } },
    );
    expect(findings).toMatchObject([{ state }]);
    expect(paths).toEqual(["/login/oauth/access_token"]);
  });
});

describe("Apple's key", () => {
  const checkKey = (key: string) =>
    checkProvider(surroundings, "apple", { origin, answers: { APPLE_PRIVATE_KEY: key } });
  const format = { privateKeyEncoding: { type: "pkcs8", format: "pem" } } as const;

  test("a key of Apple's kind can be read, also on one line; another kind or a text is refused", async () => {
    const apple = String(generateKeyPairSync("ec", { namedCurve: "P-256", ...format }).privateKey);
    expect(await checkKey(apple.replaceAll("\n", "\\n"))).toMatchObject([{ state: "warning" }]);
    const other = String(generateKeyPairSync("ed25519", { ...format }).privateKey);
    expect(await checkKey(other)).toMatchObject([{ state: "refused" }]);
    expect(await checkKey("a text")).toMatchObject([{ state: "refused" }]);
  });
});
