import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { DAY, MINUTE } from "../../lib/time.ts";
import { openFakeProvider } from "../../testing/fake-provider.ts";
import {
  newBuyer,
  openBrowser,
  ORIGIN,
  postToAuth,
  SESSION_COOKIE,
  signInAs,
  walkProvider,
  type Browser,
} from "../../testing/sign-in.ts";
import type { LinkIntent } from "../../identity/sign-in/link-identity.ts";
import type { Account } from "../account/show-account.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const post = (body: unknown) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const requestLink = (browser: Browser) =>
  browser.json<LinkIntent>("/api/me/links", post({ provider: "oidc" }));

/** Goes to the provider with the intent. @returns the callback to come back with */
async function authorizeLink(browser: Browser, intent: string, hint: string): Promise<string> {
  const query = new URLSearchParams({ link: intent, login_hint: hint });
  const url = await postToAuth(browser, `/api/auth/signin/oidc?${query}`, {
    callbackUrl: "/account",
  });
  expect(new URL(url).searchParams.has("link")).toBe(false);
  return walkProvider(url);
}

const linked = async (browser: Browser) =>
  (await browser.json<Account>("/api/me/account")).identities;

describe("linking", () => {
  test("adds an identity to who asked, and gives the browser a new session", async () => {
    const buyer = await newBuyer();
    const callback = await authorizeLink(
      buyer,
      (await requestLink(buyer)).id,
      "linked@example.com",
    );
    const response = await buyer.fetch(callback);
    expect(response.headers.get("location")).toBe(`${ORIGIN}/account`);
    expect(buyer.jar.get(SESSION_COOKIE)).not.toBe(buyer.token);
    expect(await linked(buyer)).toHaveLength(1);
    const later = await signInAs("linked@example.com");
    expect(await later.json("/api/me")).toMatchObject({ user: { id: buyer.userId } });
    expect(
      await openBrowser({ jar: new Map([[SESSION_COOKIE, buyer.token]]) }).json("/api/me"),
    ).toEqual({ user: null });
  });

  test("never takes an identity from another person", async () => {
    const [ann, bob] = [await newBuyer(), await signInAs("taken@example.com")];
    const response = await ann.fetch(
      await authorizeLink(ann, (await requestLink(ann)).id, "taken@example.com"),
    );
    expect(response.headers.get("location")).toBe(`${ORIGIN}/account?error=AccountNotLinked`);
    expect(await linked(bob)).toHaveLength(1);
    expect(await linked(ann)).toHaveLength(0);
  });

  test("does not happen by signing in as somebody else without an intent", async () => {
    const buyer = await newBuyer();
    await requestLink(buyer);
    await signInAs("somebody-else@example.com", buyer);
    expect(await buyer.json("/api/me")).toMatchObject({
      user: { email: "somebody-else@example.com" },
    });
    const { n } = (await env.DB.prepare("SELECT count(*) AS n FROM identities WHERE user_id = ?")
      .bind(buyer.userId)
      .first<{ n: number }>()) ?? { n: -1 };
    expect(n).toBe(0);
  });

  test("works once: the same intent begins no second authorization", async () => {
    const buyer = await newBuyer();
    const { id } = await requestLink(buyer);
    await authorizeLink(buyer, id, "first-try@example.com");
    const { csrfToken } = await buyer.json<{ csrfToken: string }>("/api/auth/csrf");
    const response = await buyer.fetch(`/api/auth/signin/oidc?link=${id}`, {
      method: "POST",
      body: new URLSearchParams({ csrfToken }),
    });
    expect(response.status).toBe(404);
  });

  test("is over after ten minutes, and signs nobody else in instead", async () => {
    const buyer = await newBuyer();
    const callback = await authorizeLink(buyer, (await requestLink(buyer)).id, "late@example.com");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * MINUTE });
    const response = await buyer.fetch(callback);
    expect(response.headers.get("location")).toBe(`${ORIGIN}/account?error=SignInExpired`);
    expect(buyer.jar.get(SESSION_COOKIE)).toBe(buyer.token);
  });

  test("is over when the session that asked is revoked meanwhile", async () => {
    const buyer = await newBuyer();
    const callback = await authorizeLink(
      buyer,
      (await requestLink(buyer)).id,
      "revoked@example.com",
    );
    await env.DB.prepare("DELETE FROM sessions WHERE id = ?").bind(buyer.sessionId).run();
    expect((await buyer.fetch(callback)).headers.get("location")).toBe(
      `${ORIGIN}/account?error=SignInExpired`,
    );
    expect(await buyer.json("/api/me")).toEqual({ user: null });
  });

  test("cannot be begun with another person's intent, nor by a visitor", async () => {
    const { id } = await requestLink(await newBuyer());
    for (const [browser, status] of [
      [await newBuyer(), 404],
      [openBrowser(), 401],
    ] as const) {
      const { csrfToken } = await browser.json<{ csrfToken: string }>("/api/auth/csrf");
      const init = { method: "POST", body: new URLSearchParams({ csrfToken }) };
      expect((await browser.fetch(`/api/auth/signin/oidc?link=${id}`, init)).status).toBe(status);
    }
  });

  test("needs a sign-in not older than ten minutes", async () => {
    const buyer = await newBuyer();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * MINUTE });
    const response = await buyer.fetch("/api/me/links", post({ provider: "oidc" }));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "sign_in_again" });
  });

  test.each([[{ provider: "nobody" }], [{}], [{ provider: "oidc", userId: "usr_other" }]])(
    "refuses %j",
    async (body) => {
      expect((await (await newBuyer()).fetch("/api/me/links", post(body))).status).toBe(422);
    },
  );
});

describe("a sign-in at the provider long ago", () => {
  test("is no fresh one, though the session is new", async () => {
    const provider = openFakeProvider({
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
      await authorizeLink(browser, (await requestLink(browser)).id, `${prefix}-2@example.com`),
    );
    return browser;
  }
  const unlink = (browser: Browser, id: string | undefined) =>
    browser.fetch(`/api/me/identities/${id}`, { method: "DELETE" });

  test("takes one way to sign in away; it then leads to a new account", async () => {
    const browser = await withTwo("unlink");
    const [, second] = await linked(browser);
    expect((await unlink(browser, second?.id)).status).toBe(204);
    expect(await linked(browser)).toHaveLength(1);
    const { user } = await (await signInAs("unlink-2@example.com")).json<Account>("/api/me");
    expect(user.id).not.toBe((await browser.json<Account>("/api/me")).user.id);
  });

  test("keeps the last one, even when two are unlinked at once", async () => {
    const browser = await withTwo("both");
    const [first, second] = await linked(browser);
    const answers = await Promise.all([unlink(browser, first?.id), unlink(browser, second?.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    const refusal = answers.find(({ status }) => status === 409);
    expect(await refusal?.json()).toMatchObject({ code: "last_identity" });
  });

  test("never another person's", async () => {
    const [ann, bob] = [await withTwo("mine"), await withTwo("theirs")];
    const [theirs] = await linked(bob);
    expect((await unlink(ann, theirs?.id)).status).toBe(404);
    expect(await linked(bob)).toHaveLength(2);
  });
});
