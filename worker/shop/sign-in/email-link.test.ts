import { env } from "cloudflare:workers";
import { afterEach, describe, expect, inject, test, vi } from "vitest";
import { MINUTE } from "../../lib/time.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import {
  createSignedInUser,
  openBrowser,
  ORIGIN,
  postToAuth,
  SESSION_COOKIE,
  type Browser,
} from "../../testing/clients/sign-in.ts";

const emailEnv = {
  ...env,
  EMAIL_FROM: "Tidewater <shop@example.com>",
  EMAIL_API_KEY: "re_secret",
  EMAIL_API_URL: "https://mail.test",
} as Env;

type Message = { from: string; to: string[]; subject: string; text: string; html: string };

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/**
 * Captures the emails that would be sent.
 * @param status the sender's response status
 */
function captureEmails(status = 200): Message[] {
  const sent: Message[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input as RequestInfo, init);
    expect(request.url).toBe("https://mail.test/emails");
    expect(request.headers.get("authorization")).toBe("Bearer re_secret");
    sent.push(await request.json<Message>());
    return Response.json({ id: "1" }, { status });
  });
  return sent;
}

const extractLink = (message: { text: string } | undefined) =>
  new URL(/https?:\/\/\S+/.exec(message?.text ?? "")?.[0] ?? "about:blank");

/** Sends the request of the page with the button. */
function submitLink(browser: Browser, link: URL, change: Record<string, string> = {}) {
  const secrets = { ...Object.fromEntries(new URLSearchParams(link.hash.slice(1))), ...change };
  return browser.json<{ url: string }>("/api/auth/callback/email", {
    method: "POST",
    headers: { "content-type": "application/json", "x-auth-return-redirect": "1" },
    body: JSON.stringify(secrets),
  });
}

async function requestLink(email: string, callbackUrl = "/library") {
  const sent = captureEmails();
  const browser = openBrowser({ env: emailEnv });
  const url = await postToAuth(browser, "/api/auth/signin/email", { email, callbackUrl });
  return { browser, sent, url, link: extractLink(sent[0]) };
}

/** Requests a link from a browser of its own, or from this IP address, on a page in this language. */
async function sendLinkRequest(
  email: string,
  address?: string,
  locale?: string,
): Promise<Response> {
  const browser = openBrowser({ env: emailEnv });
  const { csrfToken } = await browser.json<{ csrfToken: string }>("/api/auth/csrf");
  return browser.fetch("/api/auth/signin/email", {
    method: "POST",
    headers: {
      "x-auth-return-redirect": "1",
      ...(address !== undefined && { "cf-connecting-ip": address }),
      ...(locale !== undefined && { "x-locale": locale }),
    },
    body: new URLSearchParams({ csrfToken, email }),
  });
}

const requestLinkStatus = async (email: string, address?: string) =>
  (await sendLinkRequest(email, address)).status;

describe("a sign-in link by email", () => {
  test("a sign-in link by email is sent to the address, with its secrets after the #", async () => {
    const { url, sent, link } = await requestLink("Mail@Example.com");
    expect(url).toMatch(/\/verify-request.*#email=mail%40example.com&callbackUrl=%2Flibrary$/);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: ["mail@example.com"], subject: "Sign in to Tidewater" });
    expect(link.href.split("#")[0]).toBe(`${ORIGIN}/verify-request`);
  });

  test("a sign-in link by email comes in the language of the page, under the shop's name", async () => {
    const sent = captureEmails();
    await sendLinkRequest("ann@example.com", undefined, "ja");
    expect(sent[0]!.html).toContain('<html lang="ja" dir="ltr"');
    expect(sent[0]!.from).toMatch(/^"Tidewater" <[^<>]+>$/);
    // Where no script can read what follows the #, the user pastes all of it.
    const url = extractLink(sent[0]).href.replaceAll("&", "&amp;");
    expect(sent[0]!.html.split(url)).toHaveLength(4);
  });

  test("a sign-in link by email signs in when its button is pressed, also on another device", async () => {
    const { link } = await requestLink("device@example.com", "/p/sounds");
    const phone = openBrowser({ env: emailEnv });
    expect((await submitLink(phone, link)).url).toBe(`${ORIGIN}/p/sounds`);
    expect(await phone.json("/api/me")).toMatchObject({
      user: { email: "device@example.com", emailVerified: true, name: null },
    });
    expect(await phone.json("/api/me/account")).toMatchObject({
      identities: [{ provider: "email", providerName: "Email" }],
    });
  });

  test("a sign-in link that arrives at an address ends the bounce of earlier emails to it", async () => {
    const first = await requestLink("back@example.com");
    await submitLink(first.browser, first.link);
    const ofUser = "WHERE email = 'back@example.com'";
    await env.DB.prepare(`UPDATE users SET email_problem = 'bounced' ${ofUser}`).run();
    const again = await requestLink("back@example.com");
    const readProblem = () =>
      env.DB.prepare(`SELECT email_problem FROM users ${ofUser}`).first("email_problem");
    expect(await readProblem()).toBe("bounced");
    await submitLink(again.browser, again.link);
    expect(await readProblem()).toBeNull();
  });

  test("a sign-in link by email leads the owner of a new shop to the checklist", async () => {
    await emptyDatabase();
    const { browser, link } = await requestLink("owner@example.com", "/");
    expect((await submitLink(browser, link)).url).toBe(`${ORIGIN}/admin/setup`);
  });

  test("a sign-in link signs in the same user again", async () => {
    const ids = [];
    for (let i = 0; i < 2; i++) {
      const { browser, link } = await requestLink("back@example.com");
      await submitLink(browser, link);
      ids.push((await browser.json<{ user: { id: string } }>("/api/me")).user.id);
      vi.restoreAllMocks();
    }
    expect(ids[0]).toBe(ids[1]);
  });

  test("a sign-in link by email is not used up by a GET, as email scanners send", async () => {
    const { link } = await requestLink("scanned@example.com");
    const query = link.hash.slice(1);
    const scanner = openBrowser({ env: emailEnv });
    expect((await scanner.fetch(`/api/auth/callback/email?${query}`)).status).toBe(404);
    expect(scanner.jar.has(SESSION_COOKIE)).toBe(false);
    expect((await submitLink(openBrowser({ env: emailEnv }), link)).url).toBe(`${ORIGIN}/library`);
  });

  test("a sign-in link works once", async () => {
    const { browser, link } = await requestLink("once@example.com");
    await submitLink(browser, link);
    const other = openBrowser({ env: emailEnv });
    expect((await submitLink(other, link)).url).toBe(`${ORIGIN}/error?error=Verification`);
    expect(other.jar.has(SESSION_COOKIE)).toBe(false);
  });

  test("a sign-in link works for 15 minutes", async () => {
    const { browser, link } = await requestLink("slow@example.com");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * MINUTE + 1 });
    expect((await submitLink(browser, link)).url).toBe(`${ORIGIN}/error?error=Verification`);
  });

  test.each([[{ token: "A".repeat(43) }], [{ email: "victim@example.com" }]])(
    "a sign-in link does not sign in if altered: %j",
    async (change) => {
      const { browser, link } = await requestLink("altered@example.com");
      expect((await submitLink(browser, link, change)).url).toBe(
        `${ORIGIN}/error?error=Verification`,
      );
      expect(browser.jar.has(SESSION_COOKIE)).toBe(false);
    },
  );

  test("a sign-in link never redirects to another site", async () => {
    const { browser, link } = await requestLink("astray@example.com", "https://evil.example");
    expect((await submitLink(browser, link, { callbackUrl: "https://evil.example" })).url).toBe(
      `${ORIGIN}/`,
    );
  });

  test("a sign-in link can't be used from another site", async () => {
    const { browser, link } = await requestLink("crossed@example.com");
    const response = await browser.fetch("/api/auth/callback/email", {
      method: "POST",
      headers: { origin: "https://evil.example", "content-type": "application/json" },
      body: JSON.stringify(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))),
    });
    expect(response.status).toBe(403);
  });

  test("a sign-in link by email stores only the token's hash", async () => {
    const { link } = await requestLink("hashed@example.com");
    const token = new URLSearchParams(link.hash.slice(1)).get("token") ?? "";
    expect(token).toHaveLength(43);
    const { results } = await env.DB.prepare("SELECT * FROM email_tokens").all();
    expect(results.length).toBeGreaterThan(0);
    expect(JSON.stringify(results)).not.toContain(token);
  });

  test("a sign-in link by email does not sign in to the account of a user who signs in another way", async () => {
    await createSignedInUser({ email: "theirs@example.com" });
    const { browser, link } = await requestLink("theirs@example.com");
    expect((await submitLink(browser, link)).url).toContain("/signin?error=OAuthAccountNotLinked");
    expect(browser.jar.has(SESSION_COOKIE)).toBe(false);
  });

  test("a sign-in link by email gets the same response whether the address is known or not", async () => {
    await createSignedInUser({ email: "known@example.com" });
    const known = await requestLink("known@example.com");
    vi.restoreAllMocks();
    const unknown = await requestLink("unknown@example.com");
    expect(known.url.replace("known", "unknown")).toBe(unknown.url);
    expect([known.sent.length, unknown.sent.length]).toEqual([1, 1]);
  });

  test("a sign-in link by email is sent at most five times to one address before the first one expires", async () => {
    const sent = captureEmails();
    for (let i = 0; i < 8; i++) {
      await postToAuth(openBrowser({ env: emailEnv }), "/api/auth/signin/email", {
        email: "flood@example.com",
      });
    }
    expect(sent).toHaveLength(5);
  });

  test("a sign-in link by email is sent at most five times when 40 requests for one address come at once", async () => {
    const sent = captureEmails();
    const statuses = await Promise.all(
      Array.from({ length: 40 }, () => requestLinkStatus("herd@example.com")),
    );
    expect(sent).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
  });

  test("a sign-in link by email is sent at most ten times an hour to one address, however many are used", async () => {
    const sent = captureEmails();
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    const statuses: number[] = [];
    for (let minutes = 0; minutes < 60; minutes += 4) {
      vi.setSystemTime(start + minutes * MINUTE);
      statuses.push(await requestLinkStatus("hourly@example.com"));
      await submitLink(openBrowser({ env: emailEnv }), extractLink(sent.at(-1)));
    }
    expect(sent).toHaveLength(10);
    expect(statuses.slice(10)).toEqual([429, 429, 429, 429, 429]);
    vi.setSystemTime(start + 61 * MINUTE);
    expect(await requestLinkStatus("hourly@example.com")).toBe(200);
  });

  test.each([
    ["one IPv4 address", () => "198.51.100.7"],
    ["one IPv6 /64", (n: number) => `2001:db8:77:1::${n.toString(16)}`],
  ])("a sign-in link is sent at most 30 times an hour for %s", async (_, addressOf) => {
    const sent = captureEmails();
    const emails = Array.from({ length: 8 }, () => `net-${crypto.randomUUID()}@example.com`);
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, n) => requestLinkStatus(emails[n % 8]!, addressOf(n))),
    );
    expect(sent).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const elsewhere = await requestLinkStatus(`net-${crypto.randomUUID()}@example.com`);
    expect(elsewhere).toBe(200);
  });

  test("a sign-in link is sent to at most ten email addresses an hour for one network", async () => {
    const sent = captureEmails();
    const email = () => `net-${crypto.randomUUID()}@example.com`;
    const first = email();
    const statuses = await Promise.all(
      [first, ...Array.from({ length: 19 }, email)].map((each) =>
        requestLinkStatus(each, "198.51.100.8"),
      ),
    );
    expect(sent).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(await requestLinkStatus(first, "198.51.100.8")).toBe(200);
  });

  test("a link that is over the limit answers 429 and when to try again", async () => {
    captureEmails();
    let response: Response | undefined;
    for (let i = 0; i < 6; i++) response = await sendLinkRequest("over@example.com");
    expect(await response?.json()).toMatchObject({ status: 429, code: "rate_limited" });
    expect(response?.headers.get("retry-after")).toBe("900");
  });

  test("a sign-in link by email is counted without storing the address or the network in clear", async () => {
    captureEmails();
    await requestLinkStatus("counted@example.com", "203.0.113.99");
    const { results } = await env.DB.prepare("SELECT * FROM email_link_requests").all();
    expect(results.length).toBeGreaterThan(0);
    expect(JSON.stringify(results)).not.toMatch(/counted@|203\.0\.113/);
  });

  test.each(["", "nobody", "a@b@c.example", "<a@b.example>", "a@b.example,c@d.example"])(
    "a sign-in link is not sent to an invalid address: %j",
    async (email) => {
      const sent = captureEmails();
      const browser = openBrowser({ env: emailEnv });
      const { csrfToken } = await browser.json<{ csrfToken: string }>("/api/auth/csrf");
      const response = await browser.fetch("/api/auth/signin/email", {
        method: "POST",
        body: new URLSearchParams({ csrfToken, email }),
      });
      expect(response.status).toBe(422);
      expect(sent).toEqual([]);
    },
  );

  test("a sign-in link by email fails with Unavailable if the sender is down", async () => {
    captureEmails(503);
    const browser = openBrowser({ env: emailEnv });
    const url = await postToAuth(browser, "/api/auth/signin/email", { email: "down@example.com" });
    expect(url).toBe(`${ORIGIN}/error?error=Unavailable`);
  });
});

test("in the sandbox the link arrives in the mailbox and signs in", async () => {
  const apiUrl = `${inject("sandboxUrl")}/mail`;
  const browser = openBrowser({ env: { ...emailEnv, EMAIL_API_URL: apiUrl } as Env });
  await postToAuth(browser, "/api/auth/signin/email", { email: "mailbox@example.com" });
  const answer = await fetch(`${apiUrl}/messages`);
  const { messages } = await answer.json<{ messages: { to: string; text: string }[] }>();
  const message = messages.find(({ to }) => to === "mailbox@example.com");
  await submitLink(browser, extractLink(message));
  expect(await browser.json("/api/me")).toMatchObject({ user: { email: "mailbox@example.com" } });
});

describe("without an email sender", () => {
  const silent = { ...env, EMAIL_FROM: "", EMAIL_API_KEY: "" } as Env;

  test.each(["/api/auth/signin/email", "/api/auth/callback/email"])(
    "%s returns 404",
    async (path) => {
      expect(
        (await openBrowser({ env: silent }).fetch(path, { method: "POST", body: "{}" })).status,
      ).toBe(404);
    },
  );

  test("email is not offered", async () => {
    expect(await openBrowser({ env: silent }).json("/api/auth/providers")).not.toHaveProperty(
      "email",
    );
    expect(await openBrowser({ env: emailEnv }).json("/api/auth/providers")).toHaveProperty(
      "email",
    );
  });
});
