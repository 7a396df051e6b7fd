import { Hono, type Context } from "hono";
import type { AppEnv } from "./context.ts";
import { auditRoutes } from "./admin/audit/routes.ts";
import { benefitRoutes, productRoutes } from "./admin/products/routes.ts";
import { customerRoutes } from "./admin/customers/routes.ts";
import { discountRoutes } from "./admin/discounts/routes.ts";
import { doctorRoutes } from "./admin/doctor/routes.ts";
import { fileRoutes, versionRoutes } from "./admin/files/routes.ts";
import { compRoutes } from "./admin/gifts/routes.ts";
import { eventRoutes, replayRoutes } from "./admin/events/routes.ts";
import { licenseAdminRoutes } from "./admin/licenses/routes.ts";
import { orderRoutes } from "./admin/orders/routes.ts";
import { overviewRoutes } from "./admin/overview/routes.ts";
import { pageAdminRoutes } from "./admin/pages/routes.ts";
import { settingsRoutes } from "./admin/settings/routes.ts";
import { adminSubscriptionRoutes } from "./admin/subscriptions/routes.ts";
import { outageRoutes, rebuildRoutes, sweepRoutes } from "./admin/sync/routes.ts";
import { teamRoutes } from "./admin/team/routes.ts";
import { answerFailure, answerNotFound } from "./http/error-handlers.ts";

/** What the app has found out about a request before it gets here. */
const carried = new WeakMap<Request, AppEnv["Variables"]>();

/**
 * The seller's side, with a router of its own: its routes overlap (`/orders/:id` and `/orders/export`), and one such
 * pair would take Hono's quick router from every buyer's request. What stands before a request is the app's.
 */
export const consoleApp = new Hono<AppEnv>().basePath("/api/admin");

consoleApp.use(async (c, next) => {
  const { ctx, profile } = carried.get(c.req.raw) ?? {};
  if (!ctx) throw new Error("the console was not opened by the app");
  c.set("ctx", ctx);
  c.set("profile", profile);
  await next();
});

export const consoleRoutes = consoleApp
  .route("/overview", overviewRoutes)
  .route("/products", productRoutes)
  .route("/benefits", benefitRoutes)
  .route("/orders", orderRoutes)
  .route("/subscriptions", adminSubscriptionRoutes)
  .route("/customers", customerRoutes)
  .route("/comps", compRoutes)
  .route("/licenses", licenseAdminRoutes)
  .route("/files", fileRoutes)
  .route("/file-versions", versionRoutes)
  .route("/pages", pageAdminRoutes)
  .route("/discounts", discountRoutes)
  .route("/events", eventRoutes)
  .route("/replays", replayRoutes)
  .route("/sweeps", sweepRoutes)
  .route("/rebuild", rebuildRoutes)
  .route("/outage", outageRoutes)
  .route("/doctor", doctorRoutes)
  .route("/team", teamRoutes)
  .route("/settings", settingsRoutes)
  .route("/audit", auditRoutes);

consoleApp.notFound(answerNotFound);
consoleApp.onError(answerFailure);

/** Answers `/api/admin/*` for the app, whose middleware has run. */
export function openConsole(c: Context<AppEnv>): Response | Promise<Response> {
  carried.set(c.req.raw, c.var);
  return consoleApp.fetch(c.req.raw, c.env, c.executionCtx);
}
