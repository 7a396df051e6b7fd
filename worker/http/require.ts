import { createMiddleware } from "hono/factory";
import type { Actor, AppEnv, Ctx, Role } from "../context.ts";
import { fail } from "../errors.ts";
import { FRESH_SIGN_IN_MS } from "../identity/sign-in/session-life.ts";

export type UserActor = Extract<Actor, { type: "user" }>;

/** A context whose actor is known to be a signed-in person. */
export type UserCtx = Ctx & { actor: UserActor };

export function isUserCtx(ctx: Ctx): ctx is UserCtx {
  return ctx.actor.type === "user";
}

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

const ranks: Record<Role, number> = { buyer: 0, support: 1, admin: 2, owner: 3 };

/**
 * Lets in who has this role or a higher one.
 * @throws `unauthenticated` for visitors; `not_found` for everybody else, since they may not know that it exists
 */
export function requireRole(role: Role) {
  return createMiddleware<AppEnv & { Variables: { ctx: UserCtx } }>(async (c, next) => {
    if (!isUserCtx(c.var.ctx)) throw fail("unauthenticated");
    if (ranks[c.var.ctx.actor.role] < ranks[role])
      throw fail("not_found", { reason: `needs ${role}` });
    await next();
  });
}
