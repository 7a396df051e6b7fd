import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";
import { fail } from "../errors.ts";
import { isSecure, readCookie, sessionCookieName } from "../identity/sign-in/cookies.ts";
import { resumeSession } from "../identity/sign-in/resume-session.ts";

/**
 * Who asks: one read. A dead session's cookie is taken back, a living one's follows its expiry, and when the database
 * does not answer the cookie stays: that is no sign-out.
 * @throws `unavailable`
 */
export const loadSession = createMiddleware<AppEnv>(async (c, next) => {
  const { ctx } = c.var;
  const name = sessionCookieName(ctx.config.origin);
  const token = readCookie(c.req.header("cookie") ?? "", name);
  if (token === undefined) return next();

  const session = await resumeSession(ctx, { token }).catch((cause: unknown) => {
    throw fail("unavailable", { reason: "the session could not be read", cause });
  });
  if (session) {
    c.set("ctx", { ...ctx, actor: session.actor });
    c.set("profile", session.profile);
  }
  await next();

  if (session && !session.extended) return;
  // The route has the last word: a sign-in or sign-out has set the cookie already.
  if (c.res.headers.getSetCookie().some((cookie) => cookie.startsWith(`${name}=`))) return;
  if (session)
    setCookie(c, name, token, { ...cookieOptions(c), expires: new Date(session.expiresAt) });
  else dropSessionCookie(c);
});

/** For a route that ends the session that asks: takes the cookie back when it has. */
export const takeCookieBack = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.res.ok) dropSessionCookie(c);
});

function dropSessionCookie(c: Context<AppEnv>): void {
  deleteCookie(c, sessionCookieName(c.var.ctx.config.origin), cookieOptions(c));
}

function cookieOptions(c: Context<AppEnv>) {
  const secure = isSecure(c.var.ctx.config.origin);
  return { httpOnly: true, secure, sameSite: "Lax", path: "/" } as const;
}
