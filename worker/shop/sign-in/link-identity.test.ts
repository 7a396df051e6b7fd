import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { DAY, MINUTE } from "../../lib/time.ts";
import { createFakeProvider } from "../../testing/fakes/fake-provider.ts";
import {
  createSignedInUser,
  openBrowser,
  ORIGIN,
  postToAuth,
  SESSION_COOKIE,
  signInAs,
  followProviderRedirects,
  type Browser,
} from "../../testing/clients/sign-in.ts";
import type { LinkIntent } from "../../identity/sign-in/link-identity.ts";
import type { Account } from "../../account/show-account.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const post = (body: unknown) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const createLinkIntent = (browser: Browser) =>
  browser.json<LinkIntent>("/api/me/links", post({ provider: "oidc" }));

/**
 * Authorizes at the provider with the intent.
 * @returns the callback URL to return with
 */
async function authorizeLink(browser: Browser, intent: string, hint: string): Promise<string> {
  const query = new URLSearchParams({ link: intent, login_hint: hint });
  const url = await postToAuth(browser, `/api/auth/signin/oidc?${query}`, {
    callbackUrl: "/account",
  });
  expect(new URL(url).searchParams.has("link")).toBe(false);
  return followProviderRedirects(url);
}

const listLinkedIdentities = async (browser: Browser) =>
  (await browser.json<Account>("/api/me/account")).identities;

describe("linking", () => {
  test("linking adds an identity to the signed-in user and creates a new session", async () => {
    const user = await createSignedInUser();
    const callback = await authorizeLink(
      user,
      (await createLinkIntent(user)).id,
      "linked@example.com",
    );
    const response = await user.fetch(callback);
    expect(response.headers.get("location")).toBe(`${ORIGIN}/account`);
    expect(user.jar.get(SESSION_COOKIE)).not.toBe(user.token);
    expect(await listLinkedIdentities(user)).toHaveLength(1);
    const later = await signInAs("linked@example.com");
    expect(await later.json("/api/me")).toMatchObject({ user: { id: user.userId } });
    expect(
      await openBrowser({ jar: new Map([[SESSION_COOKIE, user.token]]) }).json("/api/me"),
    ).toEqual({ user: null });
  });

  test("linking never takes an identity from another user", async () => {
    const [ann, bob] = [await createSignedInUser(), await signInAs("taken@example.com")];
    const response = await ann.fetch(
      await authorizeLink(ann, (await createLinkIntent(ann)).id, "taken@example.com"),
    );
    expect(response.headers.get("location")).toBe(`${ORIGIN}/account?error=AccountNotLinked`);
    expect(await listLinkedIdentities(bob)).toHaveLength(1);
    expect(await listLinkedIdentities(ann)).toHaveLength(0);
  });

  test("linking does not happen when signing in as another user without an intent", async () => {
    const user = await createSignedInUser();
    await createLinkIntent(user);
    await signInAs("somebody-else@example.com", user);
    expect(await user.json("/api/me")).toMatchObject({
      user: { email: "somebody-else@example.com" },
    });
    const { n } = (await env.DB.prepare("SELECT count(*) AS n FROM identities WHERE user_id = ?")
      .bind(user.userId)
      .first<{ n: number }>()) ?? { n: -1 };
    expect(n).toBe(0);
  });

  test("linking works once: the same intent can't start a second authorization", async () => {
    const user = await createSignedInUser();
    const { id } = await createLinkIntent(user);
    await authorizeLink(user, id, "first-try@example.com");
    const { csrfToken } = await user.json<{ csrfToken: string }>("/api/auth/csrf");
    const response = await user.fetch(`/api/auth/signin/oidc?link=${id}`, {
      method: "POST",
      body: new URLSearchParams({ csrfToken }),
    });
    expect(response.status).toBe(404);
  });

  test("linking fails after ten minutes, and does not sign in instead", async () => {
    const user = await createSignedInUser();
    const callback = await authorizeLink(
      user,
      (await createLinkIntent(user)).id,
      "late@example.com",
    );
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * MINUTE });
    const response = await user.fetch(callback);
    expect(response.headers.get("location")).toBe(`${ORIGIN}/account?error=SignInExpired`);
    expect(user.jar.get(SESSION_COOKIE)).toBe(user.token);
  });

  test("linking fails if the session that created the intent is revoked meanwhile", async () => {
    const user = await createSignedInUser();
    const callback = await authorizeLink(
      user,
      (await createLinkIntent(user)).id,
      "revoked@example.com",
    );
    await env.DB.prepare("DELETE FROM sessions WHERE id = ?").bind(user.sessionId).run();
    expect((await user.fetch(callback)).headers.get("location")).toBe(
      `${ORIGIN}/account?error=SignInExpired`,
    );
    expect(await user.json("/api/me")).toEqual({ user: null });
  });

  test("linking can't be started with another user's intent, nor by a visitor", async () => {
    const { id } = await createLinkIntent(await createSignedInUser());
    for (const [browser, status] of [
      [await createSignedInUser(), 404],
      [openBrowser(), 401],
    ] as const) {
      const { csrfToken } = await browser.json<{ csrfToken: string }>("/api/auth/csrf");
      const init = { method: "POST", body: new URLSearchParams({ csrfToken }) };
      expect((await browser.fetch(`/api/auth/signin/oidc?link=${id}`, init)).status).toBe(status);
    }
  });

  test("linking requires a sign-in within the last ten minutes", async () => {
    const user = await createSignedInUser();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * MINUTE });
    const response = await user.fetch("/api/me/links", post({ provider: "oidc" }));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "sign_in_again" });
  });

  test.each([[{ provider: "nobody" }], [{}], [{ provider: "oidc", userId: "usr_other" }]])(
    "linking refuses %j",
    async (body) => {
      expect((await (await createSignedInUser()).fetch("/api/me/links", post(body))).status).toBe(
        422,
      );
    },
  );
});

describe("an old sign-in at the provider", () => {
  test("an old sign-in at the provider does not count as recent, even though the session is new", async () => {
    const provider = createFakeProvider({
      idToken: { auth_time: Math.floor((Date.now() - DAY) / 1000) },
    });
    const browser = openBrowser({ env: provider.env });
    await browser.fetch(provider.approve(await postToAuth(browser, "/api/auth/signin/oidc")));
    expect((await browser.fetch("/api/me/links", post({ provider: "oidc" }))).status).toBe(403);
  });
});

describe("unlinking", () => {
  async function withTwo(prefix: string) {
    const browser = await signInAs(`${prefix}-1@example.com`);
    await browser.fetch(
      await authorizeLink(browser, (await createLinkIntent(browser)).id, `${prefix}-2@example.com`),
    );
    return browser;
  }
  const unlink = (browser: Browser, id: string | undefined) =>
    browser.fetch(`/api/me/identities/${id}`, { method: "DELETE" });

  test("unlinking removes one way to sign in, which then creates a new account", async () => {
    const browser = await withTwo("unlink");
    const [, second] = await listLinkedIdentities(browser);
    expect((await unlink(browser, second?.id)).status).toBe(204);
    expect(await listLinkedIdentities(browser)).toHaveLength(1);
    const { user } = await (await signInAs("unlink-2@example.com")).json<Account>("/api/me");
    expect(user.id).not.toBe((await browser.json<Account>("/api/me")).user.id);
  });

  test("unlinking keeps the last one, even if both are unlinked at the same time", async () => {
    const browser = await withTwo("both");
    const [first, second] = await listLinkedIdentities(browser);
    const answers = await Promise.all([unlink(browser, first?.id), unlink(browser, second?.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    const refusal = answers.find(({ status }) => status === 409);
    expect(await refusal?.json()).toMatchObject({ code: "last_identity" });
  });

  test("unlinking is refused for another user's identity", async () => {
    const [ann, bob] = [await withTwo("mine"), await withTwo("theirs")];
    const [theirs] = await listLinkedIdentities(bob);
    expect((await unlink(ann, theirs?.id)).status).toBe(404);
    expect(await listLinkedIdentities(bob)).toHaveLength(2);
  });
});
