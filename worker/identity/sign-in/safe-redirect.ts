import type { Context } from "hono";
import type { AppEnv } from "../../context.ts";
import { authCookies, readCookie } from "./cookies.ts";

const signInPages = ["/signin", "/signout", "/error", "/verify-request"];
/** With the same pages for browsers without JavaScript. */
const signInPaths = [...signInPages, ...signInPages.map((page) => `/plain${page}`)];

/**
 * Returns a safe redirect target after signing in or out: a page of this shop, otherwise the front page. The target is
 * parsed like in a browser. Control characters and backslashes are refused first, since browsers drop them or turn them
 * into slashes.
 * @param target a path or an absolute URL, from a form, a query or a cookie
 * @returns an absolute URL on `origin`
 */
export function safeRedirect(target: string, origin: string): string {
  const url = safePage(target, origin);
  return isAnyOf(signInPaths, new URL(url).pathname) ? `${origin}/` : url;
}

/** Like `safeRedirect`, but allows the sign-in pages, too. */
export function safePage(target: string, origin: string): string {
  const homeUrl = `${origin}/`;
  // oxlint-disable-next-line no-control-regex -- matches the characters to refuse
  if (/[\u0000-\u0020\u007f\\]/.test(target)) return homeUrl;
  if (!target.startsWith("/") && !target.startsWith(`${origin}/`)) return homeUrl;
  if (target.startsWith("//") || !URL.canParse(target, origin)) return homeUrl;
  const url = new URL(target, origin);
  if (url.origin !== origin || url.username !== "" || url.password !== "") return homeUrl;
  return isAnyOf(["/api"], url.pathname)
    ? homeUrl
    : `${origin}${url.pathname}${url.search}${url.hash}`;
}

/**
 * Whether a path is one of these, or below one of them. Compares the decoded path in lower case, so that `/%61pi` and
 * `/API` count as `/api`; a path that cannot be compared may be any of them.
 */
function isAnyOf(paths: string[], pathname: string): boolean {
  let path: string;
  try {
    path = decodeURIComponent(pathname).toLowerCase();
  } catch {
    return true;
  }
  if (path.includes("//") || path.includes("\\") || path.includes("%")) return true;
  return paths.some((each) => path === each || path.startsWith(`${each}/`));
}

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
