import { createMiddleware } from "hono/factory";
import { identifyActor, type AppEnv } from "../context.ts";
import { fail } from "../errors.ts";
import { logEvent, summarizeError } from "../lib/log.ts";
import { rateLimitKey } from "../lib/rate-limit-key.ts";

const PERIOD_SECONDS = 60;

type RateLimitBinding = "SIGN_IN_LIMIT" | "API_LIMIT" | "LICENSE_LIMIT";

/**
 * Limits requests per IP address, using one of the bindings. Only Cloudflare's own header is trusted for the address.
 * @param purpose keeps separate counts for routes that share a binding
 * @throws `rate_limited`, with Retry-After
 */
export function rateLimit(binding: RateLimitBinding, purpose: string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await limitAddress(c, binding, purpose);
    await next();
  });
}

/** Counts one request of the address that it came from. @throws as `rateLimit` */
export async function limitAddress(
  { req, env }: { req: { raw: Request }; env: Env },
  binding: RateLimitBinding,
  purpose: string,
): Promise<void> {
  const address = req.raw.headers.get("cf-connecting-ip");
  if (address !== null) await consumeRateLimit(env[binding], `${purpose}:${rateLimitKey(address)}`);
}

/**
 * Limits test events of one member or API key: each is a request to a host that they name.
 * @throws `rate_limited`, with Retry-After
 */
export const limitTestEvents = createMiddleware<AppEnv>(async (c, next) => {
  await consumeRateLimit(c.env.SIGN_IN_LIMIT, `webhook-test:${identifyActor(c.var.ctx).id}`);
  await next();
});

/**
 * Counts one request for `key`. If the limiter itself fails, the request is allowed: it protects against floods and is
 * not an access check.
 * @throws `rate_limited`, with Retry-After
 */
export async function consumeRateLimit(limiter: RateLimit, key: string): Promise<void> {
  const { success } = await limiter.limit({ key }).catch((error) => {
    logEvent("error", "rate_limit.failed", { error: summarizeError(error) });
    return { success: true };
  });
  if (!success) throw fail("rate_limited", { retryAfterSeconds: PERIOD_SECONDS });
}
