import { createMiddleware } from "hono/factory";
import { failureUrl } from "./handle-sign-in-errors.ts";
import type { SignInEnv } from "./sign-in-attempt.ts";
import { authCookies, readCookie } from "./cookies.ts";
import { wantedPage } from "./read-return-url.ts";

/**
 * A callback without its state cookie cannot succeed, so it is answered here, before anything is asked of the
 * provider. Who is signed in already came with the back button or a second tab, and is sent on.
 */
export const refuseStaleCallback = createMiddleware<SignInEnv>(async (c, next) => {
  const { ctx } = c.var;
  const { state } = authCookies(ctx.config.origin);
  if (readCookie(c.req.header("cookie") ?? "", state.name) !== undefined) return next();
  return c.redirect(ctx.actor.type === "user" ? wantedPage(c) : failureUrl(c, "SignInExpired"));
});
