import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { Profile } from "../../context.ts";
import { sha256Hex } from "../../lib/crypto.ts";
import { DAY, MINUTE } from "../../lib/time.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import {
  authorize,
  openBrowser,
  ORIGIN,
  SESSION_COOKIE,
  signInAs,
  type Browser,
} from "../../testing/clients/sign-in.ts";

const fetchProfile = async (browser: Browser) =>
  (await browser.json<{ user: Profile | null }>("/api/me")).user;

const count = async (query: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(query)
      .bind(...values)
      .first<{ n: number }>()
  )?.n;

describe("signing in", () => {
  test("signing in creates a user, an identity and a session, and returns to the page", async () => {
    const browser = openBrowser();
    const response = await browser.fetch(
      await authorize(browser, "ann", "/p/sounds?interval=year"),
    );
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(`${ORIGIN}/p/sounds?interval=year`);
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await fetchProfile(browser)).toEqual({
      id: expect.stringMatching(/^usr_/),
      name: "Ann Archer",
      email: "ann@example.com",
      emailVerified: true,
      image: null,
      role: "buyer",
      locale: "en",
      timeZone: null,
    });
  });

  test("signing in again creates a new session for the same user", async () => {
    const first = await signInAs("again@example.com");
    const second = await signInAs("again@example.com");
    expect((await fetchProfile(second))?.id).toBe((await fetchProfile(first))?.id);
    expect(second.jar.get(SESSION_COOKIE)).not.toBe(first.jar.get(SESSION_COOKIE));
  });

  test("signing in ends the browser's previous session", async () => {
    const browser = await signInAs("switch-a@example.com");
    const stolen = openBrowser({ jar: new Map(browser.jar) });
    await signInAs("switch-b@example.com", browser);
    expect(await fetchProfile(stolen)).toBeNull();
    expect((await fetchProfile(browser))?.email).toBe("switch-b@example.com");
  });

  test("signing in as another user links nothing to the signed-in user", async () => {
    const browser = await signInAs("own@example.com");
    const ownId = (await fetchProfile(browser))?.id;
    await signInAs("other@example.com", browser);
    expect(await count("SELECT count(*) AS n FROM identities WHERE user_id = ?", ownId)).toBe(1);
  });

  test("a first sign-in in two browsers at the same time creates one user and one identity", async () => {
    const [one, two] = [openBrowser(), openBrowser()];
    const [first, second] = [
      await authorize(one, "twin@example.com"),
      await authorize(two, "twin@example.com"),
    ];
    await Promise.all([one.fetch(first), two.fetch(second)]);
    expect((await fetchProfile(one))?.id).toBe((await fetchProfile(two))?.id);
    expect(await count("SELECT count(*) AS n FROM users WHERE email = 'twin@example.com'")).toBe(1);
    expect(
      await count("SELECT count(*) AS n FROM identities WHERE subject = 'twin@example.com'"),
    ).toBe(1);
  });

  test("signing in stores only the token's hash, and no token of the provider", async () => {
    const browser = await signInAs("hash@example.com");
    const token = browser.jar.get(SESSION_COOKIE) ?? "";
    expect(token).toMatch(/^[\w-]{43}$/);
    const row = await env.DB.prepare("SELECT * FROM sessions WHERE token_hash = ?")
      .bind(sha256Hex(token))
      .first();
    expect(row).not.toBeNull();
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test("signing in stores the session's device and expiry", async () => {
    const browser = openBrowser();
    const before = Date.now();
    await browser.fetch(await authorize(browser, "device@example.com"), {
      headers: { "user-agent": "Firefox/1" },
    });
    const tokenHash = sha256Hex(browser.jar.get(SESSION_COOKIE) ?? "");
    const row = await env.DB.prepare("SELECT * FROM sessions WHERE token_hash = ?")
      .bind(tokenHash)
      .first<Record<string, number>>();
    expect(row).toMatchObject({ user_agent: "Firefox/1" });
    const createdAt = row?.created_at ?? 0;
    expect(createdAt).toBeGreaterThanOrEqual(before);
    expect(row?.expires_at).toBe(createdAt + 30 * DAY);
    expect(row?.absolute_end_at).toBe(createdAt + 90 * DAY);
  });
});

describe("the signed-in user", () => {
  test("the signed-in user gets no email if it is unverified, and does not become an owner", async () => {
    const browser = await signInAs("unverified");
    expect(await fetchProfile(browser)).toMatchObject({
      email: null,
      emailVerified: false,
      role: "buyer",
    });
  });

  test("a user may have no email at all", async () => {
    expect(await fetchProfile(await signInAs("no-email"))).toMatchObject({
      name: "Nemo Noemail",
      email: null,
    });
  });

  test("the signed-in user keeps markup in a name as text, and drops a javascript: picture", async () => {
    expect(await fetchProfile(await signInAs("xss"))).toMatchObject({
      name: "<img src=x onerror=alert(1)>",
      image: null,
    });
  });

  test("the signed-in user becomes an owner with a verified email in OWNER_EMAILS", async () => {
    const owner = await fetchProfile(await signInAs("owner"));
    expect(owner).toMatchObject({ role: "owner" });
    await signInAs("owner");
    const { results } = await env.DB.prepare(
      "SELECT actor_id AS actorId, action FROM audit_entries WHERE target_id = ?",
    )
      .bind(owner!.id)
      .all();
    expect(results).toEqual([{ actorId: "sign-in", action: "team_member.joined" }]);
  });

  test("the signed-in user does not become an owner by being the first user", async () => {
    await emptyDatabase();
    expect(await fetchProfile(await signInAs("stranger@example.com"))).toMatchObject({
      role: "buyer",
    });
  });

  test("the signed-in user is refused if disabled, and can't use an older session", async () => {
    const browser = await signInAs("disabled@example.com");
    await env.DB.prepare(
      "UPDATE users SET status = 'disabled' WHERE email = 'disabled@example.com'",
    ).run();
    expect(await fetchProfile(browser)).toBeNull();
    const again = openBrowser();
    const response = await again.fetch(await authorize(again, "disabled@example.com"));
    expect(response.headers.get("location")).toBe(`${ORIGIN}/error?error=AccessDenied`);
    expect(again.jar.has(SESSION_COOKIE)).toBe(false);
  });

  test("the user keeps the first email when the provider sends others later", async () => {
    const browser = await signInAs("moved@example.com");
    await env.DB.prepare("UPDATE users SET email = 'old@example.com' WHERE id = ?")
      .bind((await fetchProfile(browser))?.id)
      .run();
    expect((await fetchProfile(await signInAs("moved@example.com")))?.email).toBe(
      "old@example.com",
    );
  });
});

describe("the library's endpoints", () => {
  test("the library's endpoints return the provider with its sign-in and callback URLs", async () => {
    expect(await openBrowser().json("/api/auth/providers")).toMatchObject({
      oidc: {
        id: "oidc",
        name: "Sandbox ID",
        type: "oidc",
        signinUrl: `${ORIGIN}/api/auth/signin/oidc`,
        callbackUrl: `${ORIGIN}/api/auth/callback/oidc`,
      },
    });
  });

  test("the library's endpoints return the session, or null without one", async () => {
    const browser = await signInAs("json@example.com");
    const session = await browser.json<{ user: { email: string }; expires: string }>(
      "/api/auth/session",
    );
    expect(session.user.email).toBe("json@example.com");
    expect(Date.parse(session.expires)).toBeGreaterThan(Date.now() + 29 * DAY);
    expect(await openBrowser().json("/api/auth/session")).toBeNull();
  });

  test.each([
    [
      "/api/auth/signin?callbackUrl=/library",
      "/signin?callbackUrl=http%3A%2F%2Flocalhost%3A8787%2Flibrary",
    ],
    ["/api/auth/signout", "/signout"],
    ["/api/auth/error?error=AccessDenied", "/error?error=AccessDenied"],
    ["/api/auth/verify-request", "/verify-request"],
  ])("redirect %s to the page %s", async (path, page) => {
    const response = await openBrowser().fetch(path);
    expect(response.status).toBe(302);
    expect(new URL(response.headers.get("location") ?? "", ORIGIN).href).toBe(`${ORIGIN}${page}`);
  });

  test.each(["/api/auth/nothing", "/api/auth/callback/nobody", "/api/auth/signin/oidc"])(
    "the library's endpoints return 404 for other paths: GET %s",
    async (path) => expect((await openBrowser().fetch(path)).status).toBe(404),
  );

  test("set HttpOnly state, PKCE and nonce cookies for 15 minutes", async () => {
    const browser = openBrowser();
    const { csrfToken } = await browser.json<{ csrfToken: string }>("/api/auth/csrf");
    const response = await browser.fetch("/api/auth/signin/oidc", {
      method: "POST",
      headers: { "x-auth-return-redirect": "1" },
      body: new URLSearchParams({ csrfToken }),
    });
    const cookies = response.headers.getSetCookie();
    for (const name of ["state", "pkce", "nonce"]) {
      const cookie = cookies.find((line) => line.startsWith(`gatehouse.${name}=`)) ?? "";
      expect(cookie).toMatch(/HttpOnly/);
      expect(cookie).toMatch(/SameSite=Lax/i);
      const expires = Date.parse(/Expires=([^;]+)/i.exec(cookie)?.[1] ?? "");
      expect(Math.abs(expires - Date.now() - 15 * MINUTE)).toBeLessThan(MINUTE);
    }
    const url = new URL((await response.json<{ url: string }>()).url);
    expect(url.searchParams.get("scope")).toBe("openid email profile");
    expect(url.searchParams.get("code_challenge_method")).toBe("S256");
    expect(url.searchParams.get("nonce")).toBeTruthy();
  });
});

describe("signing out", () => {
  test("signing out ends the session in the database too", async () => {
    const browser = await signInAs("leaver@example.com");
    const stolen = openBrowser({ jar: new Map(browser.jar) });
    const { csrfToken } = await browser.json<{ csrfToken: string }>("/api/auth/csrf");
    await browser.fetch("/api/auth/signout", {
      method: "POST",
      body: new URLSearchParams({ csrfToken }),
    });
    expect(browser.jar.has(SESSION_COOKIE)).toBe(false);
    expect(await fetchProfile(stolen)).toBeNull();
  });

  test("signing out does not work with GET or without the CSRF token", async () => {
    const browser = await signInAs("stayer@example.com");
    await browser.fetch("/api/auth/signout");
    await browser.fetch("/api/auth/signout", {
      method: "POST",
      body: new URLSearchParams({ csrfToken: "wrong" }),
    });
    expect((await fetchProfile(browser))?.email).toBe("stayer@example.com");
  });
});

describe("during a rotation of AUTH_SECRET", () => {
  const old = crypto.randomUUID().repeat(2);
  const before = { ...env, AUTH_SECRET: old } as Env;
  const during = { ...env, AUTH_SECRET_PREVIOUS: old } as Env;

  test("signed-in users stay signed in", async () => {
    const { jar } = await signInAs("rotated@example.com", openBrowser({ env: before }));
    expect((await fetchProfile(openBrowser({ jar, env: during })))?.email).toBe(
      "rotated@example.com",
    );
    expect((await fetchProfile(openBrowser({ jar })))?.email).toBe("rotated@example.com");
  });

  test("a sign-in started with the old secret completes with the new one", async () => {
    const browser = openBrowser({ env: before });
    const url = await authorize(browser, "halfway@example.com");
    const later = openBrowser({ jar: browser.jar, env: during });
    expect((await later.fetch(url)).headers.get("location")).toBe(`${ORIGIN}/library`);
  });

  test("a sign-in started with the old secret has to start again once that is removed", async () => {
    const browser = openBrowser({ env: before });
    const url = await authorize(browser, "too-late@example.com");
    const later = openBrowser({ jar: browser.jar });
    expect((await later.fetch(url)).headers.get("location")).toContain(
      "/signin?error=SignInExpired",
    );
  });
});
