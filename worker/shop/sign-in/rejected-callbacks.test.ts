import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { MINUTE } from "../../lib/time.ts";
import {
  authorize,
  openBrowser,
  ORIGIN,
  postToAuth,
  SESSION_COOKIE,
  followProviderRedirects,
  type Browser,
} from "../../testing/clients/sign-in.ts";

const EXPIRED = `${ORIGIN}/signin?error=SignInExpired&callbackUrl=%2Flibrary`;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/**
 * Opens the provider's callback URL.
 * @returns where the browser is redirected
 */
async function followCallback(browser: Browser, url: string): Promise<string | null> {
  return (await browser.fetch(url)).headers.get("location");
}

function editParams(url: string, change: (params: URLSearchParams) => void): string {
  const altered = new URL(url);
  change(altered.searchParams);
  return altered.href;
}

/** Changes a character in the middle of an encrypted value, since the last one may carry no bits. */
const corrupt = (text: string) =>
  text.slice(0, 40) + (text[40] === "A" ? "B" : "A") + text.slice(41);

describe("a callback does not sign in", () => {
  test.each(["state", "pkce", "nonce"])(
    "a callback without the %s cookie does not sign in",
    async (name) => {
      const browser = openBrowser();
      const url = await authorize(browser, "ann");
      browser.jar.delete(`gatehouse.${name}`);
      expect(await followCallback(browser, url)).toBe(EXPIRED);
      expect(browser.jar.has(SESSION_COOKIE)).toBe(false);
    },
  );

  test.each(["state", "pkce", "nonce"])(
    "a callback with an altered %s cookie does not sign in",
    async (name) => {
      const browser = openBrowser();
      const url = await authorize(browser, "ann");
      browser.jar.set(`gatehouse.${name}`, corrupt(browser.jar.get(`gatehouse.${name}`) ?? ""));
      expect(await followCallback(browser, url)).toBe(EXPIRED);
      expect(browser.jar.has(SESSION_COOKIE)).toBe(false);
    },
  );

  test.each([
    ["missing", (params: URLSearchParams) => params.delete("state")],
    [
      "altered",
      (params: URLSearchParams) => params.set("state", corrupt(params.get("state") ?? "")),
    ],
  ])("a callback does not sign in with the state in the URL %s", async (_, change) => {
    const browser = openBrowser();
    expect(await followCallback(browser, editParams(await authorize(browser, "ann"), change))).toBe(
      EXPIRED,
    );
    expect(browser.jar.has(SESSION_COOKIE)).toBe(false);
  });

  test("a callback in another browser than the one that started does not sign in", async () => {
    const url = await authorize(openBrowser(), "ann");
    const victim = openBrowser();
    await authorize(victim, "bob");
    expect(await followCallback(victim, url)).toBe(EXPIRED);
    expect(victim.jar.has(SESSION_COOKIE)).toBe(false);
  });

  test("a callback with another browser's PKCE verifier does not sign in", async () => {
    const [one, two] = [openBrowser(), openBrowser()];
    const url = await authorize(one, "ann");
    await authorize(two, "ann");
    one.jar.set("gatehouse.pkce", two.jar.get("gatehouse.pkce") ?? "");
    expect(await followCallback(one, url)).toBe(EXPIRED);
    expect(one.jar.has(SESSION_COOKIE)).toBe(false);
  });

  test("a callback with another sign-in's nonce does not sign in", async () => {
    const [one, two] = [openBrowser(), openBrowser()];
    const url = await authorize(one, "ann");
    await authorize(two, "ann");
    one.jar.set("gatehouse.nonce", two.jar.get("gatehouse.nonce") ?? "");
    expect(await followCallback(one, url)).toContain("/error?error=Configuration");
    expect(one.jar.has(SESSION_COOKIE)).toBe(false);
  });

  test("a callback 16 minutes after the start does not sign in", async () => {
    const browser = openBrowser();
    const url = await authorize(browser, "ann");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 16 * MINUTE });
    expect(await followCallback(browser, url)).toBe(EXPIRED);
    expect(browser.jar.has(SESSION_COOKIE)).toBe(false);
  });

  test("a callback with a code that was already used does not sign in", async () => {
    const browser = openBrowser();
    const url = await authorize(browser, "ann");
    const again = openBrowser({ jar: new Map(browser.jar) });
    await browser.fetch(url);
    expect(await followCallback(again, url)).toBe(EXPIRED);
    expect(again.jar.has(SESSION_COOKIE)).toBe(false);
  });

  test.each([
    ["wrong", (params: URLSearchParams) => params.set("iss", "https://evil.example")],
    ["missing", (params: URLSearchParams) => params.delete("iss")],
  ])("a callback does not sign in with the issuer in the URL %s", async (_, change) => {
    const browser = openBrowser();
    expect(await followCallback(browser, editParams(await authorize(browser, "ann"), change))).toBe(
      `${ORIGIN}/error?error=Configuration`,
    );
    expect(browser.jar.has(SESSION_COOKIE)).toBe(false);
  });

  test("a callback with another provider's cookies does not sign in", async () => {
    const two = { ...env, GOOGLE_CLIENT_ID: "gatehouse", GOOGLE_CLIENT_SECRET: "shh" } as Env;
    const browser = openBrowser({ env: two });
    const url = await authorize(browser, "ann");
    vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
      Response.json({
        issuer: "https://accounts.google.com",
        token_endpoint: "https://accounts.google.com/token",
        userinfo_endpoint: "https://accounts.google.com/userinfo",
      }),
    );
    expect(await followCallback(browser, url.replace("/callback/oidc", "/callback/google"))).toBe(
      EXPIRED,
    );
    expect(browser.jar.has(SESSION_COOKIE)).toBe(false);
  });

  test("a callback after the user refuses does not sign in, and the sign-in page says so", async () => {
    const browser = openBrowser();
    expect(await followCallback(browser, await authorize(browser, "deny"))).toBe(
      `${ORIGIN}/signin?error=OAuthCallbackError&callbackUrl=%2Flibrary`,
    );
  });
});

describe("starting a sign-in is refused", () => {
  test("a sign-in without the CSRF token does not start", async () => {
    const browser = openBrowser();
    const answer = await browser.json<{ url: string }>("/api/auth/signin/oidc", {
      method: "POST",
      headers: { "x-auth-return-redirect": "1" },
      body: new URLSearchParams({ callbackUrl: "/library" }),
    });
    expect(answer.url).toContain("/signin?error=MissingCSRF");
  });

  test.each([
    "redirect_uri=https://evil.example",
    "scope=openid",
    "response_type=token",
    "client_id=x",
    "state=x",
    "login_hint=a&login_hint=b",
    "max_age=-1",
  ])("a sign-in with ?%s does not start", async (query) => {
    const browser = openBrowser();
    const { csrfToken } = await browser.json<{ csrfToken: string }>("/api/auth/csrf");
    const response = await browser.fetch(`/api/auth/signin/oidc?${query}`, {
      method: "POST",
      body: new URLSearchParams({ csrfToken }),
    });
    expect(response.status).toBe(422);
  });

  test("prompt, max_age and ui_locales reach the provider", async () => {
    const url = await postToAuth(
      openBrowser(),
      "/api/auth/signin/oidc?prompt=login&max_age=60&ui_locales=de",
    );
    const params = new URL(url).searchParams;
    expect([params.get("prompt"), params.get("max_age"), params.get("ui_locales")]).toEqual([
      "login",
      "60",
      "de",
    ]);
    expect(params.get("redirect_uri")).toBe(`${ORIGIN}/api/auth/callback/oidc`);
  });
});

describe("the return URL of a sign-in", () => {
  test("a return URL can't be on another site", async () => {
    const browser = openBrowser();
    expect(
      await followCallback(browser, await authorize(browser, "ann", "https://evil.example/")),
    ).toBe(`${ORIGIN}/`);
  });

  test("a return URL can't be set by a cookie", async () => {
    const browser = openBrowser();
    const url = await authorize(browser, "ann");
    browser.jar.set("gatehouse.callback-url", encodeURIComponent("https://evil.example/"));
    expect(await followCallback(browser, url)).toBe(`${ORIGIN}/`);
  });

  test("a return URL ignores X-Forwarded-Host", async () => {
    const browser = openBrowser();
    const { csrfToken } = await browser.json<{ csrfToken: string }>("/api/auth/csrf");
    const { url } = await browser.json<{ url: string }>("/api/auth/signin/oidc", {
      method: "POST",
      headers: {
        "x-auth-return-redirect": "1",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
      },
      body: new URLSearchParams({ csrfToken }),
    });
    expect(new URL(url).searchParams.get("redirect_uri")).toBe(`${ORIGIN}/api/auth/callback/oidc`);
  });
});

describe("everyday situations", () => {
  test("the second of two tabs signs in, and the first one is asked to start again", async () => {
    const browser = openBrowser();
    const first = await authorize(browser, "ann");
    const second = await authorize(browser, "ann");
    expect(await followCallback(browser, first)).toBe(EXPIRED);
    expect(await followCallback(browser, second)).toBe(`${ORIGIN}/library`);
  });

  test("the back button after signing in redirects to the return URL, not to an error", async () => {
    const browser = openBrowser();
    const url = await authorize(browser, "ann");
    await browser.fetch(url);
    expect(await followCallback(browser, url)).toBe(`${ORIGIN}/library`);
  });

  test("a provider that is down is reported as unavailable", async () => {
    const browser = openBrowser({ env: { ...env, OIDC_ISSUER: "https://down.test" } as Env });
    const realFetch = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      if (String(input).startsWith("https://down.test")) throw new TypeError("connection refused");
      return realFetch(input, init);
    });
    expect(await postToAuth(browser, "/api/auth/signin/oidc")).toBe(
      `${ORIGIN}/error?error=Unavailable`,
    );
  });

  test("cookies whose names start like the session's are ignored", async () => {
    const browser = openBrowser();
    await browser.fetch(await authorize(browser, "ann"));
    const token = browser.jar.get(SESSION_COOKIE) ?? "";
    const tossed = openBrowser({
      jar: new Map([
        [`${SESSION_COOKIE}.0`, token.slice(0, 20)],
        [`${SESSION_COOKIE}.1`, token.slice(20)],
        [`${SESSION_COOKIE}x`, token],
      ]),
    });
    expect(await tossed.json("/api/auth/session")).toBeNull();
    expect(await tossed.json("/api/me")).toEqual({ user: null });
  });

  test("bogus callbacks cause no requests to the provider", async () => {
    const fetching = vi.spyOn(globalThis, "fetch");
    const browser = openBrowser();
    for (let i = 0; i < 50; i++)
      await browser.fetch(`/api/auth/callback/oidc?code=${i}&state=${i}`);
    expect(fetching).not.toHaveBeenCalled();
  });
});

test("signing in at the provider works without any other URL", async () => {
  const url = await postToAuth(openBrowser(), "/api/auth/signin/oidc?login_hint=ann", {
    callbackUrl: "/library",
  });
  expect(url.startsWith(`${env.OIDC_ISSUER}/auth?`)).toBe(true);
  expect((await followProviderRedirects(url)).startsWith(`${ORIGIN}/api/auth/callback/oidc?`)).toBe(
    true,
  );
});
