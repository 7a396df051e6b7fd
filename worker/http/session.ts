import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";
import { doubt } from "../db/replicas.ts";
import { fail } from "../errors.ts";
import { SECOND } from "../lib/time.ts";
import { isSecure, readCookie, sessionCookieName } from "../identity/sign-in/cookies.ts";
import { resumeSession } from "../identity/sign-in/resume-session.ts";

/**
 * Loads the session with one read. The cookie of an ended session is cleared, and the cookie of an extended one gets
 * the new expiry. If the database is unavailable, the cookie stays, so the user remains signed in.
 * @throws `unavailable`
 */
export const loadSession = createMiddleware<AppEnv>(async (c, next) => {
  const { ctx } = c.var;
  const name = sessionCookieName(ctx.config.origin);
  const token = readToken(c);
  if (token === undefined) return next();

  const session = await resumeSession(ctx, { token }).catch((cause: unknown) => {
    throw fail("unavailable", { reason: "the session could not be read", cause });
  });
  if (!session) doubt(ctx.db);
  if (session) {
    c.set("ctx", { ...ctx, actor: session.actor });
    c.set("profile", session.profile);
  }
  await next();

  if (session && !session.isExtended) return;
  // A sign-in or sign-out route has already set the cookie.
  if (c.res.headers.getSetCookie().some((cookie) => cookie.startsWith(`${name}=`))) return;
  if (session)
    setCookie(c, name, token, {
      ...cookieOptions(c),
      // Not `expires`: browsers go by the real time, and the sandbox's may be years ahead.
      maxAge: Math.floor((session.expiresAt - ctx.now) / SECOND),
    });
  else clearSessionCookie(c);
});

/** Whether the request has the cookie of a session, which may have ended. */
export function hasSessionCookie(c: Context<AppEnv>): boolean {
  return readToken(c) !== undefined;
}

function readToken(c: Context<AppEnv>): string | undefined {
  const name = sessionCookieName(c.var.ctx.config.origin);
  return readCookie(c.req.header("cookie") ?? "", name);
}

/** For routes that end the current session: clears its cookie if the request succeeded. */
export const clearSessionCookieOnSuccess = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.res.ok) clearSessionCookie(c);
});

function clearSessionCookie(c: Context<AppEnv>): void {
  deleteCookie(c, sessionCookieName(c.var.ctx.config.origin), cookieOptions(c));
}

function cookieOptions(c: Context<AppEnv>) {
  const secure = isSecure(c.var.ctx.config.origin);
  return { httpOnly: true, secure, sameSite: "Lax", path: "/" } as const;
}
