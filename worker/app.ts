import { Hono } from "hono";
import { openConsole, type consoleRoutes } from "./admin-app.ts";
import { createContext, type AppEnv } from "./context.ts";
import { accountRoutes } from "./shop/account/routes.ts";
import { billingRoutes } from "./shop/billing/routes.ts";
import { subscriptionRoutes } from "./shop/billing/subscription-routes.ts";
import { catalogRoutes } from "./shop/storefront/routes.ts";
import { checkoutRoutes } from "./shop/checkout/routes.ts";
import { downloadRoutes } from "./shop/library/download-routes.ts";
import { inboxRoutes } from "./sync/webhook/routes.ts";
import { checkHealth } from "./admin/overview/check-health.ts";
import { libraryRoutes } from "./shop/library/routes.ts";
import { shopSettingsRoutes } from "./shop/storefront/settings-routes.ts";
import { pageRoutes } from "./shop/library/page-routes.ts";
import { keySetRoutes, publicLicenseRoutes } from "./api/licenses/routes.ts";
import { activationRoutes, licenseRoutes } from "./shop/library/license-routes.ts";
import { signInRoutes } from "./shop/sign-in/routes.ts";
import { answerFailure, answerNotFound } from "./http/error-handlers.ts";
import { limitAuthMethods, limitAuthorizationParameters, requireOwnOrigin } from "./http/guard.ts";
import { sendSecurityHeaders } from "./http/headers.ts";
import { limitRate } from "./http/rate-limit.ts";
import { loadSession } from "./http/session.ts";

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

app.all("/api/admin/*", openConsole);

app.get("/api/health", async (c) => c.json(await checkHealth(c.var.ctx)));

const routes = app
  .route("/api/auth", signInRoutes)
  .route("/api/me", accountRoutes)
  .route("/api/shop", catalogRoutes)
  .route("/api/shop", shopSettingsRoutes)
  .route("/api/me", checkoutRoutes)
  .route("/api/me", billingRoutes)
  .route("/api/me/subscriptions", subscriptionRoutes)
  .route("/api/me/library", libraryRoutes)
  .route("/api/me/pages", pageRoutes)
  .route("/api/me/downloads", downloadRoutes)
  .route("/api/me/licenses", licenseRoutes)
  .route("/api/me/activations", activationRoutes)
  .route("/api/v1/licenses", publicLicenseRoutes)
  .route("/.well-known/jwks.json", keySetRoutes)
  .route("/api/stripe/webhook", inboxRoutes);

app.notFound(answerNotFound);
app.onError(answerFailure);

export default app;

/** What the frontend's typed client is made from. */
export type AppType = typeof routes | typeof consoleRoutes;
