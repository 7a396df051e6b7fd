import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";
import { readSiteState } from "../db/site-version.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { logEvent, summarizeError } from "../lib/log.ts";
import { LOCALE_VARY } from "./choose-locale.ts";
import { matchInMemory, putInMemory } from "./memory-cache.ts";

/** A cache of its own, so that its keys don't collide with those of other uses. */
const CACHE_NAME = "public-pages";

/** Browsers ask each time; while nothing has changed, the answer is an empty 304. */
const FOR_BROWSERS = "public, max-age=0, must-revalidate";

/** For Cloudflare's cache. Another version has another key, so this only limits what is stored for nothing. */
const FOR_THE_EDGE = "public, max-age=3600";

/** The status codes that may be stored: a page, a redirect, not found, gone. */
const storedStatuses: ReadonlySet<number> = new Set([200, 301, 404, 410]);

/** Longer URLs are answered, but never stored. */
const MAX_KEY_LENGTH = 600;

/** @property params query parameters that change the answer; all others are ignored */
type CacheOptions = {
  params?: readonly string[];
  /** Names the representation, where a URL has several. */
  variant?: string;
  /** For answers that are the same in every language. All others are stored for each, and say what decides it. */
  isInOneLanguage?: boolean;
};

/**
 * Answers a public GET route from the isolate's memory or Cloudflare's cache while nothing that visitors see has
 * changed: then it costs no statement of D1, except one for the version every 5 seconds and isolate. The route must not
 * read the session, and must ignore all query parameters but `params`. Answers with a cookie, other statuses, problem
 * documents and `no-store` answers are never stored. Where the Cache API does nothing (`*.workers.dev`), only the
 * memory is left.
 *
 * A 301 must lead to a URL without a query: that of the request is added.
 *
 * `Cache-Status` (RFC 9211) says what happened.
 */
export function cachePublicPage({
  params = [],
  variant = "",
  isInOneLanguage = false,
}: CacheOptions = {}) {
  const addVary = (response: Response): Response => {
    if (!isInOneLanguage) response.headers.set("vary", LOCALE_VARY);
    return response;
  };
  return createMiddleware<AppEnv>(async (c, next) => {
    const { ctx } = c.var;
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    const version =
      isRead && !c.req.header("authorization")
        ? (await readSiteState(c.env.DB, ctx.now - ctx.clockOffsetMs)).version
        : null;
    if (version === null) {
      await next();
      keepQuery(c.res, c.req.url);
      return;
    }

    const key = new URL(c.req.url);
    key.search = "";
    for (const name of params) {
      const value = c.req.query(name);
      if (value !== undefined) key.searchParams.set(name, value);
    }
    key.searchParams.set(
      "~",
      [
        variant,
        // What is for programs may still contain the seller's texts in a language of the URL.
        isInOneLanguage ? (ctx.texts?.locale ?? "") : ctx.locale,
        ctx.config.stripe.mode,
        version,
        c.env.VERSION.id,
      ].join("~"),
    );
    const etag = `W/"${sha256Hex(key.href).slice(0, 20)}"`;
    // An ETag is only sent with a page of status 200, so the page is still the same one.
    if (matchesEtag(c.req.header("if-none-match"), etag))
      return addVary(c.body(null, 304, { etag, "cache-control": FOR_BROWSERS }));
    const isShort = key.href.length <= MAX_KEY_LENGTH;
    const stored = isShort ? await findStored(key.href) : undefined;
    if (stored) {
      const headers = new Headers(stored.headers);
      headers.set("cache-control", FOR_BROWSERS);
      headers.set("cache-status", "gatehouse; hit");
      const response = addVary(new Response(stored.body, { status: stored.status, headers }));
      keepQuery(response, c.req.url);
      return response;
    }

    await next();
    const { status, headers } = c.res;
    const isPublic =
      storedStatuses.has(status) &&
      !headers.has("set-cookie") &&
      !headers.has("cache-control") &&
      !headers.get("content-type")?.startsWith("application/problem+json");
    if (!isPublic) return;
    headers.set("cache-control", FOR_BROWSERS);
    if (status === 200) headers.set("etag", etag);
    if (isShort) {
      const copy = c.res.clone();
      copy.headers.set("cache-control", FOR_THE_EDGE);
      ctx.defer(store(key.href, copy));
    }
    keepQuery(c.res, c.req.url);
    // After the copy: Cloudflare's cache needs to know nothing of it, since the language is in the key.
    addVary(c.res);
    headers.set("cache-status", `gatehouse; fwd=${isShort ? "miss; stored" : "bypass"}`);
  });
}

/** A redirect to a new URL takes the query along. It is stored without one. */
function keepQuery({ status, headers }: Response, url: string): void {
  if (status === 301) headers.set("location", headers.get("location") + new URL(url).search);
}

/** Whether a request has the representation of this ETag already. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.split(",").some((each) => each.trim() === etag) ?? false;
}

async function findStored(key: string): Promise<Response | undefined> {
  const kept = matchInMemory(key);
  if (kept) return kept;
  try {
    return await (await caches.open(CACHE_NAME)).match(key);
  } catch (error) {
    logCacheFailure("match", error);
    return undefined;
  }
}

/**
 * A stream that breaks off rejects, and nothing is stored. The memory keeps no "not found": there are any number of
 * URLs without a page, and pages would have to give way to them.
 */
async function store(key: string, response: Response): Promise<void> {
  const copy = response.status === 404 ? undefined : response.clone();
  try {
    await Promise.all([
      copy && putInMemory(key, copy),
      caches.open(CACHE_NAME).then((cache) => cache.put(key, response)),
    ]);
  } catch (error) {
    logCacheFailure("put", error);
  }
}

function logCacheFailure(call: "match" | "put", error: unknown): void {
  logEvent("warn", "cache.failed", { call, cause: summarizeError(error) });
}
