import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";

/**
 * What every response carries. `frontend/public/_headers` says the same for the assets, which never pass through the
 * Worker; a test keeps the two alike.
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
    "frame-ancestors 'none'",
  ].join("; "),
  "strict-transport-security": "max-age=31536000",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

/**
 * Security headers on every response, and `no-store` where a route says nothing about caching. They are set on the
 * response itself: Hono's own way copies a finished response once for each.
 */
export const sendSecurityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { headers } = c.res;
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value);
  if (c.req.path.startsWith("/api/auth/callback/")) headers.set("referrer-policy", "no-referrer");
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
});
