import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";
import { chooseOpenerPolicy, OPENER_POLICY } from "./opener.ts";

const NO_ANCESTORS = "frame-ancestors 'none'";

/**
 * Security headers of every response. `frontend/public/_headers` repeats them for static assets, which don't pass
 * through the Worker; a test compares the two.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    NO_ANCESTORS,
  ].join("; "),
  "strict-transport-security": "max-age=31536000",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  [OPENER_POLICY]: "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

/**
 * Sets the security headers, and `no-store` if the route sets no caching. They are set on the response directly, since
 * Hono's `c.header` copies a finished response for each header.
 */
export const setSecurityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  // Before the routes of the sign-in, which leave the library no cookies but its own.
  const openerPolicy = chooseOpenerPolicy(c.req.header("cookie"));
  await next();
  if (openerPolicy !== undefined) c.res.headers.set(OPENER_POLICY, openerPolicy);
  secureHeaders(c.res.headers, c.req.path);
});

/** Returns the header that lets these sites, and the shop itself, show a document in a frame. */
export const allowFraming = (origins: string[]): Record<string, string> => ({
  "content-security-policy": securityHeaders["content-security-policy"]!.replace(
    NO_ANCESTORS,
    ["frame-ancestors 'self'", ...origins].join(" "),
  ),
});

/** Sets them on the headers of an answer. @param path of the request */
export function secureHeaders(headers: Headers, path: string): void {
  // The logo, the pictures of products and those of shared links are made for other sites, too.
  const resourcePolicy = headers.get("cross-origin-resource-policy");
  const framePolicy = headers.get("content-security-policy");
  const openerPolicy = headers.get(OPENER_POLICY);
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value);
  if (resourcePolicy) headers.set("cross-origin-resource-policy", resourcePolicy);
  // A window that another site has opened to sell.
  if (openerPolicy) headers.set(OPENER_POLICY, openerPolicy);
  // A document that the shop's own pages show in a sandboxed frame, or that other sites show.
  if (framePolicy) {
    headers.set("content-security-policy", framePolicy);
    // This header knows no other sites.
    if (/frame-ancestors 'self' /.test(framePolicy)) headers.delete("x-frame-options");
    else headers.set("x-frame-options", "SAMEORIGIN");
  }
  if (path.startsWith("/api/auth/callback/")) headers.set("referrer-policy", "no-referrer");
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
}
