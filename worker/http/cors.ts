import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";

/**
 * Allows cross-origin requests from every origin, without credentials. Only for routes that are public or take their
 * credential in the body.
 */
export const allowAllOrigins = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === "OPTIONS") {
    return c.body(null, 204, {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-headers": "content-type",
      "access-control-max-age": "86400",
    });
  }
  await next();
  // Set on the finished response, so error responses are readable too.
  exposeAnswer(c.res.headers);
});

/** Lets pages of every origin read an answer. */
export function exposeAnswer(headers: Headers): void {
  headers.set("access-control-allow-origin", "*");
  headers.set("access-control-expose-headers", "retry-after");
}
