import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "../../index.ts";
import { openDatabase, commit } from "../../db/client.ts";
import { insertSession, insertUser } from "../../identity/sign-in/store.ts";
import { sessionExpiry, SESSION_ABSOLUTE_MS } from "../../identity/sign-in/session-lifetime.ts";
import type { Role } from "../../shared/roles.ts";
import { newToken, sha256Hex } from "../../lib/crypto.ts";
import { newId } from "../../lib/ids.ts";

export const ORIGIN = "http://localhost:8787";
export const SESSION_COOKIE = "gatehouse.session";

/** A simulated browser: it stores cookies, sends `Origin` with writes, and follows no redirects. */
export type Browser = {
  /** The app's cookies by name. Tests may delete or change them. */
  jar: Map<string, string>;
  /** @param path a path of the app, or an absolute URL */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Fetches and reads JSON. */
  json<Answer>(path: string, init?: RequestInit): Promise<Answer>;
  /** Returns the current `Cookie` header. */
  cookie(): string;
};

/** `env` replaces the environment from wrangler.toml. */
export type BrowserOptions = {
  jar?: Map<string, string>;
  env?: Env;
  origin?: string;
  /** False for clients that are not browsers. */
  sendsOrigin?: boolean;
};

/** Opens a browser. Each has its own IP address, so that tests don't share rate limits. */
export function openBrowser(options: BrowserOptions = {}): Browser {
  const { jar = new Map<string, string>(), origin = ORIGIN, sendsOrigin = true } = options;
  const address = `10.${crypto.getRandomValues(new Uint8Array(3)).join(".")}`;
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const request = new Request(new URL(path, origin), { ...init, redirect: "manual" });
    if (jar.size > 0 && !request.headers.has("cookie")) request.headers.set("cookie", cookie());
    if (!request.headers.has("cf-connecting-ip")) request.headers.set("cf-connecting-ip", address);
    // `Request` doesn't set it, and real clients send it.
    if (typeof init.body === "string" && !request.headers.has("content-length"))
      request.headers.set("content-length", String(new Blob([init.body]).size));
    const changes = !["GET", "HEAD"].includes(request.method);
    if (sendsOrigin && changes && !request.headers.has("origin")) {
      request.headers.set("origin", origin);
    }
    const response = await runWith(options.env ?? env, request);
    storeCookies(jar, response);
    return response;
  }

  return {
    jar,
    cookie,
    fetch: send,
    json: async <Answer>(path: string, init?: RequestInit) =>
      (await send(path, init)).json<Answer>(),
  };
}

/** Posts to Auth.js with the CSRF token, as the pages do. @returns the URL in the response */
export async function postToAuth(
  browser: Browser,
  path: string,
  fields: Record<string, string> = {},
): Promise<string> {
  const { csrfToken } = await browser.json<{ csrfToken: string }>("/api/auth/csrf");
  const { url } = await browser.json<{ url: string }>(path, {
    method: "POST",
    headers: { "x-auth-return-redirect": "1" },
    body: new URLSearchParams({ csrfToken, ...fields }),
  });
  return url;
}

/** Starts a sign-in. @returns the callback URL that the provider redirects to, with `code` and `state` */
export async function authorize(
  browser: Browser,
  hint: string,
  callbackUrl = "/library",
): Promise<string> {
  const query = new URLSearchParams({ login_hint: hint });
  const url = await postToAuth(browser, `/api/auth/signin/oidc?${query}`, { callbackUrl });
  return followProviderRedirects(url);
}

/** Follows the provider's redirects, with the provider's cookies, until one leads to the app. */
export async function followProviderRedirects(start: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = start;
  for (let hops = 0; hops < 10 && !url.startsWith(ORIGIN); hops++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    storeCookies(jar, response);
    const location = response.headers.get("location");
    if (location === null)
      throw new Error(`the provider stopped with ${response.status} at ${url}`);
    url = new URL(location, url).href;
  }
  return url;
}

/** Signs in through the real provider, with every step, as a persona or as any email address at example.com. */
export async function signInAs(hint: string, browser = openBrowser()): Promise<Browser> {
  const response = await browser.fetch(await authorize(browser, hint));
  if (!browser.jar.has(SESSION_COOKIE)) {
    throw new Error(`signing in as ${hint} ended at ${response.headers.get("location")}`);
  }
  return browser;
}

/** Returns the row of a new session of this user, and the token for its cookie. */
export function newSession(userId: string) {
  const now = Date.now();
  const token = newToken();
  const absoluteEndAt = now + SESSION_ABSOLUTE_MS;
  const row = {
    id: newId("ses", now),
    tokenHash: sha256Hex(token),
    userId,
    createdAt: now,
    lastSeenAt: now,
    authenticatedAt: now,
    expiresAt: sessionExpiry(now, absoluteEndAt),
    absoluteEndAt,
  };
  return { row, token };
}

/** Inserts a user with a session directly into the database, for tests that need many users. */
export async function createSignedInUser(
  overrides: { name?: string; email?: string | null; role?: Role; env?: Env } = {},
) {
  const db = openDatabase(env.DB);
  const now = Date.now();
  const userId = newId("usr", now);
  const { row, token } = newSession(userId);
  const email = overrides.email === undefined ? `${userId}@example.com` : overrides.email;
  await commit(db, [
    insertUser(db, {
      id: userId,
      name: overrides.name ?? "A Buyer",
      email,
      emailVerified: email !== null,
      role: overrides.role ?? "buyer",
      createdAt: now,
      updatedAt: now,
    }),
    insertSession(db, { ...row, verifiedEmail: email }),
  ]);
  const browser = openBrowser({ jar: new Map([[SESSION_COOKIE, token]]), env: overrides.env });
  return { ...browser, userId, sessionId: row.id, token };
}

/** Waits for all deferred work of the Worker, so that no work of one test runs during the next. */
async function runWith(shopEnv: Env, request: Request): Promise<Response> {
  const execution = createExecutionContext();
  const response = await worker.fetch(request, shopEnv, execution);
  await waitOnExecutionContext(execution);
  return response;
}

function storeCookies(jar: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "" || /max-age=0/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
}
