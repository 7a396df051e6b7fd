import { createMiddleware } from "hono/factory";
import { fail } from "../../errors.ts";
import { isUserCtx } from "../../context.ts";
import { failureUrl } from "../../identity/sign-in/handle-sign-in-errors.ts";
import type { SignInEnv } from "../../identity/sign-in/sign-in-attempt.ts";
import { bindLink, takeLink } from "../../identity/sign-in/link-identity.ts";

/** `POST /signin/x?link=lnk_…`: the library begins an authorization as always, and the intent is tied to its state. */
export const beginLink = createMiddleware<SignInEnv>(async (c, next) => {
  const id = c.req.query("link");
  if (id === undefined) return next();
  const { ctx } = c.var;
  if (!isUserCtx(ctx)) throw fail("unauthenticated");
  const url = new URL(c.req.url);
  url.searchParams.delete("link");
  c.req.raw = new Request(url, c.req.raw);
  await next();
  const state = await stateOf(c.res);
  if (state !== null) await bindLink(ctx, { id, provider: c.req.param("provider") ?? "", state });
});

/** Before the library sees a callback: whether it is to link, and to whom. */
export const resumeLink = createMiddleware<SignInEnv>(async (c, next) => {
  const state = c.req.query("state");
  const link =
    state && (await takeLink(c.var.ctx, { state, provider: c.req.param("provider") ?? "" }));
  if (link) c.var.attempt.link = link;
  if (link === "expired") return c.redirect(failureUrl(c, "SignInExpired"));
  await next();
});

/** The state in the authorization address the library answers with. */
async function stateOf(response: Response): Promise<string | null> {
  const location = response.headers.get("location");
  const url = location ?? (await response.clone().json<{ url?: string }>()).url;
  return url !== undefined && URL.canParse(url) ? new URL(url).searchParams.get("state") : null;
}
