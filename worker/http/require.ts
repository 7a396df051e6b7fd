import { createMiddleware } from "hono/factory";
import { isUserCtx, type AppEnv, type UserCtx } from "../context.ts";
import { fail } from "../errors.ts";
import { hasRole, type Role } from "../lib/roles.ts";
import { FRESH_SIGN_IN_MS } from "../identity/sign-in/session-lifetime.ts";

/** Refuses visitors; routes behind it see `c.var.ctx` as a `UserCtx`. */
export const requireUser = createMiddleware<AppEnv & { Variables: { ctx: UserCtx } }>(
  async (c, next) => {
    if (!isUserCtx(c.var.ctx)) throw fail("unauthenticated");
    await next();
  },
);

/**
 * For dangerous actions, after `requireUser`: a stolen browser tab is not enough.
 * @throws `sign_in_again` when the person last proved who they are more than 10 minutes ago
 */
export const requireFreshSignIn = createMiddleware<AppEnv & { Variables: { ctx: UserCtx } }>(
  async (c, next) => {
    const { actor, now } = c.var.ctx;
    if (now - actor.authenticatedAt > FRESH_SIGN_IN_MS) throw fail("sign_in_again");
    await next();
  },
);

/**
 * Lets in who has this role or a higher one.
 * @throws `unauthenticated` for visitors; `not_found` for everybody else, since they may not know that it exists
 */
export function requireRole(role: Role) {
  return createMiddleware<AppEnv & { Variables: { ctx: UserCtx } }>(async (c, next) => {
    if (!isUserCtx(c.var.ctx)) throw fail("unauthenticated");
    if (!hasRole(c.var.ctx.actor.role, role)) throw fail("not_found", { reason: `needs ${role}` });
    await next();
  });
}
