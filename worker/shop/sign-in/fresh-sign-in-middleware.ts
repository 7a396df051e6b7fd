import { createMiddleware } from "hono/factory";
import { isUserCtx } from "../../context.ts";
import {
  consumeFreshSignInRequest,
  NOT_PROVEN,
  recordFreshSignInRequest,
} from "../../identity/sign-in/fresh-sign-in.ts";
import { signInErrorUrl } from "../../identity/sign-in/handle-sign-in-errors.ts";
import type { SignInAppEnv } from "../../identity/sign-in/sign-in-attempt.ts";
import { SECOND } from "../../lib/time.ts";
import { readState } from "./read-state.ts";

/**
 * Handles `POST /signin/x?max_age=…` and `?prompt=login` of a signed-in user: records what the provider is asked, bound
 * to the authorization's `state`. The parameters themselves pass through the browser, so they prove nothing.
 */
export const startFreshSignIn = createMiddleware<SignInAppEnv>(async (c, next) => {
  const { ctx } = c.var;
  const maxAgeMs = readMaxAge(c.req.query("max_age"), c.req.query("prompt"));
  await next();
  if (maxAgeMs === undefined || !isUserCtx(ctx)) return;
  const state = await readState(c.res);
  if (state !== null) await recordFreshSignInRequest(ctx, { state, maxAgeMs });
});

/**
 * Finds out at a callback whether the shop asked for a fresh sign-in. If it did and the answer proves none, the user is
 * signed in, and a page explains what to do.
 */
export const resumeFreshSignIn = createMiddleware<SignInAppEnv>(async (c, next) => {
  const { ctx, attempt } = c.var;
  const state = c.req.query("state");
  if (state) {
    const request = await consumeFreshSignInRequest(ctx, { state });
    if (request) attempt.freshSignInRequest = request;
  }
  await next();
  if (attempt.freshSignInRequest && attempt.provenTime === NOT_PROVEN)
    c.header("location", signInErrorUrl(c, "SignInNotFresh"));
});

/** `prompt=login` asks the user to authenticate now, like `max_age=0`. */
function readMaxAge(maxAge: string | undefined, prompt: string | undefined): number | undefined {
  if (prompt?.split(" ").includes("login")) return 0;
  return maxAge === undefined ? undefined : Number(maxAge) * SECOND;
}
