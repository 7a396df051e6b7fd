import { createMiddleware } from "hono/factory";
import { signInErrorUrl } from "./handle-sign-in-errors.ts";
import type { SignInAppEnv } from "./sign-in-attempt.ts";
import { authCookies, readCookie } from "./cookies.ts";
import { readReturnUrl } from "./safe-redirect.ts";

/**
 * Answers a callback without a state cookie, which can't succeed, before anything is requested from the provider. A
 * user who is already signed in got here with the back button or a second tab, and is redirected to the return URL.
 */
export const rejectStaleCallback = createMiddleware<SignInAppEnv>(async (c, next) => {
  const { ctx } = c.var;
  const { state } = authCookies(ctx.config.origin);
  if (readCookie(c.req.header("cookie") ?? "", state.name) !== undefined) return next();
  return c.redirect(
    ctx.actor.type === "user" ? readReturnUrl(c) : signInErrorUrl(c, "SignInExpired"),
  );
});
