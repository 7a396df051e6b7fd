import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createContext } from "../context.ts";
import { expiredSignInRows } from "../identity/sign-in/store.ts";
import { removeOldRows } from "../sync/health/remove-old-rows.ts";
import { DAY, SECOND } from "../lib/time.ts";
import { createFakeProvider } from "../testing/fakes/fake-provider.ts";
import { createSignedInUser, openBrowser, SESSION_COOKIE } from "../testing/clients/sign-in.ts";

const advanceDays = (days: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * DAY });

const isSignedIn = async (browser: { json<Answer>(path: string): Promise<Answer> }) =>
  (await browser.json<{ user: object | null }>("/api/me")).user !== null;

const readSessionExpiry = (sessionId: string) =>
  env.DB.prepare("SELECT expires_at FROM sessions WHERE id = ?")
    .bind(sessionId)
    .first<number>("expires_at");

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("a session", () => {
  test("a session is not extended within a day, and its cookie is not set again", async () => {
    const user = await createSignedInUser();
    const before = await readSessionExpiry(user.sessionId);
    advanceDays(0.9);
    const response = await user.fetch("/api/me");
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await readSessionExpiry(user.sessionId)).toBe(before);
  });

  test("a session is extended with its cookie when used after a day", async () => {
    const user = await createSignedInUser();
    advanceDays(2);
    const response = await user.fetch("/api/me");
    const cookie = response.headers.getSetCookie()[0] ?? "";
    expect(cookie).toContain(`${SESSION_COOKIE}=${user.token};`);
    expect(cookie).toMatch(/HttpOnly/);
    expect(await readSessionExpiry(user.sessionId)).toBe(Date.now() + 30 * DAY);
    const lifetimeSeconds = Number(/Max-Age=(\d+)/.exec(cookie)?.[1]);
    expect(lifetimeSeconds).toBe((30 * DAY) / SECOND);
  });

  test("a session expires after 30 days without use, and its cookie is cleared", async () => {
    const user = await createSignedInUser();
    advanceDays(30.01);
    expect(await isSignedIn(user)).toBe(false);
    expect(user.jar.has(SESSION_COOKIE)).toBe(false);
  });

  test("a session expires after 90 days, even if it is in use", async () => {
    const user = await createSignedInUser();
    for (const days of [25, 25, 25, 14]) {
      advanceDays(days);
      expect(await isSignedIn(user)).toBe(true);
    }
    advanceDays(1.01);
    expect(await isSignedIn(user)).toBe(false);
  });

  test("an unknown session token is not signed in", async () => {
    const browser = openBrowser({ jar: new Map([[SESSION_COOKIE, "A".repeat(43)]]) });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("a session can't be resumed with the stored hash", async () => {
    const { sessionId } = await createSignedInUser();
    const hash = await env.DB.prepare("SELECT token_hash FROM sessions WHERE id = ?")
      .bind(sessionId)
      .first<string>("token_hash");
    expect(await isSignedIn(openBrowser({ jar: new Map([[SESSION_COOKIE, hash ?? ""]]) }))).toBe(
      false,
    );
  });

  test("a session has the user's current role", async () => {
    const user = await createSignedInUser();
    await env.DB.prepare("UPDATE users SET role = 'admin' WHERE id = ?").bind(user.userId).run();
    expect(await user.json("/api/me")).toMatchObject({ user: { role: "admin" } });
  });

  test("a session is loaded with one read", async () => {
    const { jar } = await createSignedInUser();
    const prepare = vi.fn<(query: string) => D1PreparedStatement>((query) => env.DB.prepare(query));
    const counting = { ...env, DB: { prepare } } as unknown as Env;
    expect(await isSignedIn(openBrowser({ jar, env: counting }))).toBe(true);
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  test("a session is not loaded for public routes", async () => {
    const user = await createSignedInUser();
    advanceDays(2);
    expect((await user.fetch("/api/shop")).headers.getSetCookie()).toEqual([]);
  });
});

test("the nightly job deletes expired sessions only", async () => {
  const [gone, kept] = [await createSignedInUser(), await createSignedInUser()];
  await env.DB.prepare("UPDATE sessions SET expires_at = ? WHERE id = ?")
    .bind(Date.now() - 1, gone.sessionId)
    .run();
  await removeOldRows(
    createContext(env, { waitUntil: () => {} }, { type: "system", job: "cron" }),
    expiredSignInRows,
  );
  expect(await readSessionExpiry(gone.sessionId)).toBeNull();
  expect(await isSignedIn(kept)).toBe(true);
});

describe("if the database is unavailable", () => {
  const broken = {
    ...env,
    DB: {
      prepare: () => {
        throw new Error("D1_ERROR: no answer");
      },
    },
  } as unknown as Env;

  test.each(["/api/me", "/api/auth/session"])(
    "%s returns 503 and keeps the cookie",
    async (path) => {
      const { jar } = await createSignedInUser();
      const browser = openBrowser({ jar, env: broken });
      const response = await browser.fetch(path);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ code: "unavailable" });
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(jar.has(SESSION_COOKIE)).toBe(true);
    },
  );
});

describe("over https", () => {
  const origin = "https://shop.example";

  async function signIn() {
    const provider = createFakeProvider({
      idToken: { sub: "secure" },
      userinfo: { sub: "secure" },
    });
    const secure = {
      ...provider.env,
      AUTH_URL: `${origin}/api/auth`,
      AUTH_SECRET: crypto.randomUUID().repeat(2),
      SIGNING_KEYS: "",
      OIDC_CLIENT_SECRET: "a client secret",
      STRIPE_WEBHOOK_SECRET: "whsec_1",
      STRIPE_API_URL: undefined,
      EMAIL_API_URL: undefined,
      OWNER_EMAILS: "",
    } as unknown as Env;
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

  test("a session cookie without the __Host- prefix is ignored, since a sibling domain may have set it", async () => {
    const { browser, secure } = await signIn();
    expect(await isSignedIn(browser)).toBe(true);
    const token = browser.jar.get(`__Host-${SESSION_COOKIE}`) ?? "";
    const tossed = openBrowser({ jar: new Map([[SESSION_COOKIE, token]]), env: secure, origin });
    expect(await isSignedIn(tossed)).toBe(false);
  });
});
