import { createMiddleware } from "hono/factory";
import type { Actor, AppEnv, Ctx } from "../context.ts";
import { fail } from "../errors.ts";

export type UserActor = Extract<Actor, { type: "user" }>;

/** A context whose actor is known to be a signed-in person. */
export type UserCtx = Ctx & { actor: UserActor };

/** Refuses visitors; routes behind it see `c.var.ctx` as a `UserCtx`. */
export const requireUser = createMiddleware<AppEnv & { Variables: { ctx: UserCtx } }>(
  async (c, next) => {
    if (c.var.ctx.actor.type !== "user") throw fail("unauthenticated");
    await next();
  },
);
