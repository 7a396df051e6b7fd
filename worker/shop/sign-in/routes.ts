import { authHandler, initAuthConfig } from "@hono/auth-js";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { fail } from "../../errors.ts";
import { createAuthConfig } from "../../identity/sign-in/auth-config.ts";
import type { SignInAppEnv } from "../../identity/sign-in/sign-in-attempt.ts";
import { handleSignInErrors } from "../../identity/sign-in/handle-sign-in-errors.ts";
import { EMAIL_PROVIDER } from "../../identity/sign-in/email-link.ts";
import {
  prepareEmailCallback,
  prepareEmailRequest,
} from "../../identity/sign-in/email-middleware.ts";
import {
  claimGiftsAfterSignIn,
  keepLocaleAfterSignIn,
  leadOwnerToSetup,
  takePurchasesAfterSignIn,
} from "./after-sign-in.ts";
import {
  resumeFreshSignIn,
  startFreshSignIn,
  startLinking,
  suggestEmail,
  resumeLinking,
} from "./authorization-middleware.ts";
import { prepareAttempt } from "../../identity/sign-in/prepare-attempt.ts";
import { rejectStaleCallback } from "../../identity/sign-in/reject-stale-callback.ts";
import {
  convertAppleCallbackToPost,
  redirectPostToGet,
} from "../../identity/sign-in/callback-form-post.ts";

const authJsHandler = authHandler();

const isEmail = (c: Context<SignInAppEnv>) => c.req.param("provider") === EMAIL_PROVIDER;

const requireProvider = createMiddleware<SignInAppEnv>(async (c, next) => {
  const { providers, emailSender } = c.var.ctx.config.auth;
  // Email scanners follow links, so a link signs in only through the page's button, which sends a POST.
  const isKnown = isEmail(c)
    ? emailSender !== undefined && c.req.method === "POST"
    : providers.some(({ id }) => id === c.req.param("provider"));
  if (!isKnown) throw fail("not_found", { reason: "no such provider" });
  await next();
});

// Email shares the `:provider` routes, but needs other middleware than the providers.
const onlyForEmail = (step: MiddlewareHandler<SignInAppEnv>) =>
  createMiddleware<SignInAppEnv>((c, next) => (isEmail(c) ? step(c, next) : next()));
const exceptForEmail = (step: MiddlewareHandler<SignInAppEnv>) =>
  createMiddleware<SignInAppEnv>((c, next) => (isEmail(c) ? next() : step(c, next)));

/**
 * `/api/auth`: the routes of the sign-in library. Only the listed ones reach it. Earlier middleware answers other
 * methods.
 */
export const signInRoutes = new Hono<SignInAppEnv>()
  .use(takePurchasesAfterSignIn)
  .use(prepareAttempt)
  .use(leadOwnerToSetup)
  .use(claimGiftsAfterSignIn)
  .use(keepLocaleAfterSignIn)
  .use(handleSignInErrors)
  .use(initAuthConfig((c: Context<SignInAppEnv>) => createAuthConfig(c.var.ctx, c.var.attempt)))
  .get("/providers", authJsHandler)
  .get("/session", authJsHandler)
  .get("/csrf", authJsHandler)
  .get("/signin", authJsHandler)
  .post(
    "/signin/:provider",
    requireProvider,
    onlyForEmail(prepareEmailRequest),
    exceptForEmail(startLinking),
    exceptForEmail(startFreshSignIn),
    exceptForEmail(suggestEmail),
    authJsHandler,
  )
  .get(
    "/callback/:provider",
    requireProvider,
    rejectStaleCallback,
    resumeLinking,
    resumeFreshSignIn,
    convertAppleCallbackToPost,
    authJsHandler,
  )
  .post(
    "/callback/:provider",
    requireProvider,
    onlyForEmail(prepareEmailCallback),
    exceptForEmail(redirectPostToGet),
    authJsHandler,
  )
  .get("/signout", authJsHandler)
  .post("/signout", authJsHandler)
  .get("/error", authJsHandler)
  .get("/verify-request", authJsHandler);
