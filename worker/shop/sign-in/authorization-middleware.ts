import { createMiddleware } from "hono/factory";
import { isUserCtx } from "../../context.ts";
import {
  consumeFreshSignInRequest,
  NOT_PROVEN,
  recordFreshSignInRequest,
} from "../../identity/sign-in/fresh-sign-in.ts";
import { signInErrorUrl } from "../../identity/sign-in/handle-sign-in-errors.ts";
import type { SignInAppEnv } from "../../identity/sign-in/sign-in-attempt.ts";
import { findLoginHint } from "../../checkout/open-checkout-link.ts";
import { SECOND } from "../../lib/time.ts";
import { fail } from "../../errors.ts";
import { bindIntentToState, consumeLinkIntent } from "../../identity/sign-in/link-identity.ts";

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

/**
 * Handles `POST /signin/x?link=lnk_…`: the library starts an authorization as usual, and the link intent is bound to
 * its `state`.
 */
export const startLinking = createMiddleware<SignInAppEnv>(async (c, next) => {
  const id = c.req.query("link");
  if (id === undefined) return next();
  const { ctx } = c.var;
  if (!isUserCtx(ctx)) throw fail("unauthenticated");
  const url = new URL(c.req.url);
  url.searchParams.delete("link");
  c.req.raw = new Request(url, c.req.raw);
  await next();
  const state = await readState(c.res);
  if (state !== null)
    await bindIntentToState(ctx, { id, provider: c.req.param("provider") ?? "", state });
});

/** Checks before the library handles a callback whether it links an identity, and to which user. */
export const resumeLinking = createMiddleware<SignInAppEnv>(async (c, next) => {
  const state = c.req.query("state");
  const linkTarget =
    state &&
    (await consumeLinkIntent(c.var.ctx, { state, provider: c.req.param("provider") ?? "" }));
  if (linkTarget) c.var.attempt.linkTarget = linkTarget;
  if (linkTarget === "expired") return c.redirect(signInErrorUrl(c, "SignInExpired"));
  await next();
});

/**
 * Suggests the email of a checkout link to the provider, at a sign-in that the link leads to. The server does it, so that
 * no page and no answer has the email.
 */
export const suggestEmail = createMiddleware<SignInAppEnv>(async (c, next) => {
  const url = new URL(c.req.url);
  const body = await c.req.raw
    .clone()
    .json<{ callbackUrl?: unknown }>()
    .catch(() => null);
  const id = /\/checkout\/(lnc_\w{1,64})$/.exec(String(body?.callbackUrl))?.[1];
  const email =
    id && !url.searchParams.has("login_hint") ? await findLoginHint(c.var.ctx, { id }) : null;
  if (email) {
    url.searchParams.set("login_hint", email);
    c.req.raw = new Request(url, c.req.raw);
  }
  await next();
});

/** Reads the `state` from the authorization URL in the library's response; null if it started no authorization. */
async function readState(response: Response): Promise<string | null> {
  const location = response.headers.get("location");
  const url = location ?? (await response.clone().json<{ url?: string }>()).url;
  return url !== undefined && URL.canParse(url) ? new URL(url).searchParams.get("state") : null;
}
