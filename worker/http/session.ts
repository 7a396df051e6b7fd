import type { Context } from "hono";
import { deleteCookie, generateCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import type { AppEnv, Ctx } from "../context.ts";
import { doubt } from "../db/replicas.ts";
import { fail } from "../errors.ts";
import { SECOND } from "../lib/time.ts";
import { isSecure, readCookie, sessionCookieName } from "../identity/sign-in/cookies.ts";
import { resumeSession, type ResumedSession } from "../identity/sign-in/resume-session.ts";

/**
 * Loads the session with one read. The cookie of an ended session is cleared, and the cookie of an extended one gets
 * the new expiry. If the database is unavailable, the cookie stays, so the user remains signed in.
 * @throws `unavailable`
 */
export const loadSession = createMiddleware<AppEnv>(async (c, next) => {
  const { ctx } = c.var;
  const found = await findSession(ctx, c.req.header("cookie") ?? "");
  if (!found) return next();

  const { session } = found;
  if (session) {
    c.set("ctx", { ...ctx, actor: session.actor });
    c.set("profile", session.profile);
  }
  await next();

  if (session && !session.isExtended) return;
  // A sign-in or sign-out route has already set the cookie.
  const start = `${sessionCookieName(ctx.config.origin)}=`;
  if (c.res.headers.getSetCookie().some((cookie) => cookie.startsWith(start))) return;
  renewSessionCookie(c.res.headers, ctx, found);
});

/** Whether the request has the cookie of a session, which may have ended. */
export function hasSessionCookie(c: Context<AppEnv>): boolean {
  return readToken(c.var.ctx, c.req.header("cookie") ?? "") !== undefined;
}

function readToken({ config }: Ctx, cookies: string): string | undefined {
  return readCookie(cookies, sessionCookieName(config.origin));
}

/** The token that a request carries, and its session: null if it has ended. */
type FoundSession = { token: string; session: ResumedSession | null };

/**
 * Finds the session of a request with one read.
 * @returns undefined if the request carries none
 * @throws `unavailable`
 */
export async function findSession(ctx: Ctx, cookies: string): Promise<FoundSession | undefined> {
  const token = readToken(ctx, cookies);
  if (token === undefined) return undefined;
  const session = await resumeSession(ctx, { token }).catch((cause: unknown) => {
    throw fail("unavailable", { reason: "the session could not be read", cause });
  });
  if (!session) doubt(ctx.db);
  return { token, session };
}

/** Sets the cookie that follows from a request's session: with the new expiry, or cleared. */
export function renewSessionCookie(
  headers: Headers,
  { config, now }: Ctx,
  { token, session }: FoundSession,
): void {
  if (session && !session.isExtended) return;
  const options = cookieOptions(config.origin);
  // Not `expires`: browsers go by the real time, and the sandbox's may be years ahead.
  const maxAge = session ? Math.floor((session.expiresAt - now) / SECOND) : 0;
  const name = sessionCookieName(config.origin);
  headers.append("set-cookie", generateCookie(name, session ? token : "", { ...options, maxAge }));
}

/** For routes that end the current session: clears its cookie if the request succeeded. */
export const clearSessionCookieOnSuccess = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (!c.res.ok) return;
  const { origin } = c.var.ctx.config;
  deleteCookie(c, sessionCookieName(origin), cookieOptions(origin));
});

function cookieOptions(origin: string) {
  return { httpOnly: true, secure: isSecure(origin), sameSite: "Lax", path: "/" } as const;
}
