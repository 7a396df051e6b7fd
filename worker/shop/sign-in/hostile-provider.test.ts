import { afterEach, describe, expect, test, vi } from "vitest";
import { createFakeProvider, type ProviderOverrides } from "../../testing/fakes/fake-provider.ts";
import { openBrowser, ORIGIN, postToAuth, SESSION_COOKIE } from "../../testing/clients/sign-in.ts";

const CONFIGURATION = `${ORIGIN}/error?error=Configuration`;
const encode = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");

afterEach(() => void vi.restoreAllMocks());

async function signInWith(lies: ProviderOverrides, params?: Record<string, string>) {
  const provider = createFakeProvider(lies);
  const browser = openBrowser({ env: provider.env });
  const url = await postToAuth(browser, "/api/auth/signin/oidc", { callbackUrl: "/library" });
  if (!url.startsWith(provider.issuer)) return { provider, browser, location: url };
  const response = await browser.fetch(provider.approve(url, params));
  return { provider, browser, location: response.headers.get("location") };
}

describe("a provider", () => {
  test("a provider with valid answers signs the user in", async () => {
    const { browser, location } = await signInWith({});
    expect(location).toBe(`${ORIGIN}/library`);
    expect(await browser.json("/api/me")).toMatchObject({ user: { email: "eve@example.com" } });
  });

  const lies: [string, ProviderOverrides][] = [
    ["whose ID token is signed with another key", { isForged: true }],
    [
      "whose ID token is unsigned",
      { rawIdToken: (claims) => `${encode({ alg: "none" })}.${encode(claims)}.` },
    ],
    ["whose ID token is for another shop", { idToken: { aud: "another-shop" } }],
    ["whose ID token is from another issuer", { idToken: { iss: "https://evil.example" } }],
    ["whose ID token has expired", { idToken: { exp: 1 } }],
    ["whose ID token carries another nonce", { idToken: { nonce: "another" } }],
    ["whose ID token carries no nonce", { idToken: { nonce: undefined } }],
    ["whose ID token has no subject", { idToken: { sub: undefined } }],
    ["whose userinfo is about another user", { userinfo: { sub: "somebody-else" } }],
    ["whose metadata names another issuer", { metadata: { issuer: "https://evil.example" } }],
    ["whose keys are at an http URL", { metadata: { jwks_uri: "http://evil.example/jwks" } }],
  ];

  test.each(lies)("a provider %s does not sign anyone in", async (_, lie) => {
    const { browser, location } = await signInWith(lie);
    expect(location).toBe(CONFIGURATION);
    expect(browser.jar.has(SESSION_COOKIE)).toBe(false);
  });

  test("a provider that is overloaded is reported as unavailable", async () => {
    expect((await signInWith({ status: 503 })).location).toBe(`${ORIGIN}/error?error=Unavailable`);
  });

  test("a provider whose claims are invalid signs the user in without them", async () => {
    const userinfo = {
      sub: "odd",
      name: ["x"],
      email: { a: 1 },
      email_verified: "maybe",
      picture: "data:image/svg+xml,<svg/>",
    };
    const { browser } = await signInWith({ idToken: { sub: "odd" }, userinfo });
    expect(await browser.json("/api/me")).toMatchObject({
      user: { name: null, email: null, image: null },
    });
  });

  test("a provider that puts the email only into the ID token is supported", async () => {
    const { browser } = await signInWith({
      idToken: { sub: "zed", email: "zed@example.com", email_verified: true },
      userinfo: { sub: "zed", email: undefined, email_verified: undefined },
    });
    expect(await browser.json("/api/me")).toMatchObject({ user: { email: "zed@example.com" } });
  });

  test("a provider gets requests for its metadata and keys once, not at every sign-in", async () => {
    const provider = createFakeProvider();
    for (let i = 0; i < 3; i++) {
      const browser = openBrowser({ env: provider.env });
      await browser.fetch(provider.approve(await postToAuth(browser, "/api/auth/signin/oidc")));
      expect(browser.jar.has(SESSION_COOKIE)).toBe(true);
    }
    expect(provider.requestedPaths.filter((path) => path.startsWith("/.well-known"))).toHaveLength(
      1,
    );
    expect(provider.requestedPaths.filter((path) => path === "/jwks")).toHaveLength(1);
  });

  test("a provider with the email of another provider's user leads to an error that explains linking", async () => {
    const first = await signInWith({
      idToken: { sub: "first" },
      userinfo: { sub: "first", email: "one@example.com" },
    });
    expect(first.browser.jar.has(SESSION_COOKIE)).toBe(true);
    const other = await signInWith({
      idToken: { sub: "other" },
      userinfo: { sub: "other", email: "one@example.com" },
    });
    expect(other.location).toBe(
      `${ORIGIN}/signin?error=OAuthAccountNotLinked&callbackUrl=%2Flibrary`,
    );
    expect(other.browser.jar.has(SESSION_COOKIE)).toBe(false);
  });
});

test("logs contain no code, token, cookie or state after any failure", async () => {
  const lines: string[] = [];
  for (const level of ["log", "info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation(
      (...args) => void lines.push(args.map(String).join(" ")),
    );
  }
  for (const lie of [{}, { isForged: true }, { idToken: { nonce: "n" } }, { status: 500 }])
    await signInWith(lie);
  const { provider, browser } = await signInWith({ metadata: { jwks_uri: "http://evil.example" } });
  const state = browser.jar.get("gatehouse.state");
  expect(lines.length).toBeGreaterThan(3);
  const text = lines.join("\n");
  for (const secret of [
    "code-secret",
    "at-secret",
    "eyJ",
    "sandbox-client-secret",
    state ?? "no-state",
    provider.issuer,
  ]) {
    expect(text).not.toContain(secret);
  }
});
