import { Hono } from "hono";
import { createContext, type AppEnv } from "./context.ts";
import { fail, toResponse } from "./errors.ts";
import { catalogRoutes } from "./features/catalog/routes.ts";

const app = new Hono<AppEnv>();

app.use(async (c, next) => {
  c.set("ctx", createContext(c.env, c.executionCtx, { type: "visitor" }));
  await next();
});

const routes = app.route("/api/shop", catalogRoutes);

app.notFound((c) => toResponse(fail("not_found"), c.var.ctx.requestId));
app.onError((error, c) => toResponse(error, c.var.ctx?.requestId ?? "req_none"));

export default app;

/** What the frontend's typed client is made from. */
export type AppType = typeof routes;
