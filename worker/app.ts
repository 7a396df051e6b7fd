import { Hono } from "hono";
import { auditRoutes } from "./admin/audit/routes.ts";
import { priceMoveRoutes } from "./admin/products/price-moves/routes.ts";
import { benefitRoutes, productRoutes } from "./admin/products/routes.ts";
import { customerRoutes } from "./admin/customers/routes.ts";
import { discountRoutes } from "./admin/discounts/routes.ts";
import { developerRoutes } from "./admin/developers/routes.ts";
import { doctorRoutes } from "./admin/doctor/routes.ts";
import { fileRoutes, versionRoutes } from "./admin/files/routes.ts";
import { giftRoutes } from "./admin/gifts/routes.ts";
import { eventRoutes, replayRoutes } from "./admin/events/routes.ts";
import { licenseAdminRoutes } from "./admin/licenses/routes.ts";
import { orderRoutes } from "./admin/orders/routes.ts";
import { overviewRoutes } from "./admin/overview/routes.ts";
import { pageAdminRoutes } from "./admin/pages/routes.ts";
import { settingsRoutes } from "./admin/settings/routes.ts";
import { adminSubscriptionRoutes } from "./admin/subscriptions/routes.ts";
import { outageRoutes, rebuildRoutes, sweepRoutes } from "./admin/sync/routes.ts";
import { teamRoutes } from "./admin/team/routes.ts";
import { readClockOffset } from "./clock.ts";
import { createContext, type AppEnv } from "./context.ts";
import { accountRoutes } from "./shop/account/routes.ts";
import { billingRoutes } from "./shop/billing/routes.ts";
import { subscriptionRoutes } from "./shop/billing/subscription-routes.ts";
import { sharePictureRoutes } from "./shop/site/share-picture-routes.ts";
import { catalogRoutes } from "./shop/storefront/routes.ts";
import { checkoutRoutes } from "./shop/checkout/routes.ts";
import { downloadRoutes } from "./shop/library/download-routes.ts";
import { inboxRoutes, requireSignature } from "./sync/webhook/routes.ts";
import { checkHealth } from "./admin/overview/check-health.ts";
import { giftLinkRoutes } from "./shop/gifts/routes.ts";
import { libraryRoutes } from "./shop/library/routes.ts";
import { shopSettingsRoutes } from "./shop/storefront/settings-routes.ts";
import { pageRoutes } from "./shop/library/page-routes.ts";
import { keySetRoutes } from "./api/licenses/routes.ts";
import { apiRoutes } from "./api/routes.ts";
import { activationRoutes, licenseRoutes } from "./shop/library/license-routes.ts";
import { signInRoutes } from "./shop/sign-in/routes.ts";
import { answerFailure, answerOtherUrl } from "./shop/site/answer-other-url.ts";
import { iconRoutes } from "./shop/site/icon-routes.ts";
import { programRoutes } from "./shop/site/program-routes.ts";
import { siteRoutes } from "./shop/site/routes.ts";
import { limitBody } from "./http/body-limit.ts";
import { allowAllOrigins } from "./http/cors.ts";
import {
  restrictAuthMethods,
  restrictAuthorizationParameters,
  requireSameOrigin,
} from "./http/guard.ts";
import { setSecurityHeaders } from "./http/headers.ts";
import { limitStripeCalls } from "./http/limit-stripe-calls.ts";
import { rateLimit } from "./http/rate-limit.ts";
import { requireRole } from "./http/require.ts";
import { loadSession } from "./http/session.ts";
import type { Role } from "./lib/roles.ts";
import { enqueueWebhooks } from "./webhooks/enqueue-webhooks.ts";

const app = new Hono<AppEnv>();

app.use(setSecurityHeaders);
app.use(async (c, next) => {
  const clockOffsetMs = await readClockOffset(c.env);
  const ctx = createContext(c.env, c.executionCtx, { type: "visitor" }, clockOffsetMs);
  c.set("ctx", ctx);
  await next();
  if (ctx.feed.mayHaveNewEvents) ctx.defer(enqueueWebhooks(ctx));
});
app.use(requireSameOrigin);

app.use("/api/auth/*", restrictAuthMethods, rateLimit("API_LIMIT", "auth"));
app.use(
  "/api/auth/signin/*",
  rateLimit("SIGN_IN_LIMIT", "signin"),
  restrictAuthorizationParameters,
);
app.use("/api/auth/callback/*", rateLimit("SIGN_IN_LIMIT", "callback"));
app.use("/api/health", rateLimit("API_LIMIT", "health"));
app.use("/api/shop/*", rateLimit("API_LIMIT", "shop"));
app.use("/api/me/*", rateLimit("API_LIMIT", "me"));
app.use("/api/admin/*", rateLimit("API_LIMIT", "admin"));

app.use("/api/v1/licenses/:call{validate|activate|deactivate|file}", allowAllOrigins);
app.use("/api/stripe/webhook", requireSignature);
app.use(limitBody);

// Only routes that depend on the user load the session: public responses are cached and must not set a cookie.
app.use("/api/auth/*", loadSession);
app.use("/api/me/*", loadSession);
app.use("/api/admin/*", loadSession);

for (const path of ["checkouts", "billing", "invoices", "subscriptions"])
  app.use(`/api/me/${path}/*`, limitStripeCalls);

app.get("/api/health", async (c) => c.json(await checkHealth(c.var.ctx)));

const routes = app
  .route("/api/auth", signInRoutes)
  .route("/api/me", accountRoutes)
  .route("/api/shop", catalogRoutes)
  .route("/api/shop", shopSettingsRoutes)
  .route("/", sharePictureRoutes)
  .route("/api/me", checkoutRoutes)
  .route("/api/me", billingRoutes)
  .route("/api/me/subscriptions", subscriptionRoutes)
  .route("/api/me/library", libraryRoutes)
  .route("/api/me/pages", pageRoutes)
  .route("/api/me/downloads", downloadRoutes)
  .route("/api/me/gift-links", giftLinkRoutes)
  .route("/api/me/licenses", licenseRoutes)
  .route("/api/me/activations", activationRoutes)
  .route("/api/v1", apiRoutes)
  .route("/.well-known/jwks.json", keySetRoutes)
  .route("/api/stripe/webhook", inboxRoutes)
  .route("/", programRoutes)
  .route("/", iconRoutes)
  .route("/", siteRoutes);

/** The role that each section of the console needs. Visitors are asked to sign in; a lower role gets 404. */
const sectionRoles: Record<string, Role> = {
  overview: "support",
  products: "admin",
  benefits: "support",
  orders: "support",
  subscriptions: "support",
  customers: "support",
  comps: "support",
  licenses: "support",
  files: "admin",
  "file-versions": "admin",
  pages: "admin",
  discounts: "admin",
  developers: "admin",
  events: "support",
  replays: "support",
  sweeps: "admin",
  rebuild: "owner",
  outage: "owner",
  doctor: "admin",
  team: "owner",
  settings: "owner",
  audit: "admin",
};

/** Routes that need a higher role than their section. */
const roleExceptions: [method: string, path: string, role: Role][] = [
  ["GET", "/benefits", "admin"],
  ["PUT", "/benefits/:id", "admin"],
  ["GET", "/overview/payments/export", "admin"],
  ["POST", "/overview/alerts/:id/refund", "admin"],
  ["POST", "/overview/alerts/:id/dismissal", "admin"],
  ["POST", "/orders/:id/refunds", "admin"],
  ["POST", "/subscriptions/:id/cancellation", "admin"],
  ["DELETE", "/subscriptions/:id/cancellation", "admin"],
  ["POST", "/subscriptions/:id/end", "admin"],
  ["POST", "/subscriptions/:id/refunds", "admin"],
  ["DELETE", "/customers/:userId/sessions", "admin"],
  ["DELETE", "/customers/:userId/sessions/:id", "admin"],
  ["GET", "/customers/:userId/merge", "admin"],
  ["POST", "/customers/:userId/merge", "admin"],
  ["POST", "/licenses", "admin"],
  ["POST", "/licenses/preview", "admin"],
  ["POST", "/licenses/stock/:benefitId/fulfillment", "admin"],
];

const admin = new Hono<AppEnv>().basePath("/api/admin");
for (const [section, role] of Object.entries(sectionRoles))
  admin.use(`/${section}/*`, requireRole(role));
for (const [method, path, role] of roleExceptions) admin.on(method, path, requireRole(role));

const adminRoutes = admin
  .route("/overview", overviewRoutes)
  .route("/products", productRoutes)
  .route("/products/:productId/price-moves", priceMoveRoutes)
  .route("/benefits", benefitRoutes)
  .route("/orders", orderRoutes)
  .route("/subscriptions", adminSubscriptionRoutes)
  .route("/customers", customerRoutes)
  .route("/comps", giftRoutes)
  .route("/licenses", licenseAdminRoutes)
  .route("/files", fileRoutes)
  .route("/file-versions", versionRoutes)
  .route("/pages", pageAdminRoutes)
  .route("/discounts", discountRoutes)
  .route("/developers", developerRoutes)
  .route("/events", eventRoutes)
  .route("/replays", replayRoutes)
  .route("/sweeps", sweepRoutes)
  .route("/rebuild", rebuildRoutes)
  .route("/outage", outageRoutes)
  .route("/doctor", doctorRoutes)
  .route("/team", teamRoutes)
  .route("/settings", settingsRoutes)
  .route("/audit", auditRoutes);

app.route("/", adminRoutes);

app.notFound(answerOtherUrl);
app.onError(answerFailure);

export default app;

/** The type that the frontend's typed API client is built from. */
export type AppType = typeof routes | typeof adminRoutes;
