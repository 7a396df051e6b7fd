import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";
import { fail } from "../errors.ts";
import { logEvent, summarizeError } from "../lib/log.ts";

const PERIOD_SECONDS = 60;

type Limiter = "SIGN_IN_LIMIT" | "API_LIMIT" | "LICENSE_LIMIT";

/**
 * Counts requests by address with one of the bindings. Only Cloudflare's own header is believed.
 * @param purpose separates the counts of what shares a binding
 * @throws `rate_limited`, with Retry-After
 */
export function limitRate(binding: Limiter, purpose: string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const address = c.req.header("cf-connecting-ip");
    if (address !== undefined) await spendRate(c.env[binding], `${purpose}:${clientKey(address)}`);
    await next();
  });
}

/**
 * Counts one more of what `key` stands for. A limiter that fails lets through: it guards against floods, not against
 * entry.
 * @throws `rate_limited`, with Retry-After
 */
export async function spendRate(limiter: RateLimit, key: string): Promise<void> {
  const { success } = await limiter.limit({ key }).catch((error) => {
    logEvent("error", "rate_limit_failed", { error: summarizeError(error) });
    return { success: true };
  });
  if (!success) throw fail("rate_limited", { retryAfterSeconds: PERIOD_SECONDS });
}

/** Whom an address stands for: itself, or for IPv6 the /64 that one customer has whole. */
export function clientKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
