import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";
import { fail, toResponse } from "../errors.ts";

const SAFE = ["GET", "HEAD", "OPTIONS"];
const AUTH = "/api/auth/";

/** The query a sign-in may begin with: the library would hand anything else to the provider, `redirect_uri` included. */
const authorizationParameters: Record<string, RegExp> = {
  login_hint: /^[^\p{Cc}]{1,255}$/u,
  prompt: /^(none|login|consent|select_account)( (login|consent|select_account))*$/,
  max_age: /^\d{1,9}$/,
  ui_locales: /^[A-Za-z0-9-]{2,35}( [A-Za-z0-9-]{2,35})*$/,
  link: /^lnk_[0-9a-z]{26}$/,
};

/**
 * Refuses hosts this deployment does not serve, whatever X-Forwarded-Host says; and requests that change something and
 * come from another site, by Origin, else by Sec-Fetch-Site: every browser sends one of them. Exempt is who brings no
 * cookie along: Stripe, which signs, bearers of an API key, and Apple's form post, which is checked by `state`.
 * @throws `unknown_host`, `cross_site_request`
 */
export const requireOwnOrigin = createMiddleware<AppEnv>(async (c, next) => {
  const { origin } = c.var.ctx.config;
  if (!isServedAt(c.req.url, origin)) throw fail("unknown_host");
  if (!SAFE.includes(c.req.method) && !isExempt(c.req.path) && !isSameOrigin(c.req.raw, origin)) {
    throw fail("cross_site_request");
  }
  await next();
});

/** Answers the methods that the library would answer with 400. */
export const limitAuthMethods = createMiddleware<AppEnv>(async (c, next) => {
  const { method } = c.req;
  if (method === "GET" || method === "POST") return next();
  if (method === "OPTIONS") return c.body(null, 204, { allow: "GET, POST" });
  const refusal = toResponse(fail("method_not_allowed"), c.var.ctx.requestId);
  refusal.headers.set("allow", "GET, POST");
  return refusal;
});

/**
 * Lets a sign-in begin with `login_hint`, `prompt`, `max_age`, `ui_locales`, and the id of a link intent.
 * @throws `invalid_input` naming the parameters it refuses
 */
export const limitAuthorizationParameters = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === "POST") {
    const fields = Object.entries(c.req.queries())
      .filter(
        ([name, values]) =>
          values.length !== 1 || !authorizationParameters[name]?.test(values[0] ?? ""),
      )
      .map(([path]) => ({ path, message: "is not accepted here" }));
    if (fields.length > 0)
      throw fail("invalid_input", { reason: "authorization parameters refused", fields });
  }
  await next();
});

/** By host alone: the scheme may have changed on the way. Parsing an address costs, and hardly any has to be. */
function isServedAt(url: string, origin: string): boolean {
  return url.startsWith(`${origin}/`) || new URL(url).host === hostOf(origin);
}

function hostOf(origin: string): string {
  return origin.slice(origin.indexOf("//") + 2);
}

function isExempt(path: string): boolean {
  return (
    path === "/api/stripe/webhook" ||
    path.startsWith("/api/v1/") ||
    path === `${AUTH}callback/apple`
  );
}

function isSameOrigin(request: Request, origin: string): boolean {
  const from = request.headers.get("origin");
  if (from !== null) return from === origin;
  return request.headers.get("sec-fetch-site") === "same-origin";
}
