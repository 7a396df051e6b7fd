import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";

/** Lets pages of every origin ask and read the answer, without credentials: for what is public or proves itself. */
export const allowEveryOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === "OPTIONS") {
    return c.body(null, 204, {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-headers": "content-type",
      "access-control-max-age": "86400",
    });
  }
  await next();
  // On the finished response, a refusal too: it is read as well.
  c.res.headers.set("access-control-allow-origin", "*");
  c.res.headers.set("access-control-expose-headers", "retry-after");
});
