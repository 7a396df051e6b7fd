import { Hono, type Env, type MiddlewareHandler, type Schema } from "hono";
import type { AppEnv } from "../context.ts";
import { handleError, handleNotFound } from "./error-handlers.ts";

/**
 * Answers with routes whose code is loaded by the first request for one of them, so that the Worker starts without it.
 * The routes see the variables of the app, and their errors are handled like the app's.
 * @param load returns the routes, with their whole paths
 */
export function lazyRoutes<E extends Env, S extends Schema>(
  load: () => Promise<Hono<E, S, string>>,
): MiddlewareHandler<AppEnv> {
  const variables = new WeakMap<Request, AppEnv["Variables"]>();
  // The loaded routes, not the promise of them: a request must not wait for the work of another one.
  let routes: Hono<AppEnv> | undefined;
  return async (c) => {
    const loaded = await load();
    routes ??= new Hono<AppEnv>()
      .use(async (inner, next) => {
        const { ctx, profile } = variables.get(inner.req.raw)!;
        inner.set("ctx", ctx);
        inner.set("profile", profile);
        await next();
      })
      .route("/", loaded)
      .notFound(handleNotFound)
      .onError(handleError);
    variables.set(c.req.raw, c.var);
    return routes.fetch(c.req.raw, c.env, c.executionCtx);
  };
}
