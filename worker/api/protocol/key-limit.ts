import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "./api-key.ts";
import { consumeRateLimit } from "../../http/rate-limit.ts";

/** Requests per key and period, as KEY_LIMIT in wrangler.toml has them. */
export const KEY_LIMIT = { quota: 3000, periodSeconds: 60 };

const PERIOD_MS = KEY_LIMIT.periodSeconds * 1000;

/**
 * How many requests this isolate has counted for each key in the current period. The binding only says whether a
 * request is allowed, so the remaining number that clients see is what this isolate knows.
 */
let counted = { period: 0, requests: new Map<string, number>() };

/** Sets `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers) on every answer, refusals too. */
export const setRateLimitHeaders = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  writeRateLimit(c.res, { now: c.var.ctx.now, keyHash: c.var.keyHash });
});

/** Sets them on one answer. @param request.now unix milliseconds */
export function writeRateLimit(
  { status, headers }: Response,
  { now, keyHash }: { now: number; keyHash: string },
): void {
  const { quota, periodSeconds } = KEY_LIMIT;
  const used = status === 429 ? quota : (counted.requests.get(keyHash) ?? 0);
  const resetSeconds = periodSeconds - (Math.floor(now / 1000) % periodSeconds);
  headers.set("ratelimit-policy", `"key";q=${quota};w=${periodSeconds}`);
  headers.set("ratelimit", `"key";r=${Math.max(0, quota - used)};t=${resetSeconds}`);
}

/** Counts each request for its key. @throws as `countForKey` */
export const limitKeyRate = createMiddleware<ApiEnv>(async (c, next) => {
  await countForKey(c.env, { now: c.var.ctx.now, keyHash: c.var.keyHash });
  await next();
});

/**
 * Counts one request for its key.
 * @param request.now unix milliseconds
 * @throws `rate_limited`, with Retry-After
 */
export async function countForKey(
  env: Env,
  { now, keyHash }: { now: number; keyHash: string },
): Promise<void> {
  const period = Math.floor(now / PERIOD_MS);
  if (counted.period !== period) counted = { period, requests: new Map() };
  counted.requests.set(keyHash, (counted.requests.get(keyHash) ?? 0) + 1);
  await consumeRateLimit(env.KEY_LIMIT, keyHash);
}
