import type { Context } from "hono";
import type { SignInEnv } from "./sign-in-attempt.ts";
import { authCookies, readCookie } from "./cookies.ts";
import { safeRedirect } from "./safe-redirect.ts";

/** Where the person wanted to be before signing in, as an absolute URL of this shop; the front page when unknown. */
export function wantedPage(c: Context<SignInEnv>): string {
  const { origin } = c.var.ctx.config;
  const cookie = readCookie(c.req.header("cookie") ?? "", authCookies(origin).callbackUrl.name);
  try {
    return safeRedirect(decodeURIComponent(cookie ?? "/"), origin);
  } catch {
    return `${origin}/`;
  }
}
