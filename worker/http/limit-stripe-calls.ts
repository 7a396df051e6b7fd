import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";
import { consumeRateLimit } from "./rate-limit.ts";

/**
 * Limits a user's requests to routes that call Stripe, because all users share the shop's own limit at Stripe. Counted
 * by user, since an account can use many addresses.
 * @throws `rate_limited`, with Retry-After
 */
export const limitStripeCalls = createMiddleware<AppEnv>(async (c, next) => {
  const { actor } = c.var.ctx;
  if (actor.type === "user") await consumeRateLimit(c.env.STRIPE_LIMIT, `stripe:${actor.userId}`);
  await next();
});
