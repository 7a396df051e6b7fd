import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createContext } from "../context.ts";
import { forgetExpired } from "../identity/sign-in/delete-expired-sign-in-data.ts";
import { DAY } from "../lib/time.ts";
import { openFakeProvider } from "../testing/fake-provider.ts";
import { newBuyer, openBrowser, SESSION_COOKIE } from "../testing/sign-in.ts";

const after = (days: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * DAY });

const isSignedIn = async (browser: { json<Answer>(path: string): Promise<Answer> }) =>
  (await browser.json<{ user: object | null }>("/api/me")).user !== null;

const expiryOf = (sessionId: string) =>
  env.DB.prepare("SELECT expires_at FROM sessions WHERE id = ?")
    .bind(sessionId)
    .first<number>("expires_at");

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("a session", () => {
  test("is not written again within a day, and its cookie is not set again", async () => {
    const buyer = await newBuyer();
    const before = await expiryOf(buyer.sessionId);
    after(0.9);
    const response = await buyer.fetch("/api/me");
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await expiryOf(buyer.sessionId)).toBe(before);
  });

  test("is extended when used after a day, and the cookie with it", async () => {
    const buyer = await newBuyer();
    after(2);
    const response = await buyer.fetch("/api/me");
    const cookie = response.headers.getSetCookie()[0] ?? "";
    expect(cookie).toContain(`${SESSION_COOKIE}=${buyer.token};`);
    expect(cookie).toMatch(/HttpOnly/);
    expect(await expiryOf(buyer.sessionId)).toBe(Date.now() + 30 * DAY);
    expect(Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? "")).toBeGreaterThan(
      Date.now() + 29 * DAY,
    );
  });

  test("is dead after 30 days without use, and its cookie is taken back", async () => {
    const buyer = await newBuyer();
    after(30.01);
    expect(await isSignedIn(buyer)).toBe(false);
    expect(buyer.jar.has(SESSION_COOKIE)).toBe(false);
  });

  test("is dead after 90 days, however much it is used", async () => {
    const buyer = await newBuyer();
    for (const days of [25, 25, 25, 14]) {
      after(days);
      expect(await isSignedIn(buyer)).toBe(true);
    }
    after(1.01);
    expect(await isSignedIn(buyer)).toBe(false);
  });

  test("is nobody's when the token is not known", async () => {
    const browser = openBrowser({ jar: new Map([[SESSION_COOKIE, "A".repeat(43)]]) });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("cannot be opened with the hash that is stored", async () => {
    const { sessionId } = await newBuyer();
    const hash = await env.DB.prepare("SELECT token_hash FROM sessions WHERE id = ?")
      .bind(sessionId)
      .first<string>("token_hash");
    expect(await isSignedIn(openBrowser({ jar: new Map([[SESSION_COOKIE, hash ?? ""]]) }))).toBe(
      false,
    );
  });

  test("has the role of this moment", async () => {
    const buyer = await newBuyer();
    await env.DB.prepare("UPDATE users SET role = 'admin' WHERE id = ?").bind(buyer.userId).run();
    expect(await buyer.json("/api/me")).toMatchObject({ user: { role: "admin" } });
  });

  test("costs one read", async () => {
    const { jar } = await newBuyer();
    const prepare = vi.fn<(query: string) => D1PreparedStatement>((query) => env.DB.prepare(query));
    const counting = { ...env, DB: { prepare } } as unknown as Env;
    expect(await isSignedIn(openBrowser({ jar, env: counting }))).toBe(true);
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  test("is not asked for where answers are public", async () => {
    const buyer = await newBuyer();
    after(2);
    expect((await buyer.fetch("/api/shop")).headers.getSetCookie()).toEqual([]);
  });
});

test("nightly, what has expired is forgotten, and nothing else", async () => {
  const [gone, kept] = [await newBuyer(), await newBuyer()];
  await env.DB.prepare("UPDATE sessions SET expires_at = ? WHERE id = ?")
    .bind(Date.now() - 1, gone.sessionId)
    .run();
  await forgetExpired(createContext(env, { waitUntil: () => {} }, { type: "system", job: "cron" }));
  expect(await expiryOf(gone.sessionId)).toBeNull();
  expect(await isSignedIn(kept)).toBe(true);
});

describe("when the database does not answer", () => {
  const broken = {
    ...env,
    DB: {
      prepare: () => {
        throw new Error("D1_ERROR: no answer");
      },
    },
  } as unknown as Env;

  test.each(["/api/me", "/api/auth/session"])("%s is 503 and the cookie stays", async (path) => {
    const { jar } = await newBuyer();
    const browser = openBrowser({ jar, env: broken });
    const response = await browser.fetch(path);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "unavailable" });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(jar.has(SESSION_COOKIE)).toBe(true);
  });
});

describe("over https", () => {
  const origin = "https://shop.example";

  async function signIn() {
    const provider = openFakeProvider({ idToken: { sub: "secure" }, userinfo: { sub: "secure" } });
    const secure = {
      ...provider.env,
      AUTH_URL: `${origin}/api/auth`,
      AUTH_SECRET: crypto.randomUUID().repeat(2),
      SIGNING_KEYS: "",
    } as Env;
    const browser = openBrowser({ env: secure, origin });
    const { csrfToken } = await browser.json<{ csrfToken: string }>("/api/auth/csrf");
    const begun = await browser.fetch("/api/auth/signin/oidc", {
      method: "POST",
      body: new URLSearchParams({ csrfToken, callbackUrl: "/library" }),
    });
    const done = await browser.fetch(provider.approve(begun.headers.get("location") ?? ""));
    return { browser, secure, begun, done };
  }

  test("every cookie is bound to the host and to https", async () => {
    const { browser, begun, done } = await signIn();
    expect(done.headers.get("location")).toBe(`${origin}/library`);
    expect(browser.jar.has(`__Host-${SESSION_COOKIE}`)).toBe(true);
    const cookies = [...begun.headers.getSetCookie(), ...done.headers.getSetCookie()];
    expect(cookies.length).toBeGreaterThanOrEqual(5);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-gatehouse\./);
      expect(cookie).toMatch(/; Secure/);
      expect(cookie).toMatch(/; Path=\/(;|$)/);
      expect(cookie).not.toMatch(/Domain/i);
    }
  });

  test("a session under the name without the prefix is nobody's: a neighbor may have set it", async () => {
    const { browser, secure } = await signIn();
    expect(await isSignedIn(browser)).toBe(true);
    const token = browser.jar.get(`__Host-${SESSION_COOKIE}`) ?? "";
    const tossed = openBrowser({ jar: new Map([[SESSION_COOKIE, token]]), env: secure, origin });
    expect(await isSignedIn(tossed)).toBe(false);
  });
});
