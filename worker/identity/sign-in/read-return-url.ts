import type { Context } from "hono";
import type { AppEnv } from "../../context.ts";
import { authCookies, readCookie } from "./cookies.ts";
import { safeRedirect } from "./safe-redirect.ts";

/** Returns the page to open after signing in, as an absolute URL of this shop, or the front page if unknown. */
export function readReturnUrl<E extends AppEnv>(c: Context<E>): string {
  const { origin } = c.var.ctx.config;
  const cookie = readCookie(c.req.header("cookie") ?? "", authCookies(origin).callbackUrl.name);
  try {
    return safeRedirect(decodeURIComponent(cookie ?? "/"), origin);
  } catch {
    return `${origin}/`;
  }
}
