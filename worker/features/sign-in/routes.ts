import { authHandler, initAuthConfig } from "@hono/auth-js";
import { Hono, type Context } from "hono";
import { createMiddleware } from "hono/factory";
import { fail } from "../../errors.ts";
import { createAuthConfig } from "./auth-config.ts";
import type { SignInEnv } from "./attempt.ts";
import { answerFailures } from "./answer-failures.ts";
import { openEmailLink, requestEmailLink } from "./email-steps.ts";
import { beginLink, resumeLink } from "./link-steps.ts";
import { prepareAttempt } from "./prepare-attempt.ts";
import { refuseStaleCallback } from "./refuse-stale-callback.ts";

const library = authHandler();

const requireProvider = createMiddleware<SignInEnv>(async (c, next) => {
  const known = c.var.ctx.config.auth.providers.some(({ id }) => id === c.req.param("provider"));
  if (!known) throw fail("not_found", { reason: "no such provider" });
  await next();
});

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
  .post("/signin/email", requestEmailLink, library)
  .post("/callback/email", openEmailLink, library)
  .post("/signin/:provider", requireProvider, beginLink, library)
  .get("/callback/:provider", requireProvider, refuseStaleCallback, resumeLink, library)
  .post("/callback/:provider", requireProvider, refuseStaleCallback, resumeLink, library)
  .get("/signout", library)
  .post("/signout", library)
  .get("/error", library)
  .get("/verify-request", library);
