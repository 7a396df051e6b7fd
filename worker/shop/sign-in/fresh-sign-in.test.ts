import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { HOUR, MINUTE, SECOND } from "../../lib/time.ts";
import { createFakeProvider, type ProviderOverrides } from "../../testing/fakes/fake-provider.ts";
import { openBrowser, ORIGIN, postToAuth, type Browser } from "../../testing/clients/sign-in.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const NOT_FRESH = `${ORIGIN}/error?error=SignInNotFresh`;
const secondsAgo = (ms: number) => Math.floor((Date.now() - ms) / SECOND);

/** The data export needs a fresh sign-in. */
const isFresh = async (browser: Browser) =>
  (await browser.fetch("/api/me/account/export")).status === 200;

/** Opens a shop with a provider whose answers can be changed between two sign-ins. */
function openShop(answers: ProviderOverrides = {}) {
  const sub = crypto.randomUUID();
  const email = `${sub}@example.com`;
  const overrides = { ...answers };
  const provider = createFakeProvider(overrides);
  const browser = openBrowser({ env: provider.env });

  /** @param authTime the `auth_time` of the ID token, in seconds */
  async function signIn(query: string, authTime: unknown, userinfo: Record<string, unknown> = {}) {
    overrides.idToken = { sub, auth_time: authTime };
    overrides.userinfo = { sub, email, ...userinfo };
    const url = await postToAuth(browser, `/api/auth/signin/oidc${query}`, {
      callbackUrl: "/account",
    });
    const response = await browser.fetch(provider.approve(url));
    return { location: response.headers.get("location"), url };
  }
  return { browser, provider, signIn, email };
}

describe("a sign-in is not fresh", () => {
  test("a sign-in is not fresh if the provider sends no auth_time", async () => {
    const { browser, signIn } = openShop();
    expect((await signIn("", undefined)).location).toBe(`${ORIGIN}/account`);
    expect(await isFresh(browser)).toBe(false);
    const again = await signIn("?max_age=300", undefined);
    expect(again.location).toBe(NOT_FRESH);
    expect(await isFresh(browser)).toBe(false);
    expect(await browser.json("/api/me")).toMatchObject({ user: expect.anything() });
  });

  test("a sign-in is not fresh if the provider's auth_time is older than asked", async () => {
    const { browser, signIn } = openShop();
    await signIn("", secondsAgo(HOUR));
    expect((await signIn("?max_age=300", secondsAgo(8 * MINUTE))).location).toBe(NOT_FRESH);
    expect(await isFresh(browser)).toBe(false);
    expect((await signIn("?prompt=login", secondsAgo(3 * MINUTE))).location).toBe(NOT_FRESH);
    expect(await isFresh(browser)).toBe(false);
  });

  test("a sign-in is not fresh if the user removes max_age and an old session answers", async () => {
    const { browser, provider, signIn } = openShop();
    await signIn("", secondsAgo(HOUR));
    const url = new URL(await postToAuth(browser, "/api/auth/signin/oidc?max_age=300"));
    url.searchParams.delete("max_age");
    const response = await browser.fetch(provider.approve(url.href));
    expect(response.headers.get("location")).toBe(NOT_FRESH);
    expect(await isFresh(browser)).toBe(false);
  });

  test("a sign-in is not fresh if only userinfo, which is not signed, says so", async () => {
    const { browser, signIn } = openShop();
    await signIn("?max_age=300", undefined, { auth_time: secondsAgo(0) });
    expect(await isFresh(browser)).toBe(false);
  });

  test("a sign-in is not fresh if auth_time is in the future", async () => {
    const { browser, signIn } = openShop();
    await signIn("", secondsAgo(HOUR));
    expect((await signIn("?max_age=300", secondsAgo(-5 * MINUTE))).location).toBe(NOT_FRESH);
    expect(await isFresh(browser)).toBe(false);
  });

  test.each([
    ["a text", () => String(secondsAgo(0))],
    ["negative", () => -1],
    ["not a number", () => ({ now: true })],
  ])("a sign-in is refused if auth_time is %s", async (_, authTime) => {
    const { browser, signIn } = openShop();
    await signIn("", secondsAgo(HOUR));
    const { location } = await signIn("?max_age=300", authTime());
    expect(location).toBe(`${ORIGIN}/error?error=Configuration`);
    expect(await isFresh(browser)).toBe(false);
  });

  test("a sign-in is not fresh if it was asked for in another authorization", async () => {
    const { browser, provider, signIn } = openShop();
    await signIn("", secondsAgo(HOUR));
    await postToAuth(browser, "/api/auth/signin/oidc?max_age=300");
    const other = await postToAuth(browser, "/api/auth/signin/oidc");
    expect(new URL(other).searchParams.has("max_age")).toBe(false);
    const response = await browser.fetch(provider.approve(other));
    expect(response.headers.get("location")).toBe(`${ORIGIN}/account`);
    expect(await isFresh(browser)).toBe(false);
  });
});

describe("a sign-in is fresh", () => {
  test("a sign-in is fresh if the provider's auth_time is as recent as asked", async () => {
    const { browser, signIn } = openShop();
    await signIn("", secondsAgo(HOUR));
    expect(await isFresh(browser)).toBe(false);
    expect((await signIn("?max_age=300", secondsAgo(0))).location).toBe(`${ORIGIN}/account`);
    expect(await isFresh(browser)).toBe(true);
  });

  test("a sign-in is fresh for ten minutes after auth_time, not after the callback", async () => {
    const { browser, signIn } = openShop();
    await signIn("", secondsAgo(HOUR));
    await signIn("?max_age=300", secondsAgo(4 * MINUTE));
    expect(await isFresh(browser)).toBe(true);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 7 * MINUTE });
    expect(await isFresh(browser)).toBe(false);
  });

  test("a sign-in is fresh without asking if the provider proves that the user has just authenticated", async () => {
    const { browser, signIn } = openShop();
    await signIn("", secondsAgo(0));
    expect(await isFresh(browser)).toBe(true);
  });
});

test("what the shop asked for is stored by the hash of its state, and used up by the callback", async () => {
  const { browser, signIn } = openShop();
  await signIn("", secondsAgo(HOUR));
  const { url } = await signIn("?max_age=300", secondsAgo(0));
  const state = new URL(url).searchParams.get("state") ?? "";
  const waiting = new URL(
    await postToAuth(browser, "/api/auth/signin/oidc?max_age=300"),
  ).searchParams.get("state");
  const { results } = await env.DB.prepare("SELECT * FROM fresh_sign_in_requests").all();
  expect(results.length).toBeGreaterThan(0);
  expect(JSON.stringify(results)).not.toContain(waiting);
  const stored = await env.DB.prepare(
    "SELECT count(*) AS n FROM fresh_sign_in_requests WHERE state_hash = ?",
  )
    .bind(await hashOf(state))
    .first("n");
  expect(stored).toBe(0);
});

describe("an emailed link", () => {
  test("an emailed link confirms the signed-in user whose provider proves nothing", async () => {
    const { shop, openLink } = await signInWithoutProof();
    expect(await isFresh(shop.browser)).toBe(false);
    const before = await shop.browser.json<{ user: { id: string } }>("/api/me");
    await openLink(shop.browser);
    expect(await shop.browser.json("/api/me")).toEqual(before);
    expect(await isFresh(shop.browser)).toBe(true);
  });

  test("an emailed link does not sign in to that account where no user is signed in", async () => {
    const { shop, openLink } = await signInWithoutProof();
    const stranger = openBrowser({ env: shop.provider.env });
    expect(await openLink(stranger)).toContain("error=OAuthAccountNotLinked");
    expect(await stranger.json("/api/me")).toEqual({ user: null });
  });

  test("an emailed link that another user opens does not sign in to that account", async () => {
    const { shop, openLink } = await signInWithoutProof();
    const other = await signInWithoutProof();
    expect(await openLink(other.shop.browser)).toContain("error=OAuthAccountNotLinked");
    expect(await isFresh(other.shop.browser)).toBe(false);
    expect(await other.shop.browser.json("/api/me")).toMatchObject({
      user: { email: other.shop.email },
    });
    expect(await isFresh(shop.browser)).toBe(false);
  });
});

/** Signs in at a provider without `auth_time`, in a shop that sends links by email. */
async function signInWithoutProof() {
  const shop = openShop();
  Object.assign(shop.provider.env, {
    EMAIL_FROM: "Tidewater <shop@example.com>",
    EMAIL_API_KEY: "re_secret",
    EMAIL_API_URL: "https://mail.test",
  });
  await shop.signIn("", undefined);

  /** Requests a link to the user's address and opens it in a browser. @returns where it leads */
  async function openLink(browser: Browser): Promise<string> {
    let text = "";
    const otherFetch = globalThis.fetch;
    const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const request = new Request(input as RequestInfo, init);
      if (!request.url.startsWith("https://mail.test/")) return otherFetch(input, init);
      ({ text } = await request.json<{ text: string }>());
      return Response.json({ id: "1" });
    });
    await postToAuth(shop.browser, "/api/auth/signin/email", { email: shop.email });
    spy.mockImplementation(otherFetch);
    const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "about:blank");
    const { url } = await browser.json<{ url: string }>("/api/auth/callback/email", {
      method: "POST",
      headers: { "content-type": "application/json", "x-auth-return-redirect": "1" },
      body: JSON.stringify(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))),
    });
    return url;
  }
  return { shop, openLink };
}

async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
