import { Hono, type Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { matchedRoutes } from "hono/route";
import Stripe from "stripe";
import { createContext, type AppEnv } from "./context.ts";
import { fail, Failure, toResponse } from "./errors.ts";
import { accountRoutes } from "./features/account/routes.ts";
import { auditRoutes } from "./features/audit/admin.ts";
import { billingRoutes } from "./features/billing/routes.ts";
import { subscriptionRoutes } from "./features/billing/subscription-routes.ts";
import { benefitRoutes, productRoutes } from "./features/catalog/admin.ts";
import { catalogRoutes } from "./features/catalog/routes.ts";
import { checkoutRoutes } from "./features/checkout/routes.ts";
import { customerRoutes } from "./features/customers/admin.ts";
import { doctorRoutes } from "./features/doctor/admin.ts";
import { fileRoutes, versionRoutes } from "./features/downloads/admin.ts";
import { downloadRoutes } from "./features/downloads/routes.ts";
import { discountRoutes } from "./features/discounts/admin.ts";
import { compRoutes } from "./features/grants/admin.ts";
import { eventRoutes, replayRoutes } from "./features/inbox/admin.ts";
import { inboxRoutes } from "./features/inbox/routes.ts";
import { overviewRoutes } from "./features/overview/admin.ts";
import { checkHealth } from "./features/overview/check-health.ts";
import { libraryRoutes } from "./features/library/routes.ts";
import { settingsRoutes } from "./features/settings/admin.ts";
import { shopSettingsRoutes } from "./features/settings/public-routes.ts";
import { pageAdminRoutes } from "./features/pages/admin.ts";
import { pageRoutes } from "./features/pages/routes.ts";
import { licenseAdminRoutes } from "./features/licenses/admin.ts";
import { keySetRoutes, publicLicenseRoutes } from "./features/licenses/public-routes.ts";
import { activationRoutes, licenseRoutes } from "./features/licenses/routes.ts";
import { orderRoutes } from "./features/orders/admin.ts";
import { signInRoutes } from "./features/sign-in/routes.ts";
import { adminSubscriptionRoutes } from "./features/subscriptions/admin.ts";
import { outageRoutes, rebuildRoutes, sweepRoutes } from "./features/sweeps/admin.ts";
import { teamRoutes } from "./features/team/routes.ts";
import { limitAuthMethods, limitAuthorizationParameters, requireOwnOrigin } from "./http/guard.ts";
import { sendSecurityHeaders } from "./http/headers.ts";
import { limitRate } from "./http/rate-limit.ts";
import { loadSession } from "./http/session.ts";
import { summarizeError } from "./lib/log.ts";

const app = new Hono<AppEnv>();

app.use(sendSecurityHeaders);
app.use(async (c, next) => {
  c.set("ctx", createContext(c.env, c.executionCtx, { type: "visitor" }));
  await next();
});
app.use(requireOwnOrigin);

app.use("/api/auth/*", limitAuthMethods, limitRate("API_LIMIT", "auth"));
app.use("/api/auth/signin/*", limitRate("SIGN_IN_LIMIT", "signin"), limitAuthorizationParameters);
app.use("/api/auth/callback/*", limitRate("SIGN_IN_LIMIT", "callback"));
app.use("/api/shop/*", limitRate("API_LIMIT", "shop"));
app.use("/api/me/*", limitRate("API_LIMIT", "me"));
app.use("/api/admin/*", limitRate("API_LIMIT", "admin"));

// Only where a person matters: public answers are cached, and must carry nobody's cookie.
app.use("/api/auth/*", loadSession);
app.use("/api/me/*", loadSession);
app.use("/api/admin/*", loadSession);

app.get("/api/health", async (c) => c.json(await checkHealth(c.var.ctx)));

const routes = app
  .route("/api/auth", signInRoutes)
  .route("/api/me", accountRoutes)
  .route("/api/admin/audit", auditRoutes)
  .route("/api/admin/overview", overviewRoutes)
  .route("/api/admin/events", eventRoutes)
  .route("/api/admin/replays", replayRoutes)
  .route("/api/admin/sweeps", sweepRoutes)
  .route("/api/admin/rebuild", rebuildRoutes)
  .route("/api/admin/outage", outageRoutes)
  .route("/api/admin/doctor", doctorRoutes)
  .route("/api/admin/settings", settingsRoutes)
  .route("/api/admin/benefits", benefitRoutes)
  .route("/api/admin/products", productRoutes)
  .route("/api/admin/discounts", discountRoutes)
  .route("/api/admin/orders", orderRoutes)
  .route("/api/admin/subscriptions", adminSubscriptionRoutes)
  .route("/api/admin/team", teamRoutes)
  .route("/api/admin/customers", customerRoutes)
  .route("/api/admin/files", fileRoutes)
  .route("/api/admin/file-versions", versionRoutes)
  .route("/api/admin/comps", compRoutes)
  .route("/api/shop", catalogRoutes)
  .route("/api/shop", shopSettingsRoutes)
  .route("/api/me", checkoutRoutes)
  .route("/api/me", billingRoutes)
  .route("/api/me/subscriptions", subscriptionRoutes)
  .route("/api/me/library", libraryRoutes)
  .route("/api/me/pages", pageRoutes)
  .route("/api/admin/pages", pageAdminRoutes)
  .route("/api/me/downloads", downloadRoutes)
  .route("/api/me/licenses", licenseRoutes)
  .route("/api/me/activations", activationRoutes)
  .route("/api/admin/licenses", licenseAdminRoutes)
  .route("/api/v1/licenses", publicLicenseRoutes)
  .route("/.well-known/jwks.json", keySetRoutes)
  .route("/api/stripe/webhook", inboxRoutes);

app.notFound((c) => toResponse(fail("not_found"), c.var.ctx.requestId));

app.onError((error, c) => {
  const requestId = c.var.ctx?.requestId ?? "none";
  const failure = toFailure(error);
  const level = failure.code === "internal" ? console.error : console.warn;
  level(
    JSON.stringify({
      event: "request.failed",
      code: failure.code,
      reason: failure.message,
      cause: failure.cause === undefined ? undefined : summarizeError(failure.cause),
      method: c.req.method,
      path: patternOf(c),
      request_id: requestId,
    }),
  );
  return toResponse(failure, requestId);
});

/** Never what was asked for: the path of a download is the right to it. */
function patternOf(c: Context<AppEnv>): string {
  return matchedRoutes(c).findLast(({ method }) => method !== "ALL")?.path ?? "(no route)";
}

function toFailure(error: Error): Failure {
  if (error instanceof Failure) return error;
  // The validator's word for a body that is no JSON.
  if (error instanceof HTTPException && error.status === 400)
    return fail("invalid_input", { reason: error.message });
  if (error instanceof Stripe.errors.StripeError)
    return fail("stripe_unavailable", { cause: error });
  return fail("internal", { cause: error });
}

export default app;

/** What the frontend's typed client is made from. */
export type AppType = typeof routes;
