import { createMiddleware } from "hono/factory";
import { fail } from "../../errors.ts";
import { isUserCtx } from "../../context.ts";
import { signInErrorUrl } from "../../identity/sign-in/handle-sign-in-errors.ts";
import type { SignInAppEnv } from "../../identity/sign-in/sign-in-attempt.ts";
import { readState } from "./read-state.ts";
import { bindIntentToState, consumeLinkIntent } from "../../identity/sign-in/link-identity.ts";

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
