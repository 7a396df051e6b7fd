import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";
import { fail } from "../errors.ts";
import { rateLimitKey } from "../lib/rate-limit-key.ts";
import { MINUTE } from "../lib/time.ts";
import { consumeRateLimit } from "./rate-limit.ts";

/** Addresses that are refused without reading anything, each until a time. Per isolate. */
const blockedUntil = new Map<string, number>();
const MAX_BLOCKED = 1000;

/**
 * Refuses a delivery that can't come from Stripe before its body is read: one without a signature, or from an address
 * whose deliveries were refused too often within a minute. Only refusals are counted, so a good delivery costs nothing.
 * @throws `webhook_signature`, `rate_limited`
 */
export const refuseForgeries = createMiddleware<AppEnv>(async (c, next) => {
  const { now } = c.var.ctx;
  const address = addressOf(c.req.raw);
  if (isBlocked(c.req.raw, now))
    throw fail("rate_limited", { retryAfterSeconds: 60, reason: "too many forged deliveries" });
  if (c.req.method === "POST" && !c.req.header("stripe-signature"))
    throw fail("webhook_signature", { reason: "no signature" });
  await next();
  if (!address || (c.res.status !== 400 && c.res.status !== 413)) return;
  await consumeRateLimit(c.env.SIGN_IN_LIMIT, `webhook:${address}`).catch(() => {
    if (blockedUntil.size >= MAX_BLOCKED) blockedUntil.clear();
    blockedUntil.set(address, now + MINUTE);
  });
});

/** Whether the request comes from an address that is refused now. @param now unix milliseconds */
export function isBlocked(request: Request, now: number): boolean {
  return blockedUntil.size > 0 && now < (blockedUntil.get(addressOf(request)) ?? 0);
}

function addressOf(request: Request): string {
  return rateLimitKey(request.headers.get("cf-connecting-ip") ?? "");
}
