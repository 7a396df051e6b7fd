import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { fail } from "../../errors.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import type { SignInEnv } from "./sign-in-attempt.ts";
import { explainFailure, isSwallowed, pageOf, type SignInCode } from "./classify-sign-in-error.ts";
import { wantedPage } from "./read-return-url.ts";

/**
 * Turns the library's error redirects into ours, which say what is true and keep where the person was going. Logs each
 * failure without its data.
 */
export const answerFailures = createMiddleware<SignInEnv>(async (c, next) => {
  await next();
  const { ctx, attempt } = c.var;
  const { failure } = attempt;
  if (!failure) return;
  const code = explainFailure(failure);
  logEvent(
    code === "Configuration" || code === "Unavailable" ? "error" : "info",
    "sign_in_failed",
    {
      request_id: ctx.requestId,
      path: c.req.path,
      code,
      error: summarizeError(failure),
    },
  );
  if (isSwallowed(failure)) throw fail("unavailable", { cause: failure });

  const isRedirect = c.res.headers.has("location");
  if (!isRedirect && !c.req.header("x-auth-return-redirect")) {
    throw fail("invalid_input", { reason: "the library refused the request", cause: failure });
  }
  const url = failureUrl(c, code);
  if (isRedirect) c.header("location", url);
  else c.res = Response.json({ url });
});

/** The page that explains `code`, with the way back to where the person was going. Who wanted to link is signed in. */
export function failureUrl(c: Context<SignInEnv>, code: SignInCode): string {
  const { origin } = c.var.ctx.config;
  const url = new URL(c.var.attempt.link ? "/account" : pageOf[code], origin);
  url.searchParams.set("error", code);
  const page = wantedPage(c).slice(origin.length);
  if (url.pathname === "/signin" && page !== "/") url.searchParams.set("callbackUrl", page);
  return url.href;
}
