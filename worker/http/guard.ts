import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";
import { fail, toErrorResponse } from "../errors.ts";

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];
const AUTH_PATH = "/api/auth/";

/**
 * The query parameters allowed at the start of a sign-in. The library would pass any others to the provider, including
 * `redirect_uri`.
 */
const allowedAuthorizationParameters = new Map([
  ["login_hint", /^[^\p{Cc}]{1,255}$/u],
  ["prompt", /^(none|login|consent|select_account)( (login|consent|select_account))*$/],
  ["max_age", /^\d{1,9}$/],
  ["ui_locales", /^[A-Za-z0-9-]{2,35}( [A-Za-z0-9-]{2,35})*$/],
  ["link", /^lnk_[0-9a-z]{26}$/],
]);

/**
 * Refuses requests for other hosts, ignoring `X-Forwarded-Host`, and cross-site requests that change something. It
 * checks `Origin`, else `Sec-Fetch-Site`, else `Referer`: every browser with scripts sends one of the first two, and
 * old and text browsers send the last. No page of another site can forge any of them. Routes that use no cookies are
 * exempt: the signed webhooks of Stripe and Resend, the public API, Apple's form post, which is protected by `state`, and the signed
 * link that turns emails off.
 * @throws `unknown_host`, `cross_site_request`
 */
export const requireSameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  const { origin } = c.var.ctx.config;
  if (!isServedHost(c.req.url, origin)) throw fail("unknown_host");
  if (
    !SAFE_METHODS.includes(c.req.method) &&
    !isExemptFromOriginCheck(c.req.path) &&
    !isSameOrigin(c.req.raw, origin)
  ) {
    throw fail("cross_site_request");
  }
  await next();
});

/** Answers 405 to methods for which the library would answer 400, and 204 to `OPTIONS`. */
export const restrictAuthMethods = createMiddleware<AppEnv>(async (c, next) => {
  const { method } = c.req;
  if (method === "GET" || method === "POST") return next();
  if (method === "OPTIONS") return c.body(null, 204, { allow: "GET, POST" });
  const response = toErrorResponse(fail("method_not_allowed"), c.var.ctx.requestId);
  response.headers.set("allow", "GET, POST");
  return response;
});

/**
 * Allows only `login_hint`, `prompt`, `max_age`, `ui_locales` and the id of a link intent at the start of a sign-in.
 * @throws `invalid_input` naming the refused parameters
 */
export const restrictAuthorizationParameters = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === "POST") {
    const fields = Object.entries(c.req.queries())
      .filter(
        ([name, values]) =>
          values.length !== 1 || !allowedAuthorizationParameters.get(name)?.test(values[0] ?? ""),
      )
      .map(([path]) => ({ path, message: "is not accepted here" }));
    if (fields.length > 0)
      throw fail("invalid_input", { reason: "authorization parameters refused", fields });
  }
  await next();
});

/** Compares only the host, since a proxy may have changed the scheme. Most URLs need no parsing, which is slower. */
function isServedHost(url: string, origin: string): boolean {
  return url.startsWith(`${origin}/`) || new URL(url).host === hostOf(origin);
}

function hostOf(origin: string): string {
  return origin.slice(origin.indexOf("//") + 2);
}

function isExemptFromOriginCheck(path: string): boolean {
  return (
    path === "/api/stripe/webhook" ||
    path === "/api/email/events" ||
    path.startsWith("/api/v1/") ||
    path === `${AUTH_PATH}callback/apple` ||
    path === "/plain/notifications/off" ||
    path === "/plain/emails/off"
  );
}

function isSameOrigin(request: Request, origin: string): boolean {
  const originHeader = request.headers.get("origin");
  if (originHeader !== null) return originHeader === origin;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return request.headers.get("referer")?.startsWith(`${origin}/`) === true;
}
