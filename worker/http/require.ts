import { createMiddleware } from "hono/factory";
import { isUserCtx, type UserCtx, type UserEnv } from "../context.ts";
import { fail } from "../errors.ts";
import { hasRole, type Role } from "../shared/roles.ts";
import { FRESH_SIGN_IN_MS } from "../identity/sign-in/session-lifetime.ts";

/**
 * Refuses visitors. In routes behind it, `c.var.ctx` is a `UserCtx`.
 * @throws `unauthenticated`
 */
export const requireUser = createMiddleware<UserEnv>(async (c, next) => {
  if (!isUserCtx(c.var.ctx)) throw fail("unauthenticated");
  await next();
});

/**
 * Requires a recent sign-in for dangerous actions, so that a stolen session is not enough. Use after `requireUser`.
 * @throws `sign_in_again` if the user last authenticated more than 10 minutes ago
 */
export const requireFreshSignIn = createMiddleware<UserEnv>(async (c, next) => {
  assertFreshSignIn(c.var.ctx);
  await next();
});

/**
 * Like `requireFreshSignIn`, for routes where only some inputs are dangerous.
 * @throws `sign_in_again`
 */
export function assertFreshSignIn({ actor, now }: UserCtx): void {
  if (now - actor.authenticatedAt > FRESH_SIGN_IN_MS) throw fail("sign_in_again");
}

/**
 * Requires this role or a higher one.
 * @throws `unauthenticated` for visitors; `not_found` for lower roles, which may not know that the route exists
 */
export function requireRole(role: Role) {
  return createMiddleware<UserEnv>(async (c, next) => {
    if (!isUserCtx(c.var.ctx)) throw fail("unauthenticated");
    if (!hasRole(c.var.ctx.actor.role, role)) throw fail("not_found", { reason: `needs ${role}` });
    await next();
  });
}
