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
  const { quota, periodSeconds } = KEY_LIMIT;
  const used = c.res.status === 429 ? quota : (counted.requests.get(c.var.keyHash) ?? 0);
  const resetSeconds = periodSeconds - (Math.floor(c.var.ctx.now / 1000) % periodSeconds);
  const { headers } = c.res;
  headers.set("ratelimit-policy", `"key";q=${quota};w=${periodSeconds}`);
  headers.set("ratelimit", `"key";r=${Math.max(0, quota - used)};t=${resetSeconds}`);
});

/**
 * Counts a request for its key.
 * @throws `rate_limited`, with Retry-After
 */
export const limitKeyRate = createMiddleware<ApiEnv>(async (c, next) => {
  const period = Math.floor(c.var.ctx.now / PERIOD_MS);
  if (counted.period !== period) counted = { period, requests: new Map() };
  const { keyHash } = c.var;
  counted.requests.set(keyHash, (counted.requests.get(keyHash) ?? 0) + 1);
  await consumeRateLimit(c.env.KEY_LIMIT, keyHash);
  await next();
});
