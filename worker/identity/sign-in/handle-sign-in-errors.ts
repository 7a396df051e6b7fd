import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { AppError, fail } from "../../errors.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import type { SignInAppEnv } from "./sign-in-attempt.ts";
import {
  classifySignInError,
  isSwallowed,
  errorPages,
  type SignInErrorCode,
} from "./classify-sign-in-error.ts";
import { readReturnUrl } from "./safe-redirect.ts";

/**
 * Replaces the library's error redirects with ours, which have a precise error code and keep the return URL. Logs each
 * failure without its data.
 */
export const handleSignInErrors = createMiddleware<SignInAppEnv>(async (c, next) => {
  await next();
  const { ctx, attempt } = c.var;
  const { error } = attempt;
  if (!error) return;
  // The shop's own refusals, such as `rate_limited`, say what they mean.
  if (error instanceof AppError) throw error;
  const code = classifySignInError(error);
  logEvent(
    code === "Configuration" || code === "Unavailable" ? "error" : "info",
    "sign_in.failed",
    {
      path: c.req.path,
      code,
      error: summarizeError(error),
    },
    ctx,
  );
  if (isSwallowed(error)) throw fail("unavailable", { cause: error });

  const isRedirect = c.res.headers.has("location");
  if (!isRedirect && !c.req.header("x-auth-return-redirect")) {
    throw fail("invalid_input", { reason: "the library refused the request", cause: error });
  }
  const url = signInErrorUrl(c, code);
  if (isRedirect) c.header("location", url);
  else c.res = Response.json({ url });
});

/**
 * Returns the URL of the page that explains `code`, with the return URL. After a failed link, the user is still signed
 * in.
 */
export function signInErrorUrl(c: Context<SignInAppEnv>, code: SignInErrorCode): string {
  const { origin } = c.var.ctx.config;
  const url = new URL(c.var.attempt.linkTarget ? "/account" : errorPages[code], origin);
  url.searchParams.set("error", code);
  const returnPath = readReturnUrl(c).slice(origin.length);
  if (url.pathname === "/signin" && returnPath !== "/")
    url.searchParams.set("callbackUrl", returnPath);
  return url.href;
}
