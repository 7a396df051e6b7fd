import { Hono, type Context } from "hono";
import type { AppEnv } from "./context.ts";
import { auditRoutes } from "./features/audit/admin.ts";
import { benefitRoutes, productRoutes } from "./features/catalog/admin.ts";
import { customerRoutes } from "./features/customers/admin.ts";
import { discountRoutes } from "./features/discounts/admin.ts";
import { doctorRoutes } from "./features/doctor/admin.ts";
import { fileRoutes, versionRoutes } from "./features/downloads/admin.ts";
import { compRoutes } from "./features/grants/admin.ts";
import { eventRoutes, replayRoutes } from "./features/inbox/admin.ts";
import { licenseAdminRoutes } from "./features/licenses/admin.ts";
import { orderRoutes } from "./features/orders/admin.ts";
import { overviewRoutes } from "./features/overview/admin.ts";
import { pageAdminRoutes } from "./features/pages/admin.ts";
import { settingsRoutes } from "./features/settings/admin.ts";
import { adminSubscriptionRoutes } from "./features/subscriptions/admin.ts";
import { outageRoutes, rebuildRoutes, sweepRoutes } from "./features/sweeps/admin.ts";
import { teamRoutes } from "./features/team/routes.ts";
import { answerFailure, answerNotFound } from "./http/failures.ts";

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
