import { env } from "cloudflare:workers";
import { exportPKCS8, exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  createSignedInUser,
  openBrowser,
  ORIGIN,
  postToAuth,
  SESSION_COOKIE,
  type Browser,
} from "../../testing/clients/sign-in.ts";
import { readAppleClaims, readMicrosoftClaims } from "../../identity/sign-in/provider-claims.ts";

const APPLE = "https://appleid.apple.com";
const tenant = "11111111-2222-4333-8444-555555555555";
const providerKeys = await generateKeyPair("RS256");
const appleKeys = await generateKeyPair("ES256", { extractable: true });

const allPresets = {
  ...env,
  GOOGLE_CLIENT_ID: "google-id",
  GOOGLE_CLIENT_SECRET: "s",
  MICROSOFT_TENANT_ID: tenant,
  MICROSOFT_CLIENT_ID: "microsoft-id",
  MICROSOFT_CLIENT_SECRET: "s",
  APPLE_CLIENT_ID: "apple-id",
  APPLE_TEAM_ID: "TEAM",
  APPLE_KEY_ID: "KEY",
  APPLE_PRIVATE_KEY: await exportPKCS8(appleKeys.privateKey),
  GITHUB_CLIENT_ID: "github-id",
  GITHUB_CLIENT_SECRET: "s",
  EMAIL_FROM: "shop@example.com",
  EMAIL_API_KEY: "s",
} as Env;

afterEach(() => void vi.restoreAllMocks());

type MockResponses = Record<string, (request: Request) => unknown>;

/** Mocks `fetch` with a JSON response per URL. Any other URL fails the test. */
function mockFetch(answers: MockResponses) {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input as RequestInfo, init);
    const answer = answers[request.url.split("?")[0] ?? ""];
    if (!answer) throw new Error(`nobody expected ${request.url}`);
    return Response.json(await answer(request));
  });
}

async function openIdResponses(
  issuer: string,
  endpoint: string,
  claims: () => Record<string, unknown>,
): Promise<MockResponses> {
  const jwk = { ...(await exportJWK(providerKeys.publicKey)), kid: "1", alg: "RS256", use: "sig" };
  return {
    [`${issuer}/.well-known/openid-configuration`]: () => ({
      issuer,
      authorization_endpoint: `${endpoint}/authorize`,
      token_endpoint: `${endpoint}/token`,
      jwks_uri: `${endpoint}/keys`,
    }),
    [`${endpoint}/keys`]: () => ({ keys: [jwk] }),
    [`${endpoint}/token`]: async () => ({
      access_token: "at",
      token_type: "bearer",
      id_token: await new SignJWT({ iss: issuer, ...claims() })
        .setProtectedHeader({ alg: "RS256", kid: "1" })
        .setIssuedAt()
        .setExpirationTime("5m")
        .sign(providerKeys.privateKey),
    }),
  };
}

/** Posts like Apple's page: a cross-site request without Lax cookies. Then follows the redirect. */
async function postFromApple(browser: Browser, answer: Record<string, string>) {
  const postResponse = await browser.fetch("/api/auth/callback/apple", {
    method: "POST",
    headers: { origin: APPLE, cookie: "none=none" },
    body: new URLSearchParams(answer),
  });
  expect(postResponse.status).toBe(303);
  expect(postResponse.headers.getSetCookie()).toEqual([]);
  return browser.fetch(postResponse.headers.get("location") ?? "");
}

describe("Apple", () => {
  test("Apple signs in with a form post across sites, without PKCE, with a generated client secret", async () => {
    let nonce = "";
    let secret = "";
    const answers = await openIdResponses(APPLE, `${APPLE}/auth`, () => ({
      aud: "apple-id",
      sub: "apple-sub",
      nonce,
      email: "relay@example.com",
      email_verified: "true",
    }));
    const token = answers[`${APPLE}/auth/token`];
    answers[`${APPLE}/auth/token`] = async (request) => {
      secret = String((await request.clone().formData()).get("client_secret"));
      return token?.(request);
    };
    mockFetch(answers);

    const before = await createSignedInUser();
    const browser = openBrowser({ env: allPresets, jar: new Map(before.jar) });
    const url = new URL(
      await postToAuth(browser, "/api/auth/signin/apple", { callbackUrl: "/library" }),
    );
    expect(url.searchParams.get("response_mode")).toBe("form_post");
    expect(url.searchParams.has("code_challenge")).toBe(false);
    nonce = url.searchParams.get("nonce") ?? "";

    const user = JSON.stringify({ name: { firstName: "Ada", lastName: "<b>" } });
    const state = url.searchParams.get("state") ?? "";
    const response = await postFromApple(browser, { code: "c", state, user });
    expect(response.headers.get("location")).toBe(`${ORIGIN}/library`);
    expect(await browser.json("/api/me")).toMatchObject({
      user: { name: "Ada <b>", email: "relay@example.com" },
    });
    // The previous session has ended, in every browser with its cookie.
    expect(await before.json("/api/me")).toEqual({ user: null });

    const { payload, protectedHeader } = await jwtVerify(secret, appleKeys.publicKey);
    expect(protectedHeader).toMatchObject({ alg: "ES256", kid: "KEY" });
    expect(payload).toMatchObject({
      iss: "TEAM",
      sub: "apple-id",
      aud: APPLE,
    });
  });

  test.each([
    ["no state", { code: "c" }],
    ["another state", { code: "c", state: "x" }],
    ["nothing", {}],
  ])("Apple does not sign in with %s", async (_, answer) => {
    mockFetch(await openIdResponses(APPLE, `${APPLE}/auth`, () => ({ aud: "apple-id", sub: "1" })));
    const browser = openBrowser({ env: allPresets });
    await postToAuth(browser, "/api/auth/signin/apple");
    const { headers } = await postFromApple(browser, answer);
    expect(headers.get("location")).toBe(`${ORIGIN}/signin?error=SignInExpired`);
    expect(browser.jar.has(SESSION_COOKIE)).toBe(false);
  });

  test("Apple gives no name if it is missing or invalid", () => {
    expect(readAppleClaims({ sub: "1", user: null }).name).toBeNull();
    expect(readAppleClaims({ sub: "1", user: { name: { firstName: 7 } } }).name).toBeNull();
  });
});

describe("Microsoft", () => {
  const claims = {
    tid: tenant,
    oid: "object",
    sub: "pairwise",
    email: "ann@example.com",
    picture: "https://x.example/a",
  };

  test("identifies a user by tenant and object id, without a picture", () => {
    expect(readMicrosoftClaims(claims)).toMatchObject({ subject: `${tenant}:object`, image: null });
  });

  test("Microsoft gives a verified email only with xms_edov", () => {
    expect(readMicrosoftClaims({ ...claims, email_verified: true }).email).toBeNull();
    expect(readMicrosoftClaims({ ...claims, xms_edov: false }).email).toBeNull();
    expect(readMicrosoftClaims({ ...claims, xms_edov: true }).email).toBe("ann@example.com");
    expect(readMicrosoftClaims({ ...claims, xms_edov: "1" }).email).toBe("ann@example.com");
  });

  test("Microsoft gives no subject unless both ids are present", () => {
    expect(readMicrosoftClaims({ ...claims, oid: undefined }).subject).toBe("");
    expect(readMicrosoftClaims({ ...claims, tid: 7 }).subject).toBe("");
  });
});

describe("GitHub", () => {
  const user = {
    id: 583231,
    login: "octo",
    name: null,
    email: "public@evil.example",
    avatar_url: "https://a.example/1",
  };

  async function signInWith(emails: unknown, answer: unknown = user) {
    const asked: string[] = [];
    mockFetch({
      "https://github.com/login/oauth/access_token": async (request) => {
        asked.push(String((await request.formData()).get("code_verifier")));
        return { access_token: "gho_secret", token_type: "bearer", scope: "read:user,user:email" };
      },
      "https://api.github.com/user": () => answer,
      "https://api.github.com/user/emails": () => emails,
    });
    const browser = openBrowser({ env: allPresets });
    const url = new URL(await postToAuth(browser, "/api/auth/signin/github"));
    const params = new URLSearchParams({ code: "c", state: url.searchParams.get("state") ?? "" });
    const response = await browser.fetch(`/api/auth/callback/github?${params}`);
    return { browser, asked, location: response.headers.get("location") };
  }

  test("GitHub gives the primary verified email, not the profile's", async () => {
    const { browser, asked } = await signInWith([
      { email: "second@example.com", primary: false, verified: true },
      { email: "octo@example.com", primary: true, verified: true },
    ]);
    expect(asked[0]).toMatch(/^[\w-]{43,}$/);
    expect(await browser.json("/api/me")).toMatchObject({
      user: { name: "octo", email: "octo@example.com", image: "https://a.example/1" },
    });
    const row = await env.DB.prepare(
      "SELECT issuer FROM identities WHERE provider = 'github' AND subject = '583231'",
    ).first();
    expect(row).toEqual({ issuer: "https://github.com/login/oauth" });
  });

  test("GitHub gives no email if the primary one is unverified", async () => {
    const emails = [{ email: "owner@example.com", primary: true, verified: false }];
    const { browser } = await signInWith(emails, { ...user, id: 2 });
    expect(await browser.json("/api/me")).toMatchObject({ user: { email: null, role: "buyer" } });
  });

  test("GitHub does not sign in if it answers anything else", async () => {
    const { browser, location } = await signInWith(
      { message: "Bad credentials" },
      { ...user, id: 3 },
    );
    expect(location).toBe(`${ORIGIN}/error?error=Configuration`);
    expect(browser.jar.has(SESSION_COOKIE)).toBe(false);
  });
});

test("all configured providers are offered, each with its own callback", async () => {
  const providers = await openBrowser({ env: allPresets }).json<
    Record<string, { callbackUrl: string }>
  >("/api/auth/providers");
  expect(Object.keys(providers)).toEqual([
    "oidc",
    "google",
    "microsoft",
    "apple",
    "github",
    "email",
  ]);
  expect(providers.google?.callbackUrl).toBe(`${ORIGIN}/api/auth/callback/google`);
});
