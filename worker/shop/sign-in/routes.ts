import { authHandler, initAuthConfig } from "@hono/auth-js";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { fail } from "../../errors.ts";
import { createAuthConfig } from "../../identity/sign-in/auth-config.ts";
import type { SignInEnv } from "../../identity/sign-in/sign-in-attempt.ts";
import { answerFailures } from "../../identity/sign-in/handle-sign-in-errors.ts";
import { EMAIL_PROVIDER } from "../../identity/sign-in/email-link.ts";
import { openEmailLink, requestEmailLink } from "../../identity/sign-in/email-middleware.ts";
import { beginLink, resumeLink } from "./link-middleware.ts";
import { prepareAttempt } from "../../identity/sign-in/prepare-attempt.ts";
import { refuseStaleCallback } from "../../identity/sign-in/reject-stale-callback.ts";
import { answerAsForm, returnByGet } from "../../identity/sign-in/callback-form-post.ts";

const library = authHandler();

const isEmail = (c: Context<SignInEnv>) => c.req.param("provider") === EMAIL_PROVIDER;

const requireProvider = createMiddleware<SignInEnv>(async (c, next) => {
  const { providers, emailSender } = c.var.ctx.config.auth;
  // Scanners follow the links in emails: only the page's button opens one.
  const isKnown = isEmail(c)
    ? emailSender !== undefined && c.req.method === "POST"
    : providers.some(({ id }) => id === c.req.param("provider"));
  if (!isKnown) throw fail("not_found", { reason: "no such provider" });
  await next();
});

// Paths of their own for email, beside `:provider`, would cost the whole app Hono's quick router: app.test.ts.
const forEmail = (step: MiddlewareHandler<SignInEnv>) =>
  createMiddleware<SignInEnv>((c, next) => (isEmail(c) ? step(c, next) : next()));
const forOthers = (step: MiddlewareHandler<SignInEnv>) =>
  createMiddleware<SignInEnv>((c, next) => (isEmail(c) ? next() : step(c, next)));

/**
 * `/api/auth`: the library behind our own door. What is not listed here does not reach it; the guard has answered other
 * methods before.
 */
export const signInRoutes = new Hono<SignInEnv>()
  .use(prepareAttempt)
  .use(answerFailures)
  .use(initAuthConfig((c: Context<SignInEnv>) => createAuthConfig(c.var.ctx, c.var.attempt)))
  .get("/providers", library)
  .get("/session", library)
  .get("/csrf", library)
  .get("/signin", library)
  .post(
    "/signin/:provider",
    requireProvider,
    forEmail(requestEmailLink),
    forOthers(beginLink),
    library,
  )
  .get(
    "/callback/:provider",
    requireProvider,
    refuseStaleCallback,
    resumeLink,
    answerAsForm,
    library,
  )
  .post(
    "/callback/:provider",
    requireProvider,
    forEmail(openEmailLink),
    forOthers(returnByGet),
    library,
  )
  .get("/signout", library)
  .post("/signout", library)
  .get("/error", library)
  .get("/verify-request", library);
