import { Hono } from "hono";
import type { adminRoutes } from "./admin/routes.ts";
import { readClockOffset } from "./clock.ts";
import { createContext, type AppEnv } from "./context.ts";
import { accountRoutes } from "./shop/account/routes.ts";
import { billingRoutes, subscriptionRoutes } from "./shop/billing/routes.ts";
import { sharePictureRoutes } from "./site/pictures/share-picture-routes.ts";
import { catalogRoutes, shopSettingsRoutes } from "./shop/storefront/routes.ts";
import { checkoutRoutes } from "./shop/checkout/routes.ts";
import {
  downloadRoutes,
  libraryRoutes,
  pageRoutes,
  activationRoutes,
  licenseRoutes,
} from "./shop/library/routes.ts";
import { inboxRoutes } from "./sync/webhook/routes.ts";
import { boughtGiftRoutes, giftLinkRoutes } from "./shop/gifts/routes.ts";
import { ownSeatRoutes, seatRoutes } from "./shop/seats/routes.ts";
import { keySetRoutes } from "./api/licenses/routes.ts";
import { apiRoutes } from "./api/routes.ts";
import { signInRoutes } from "./shop/sign-in/routes.ts";
import { answerPageError, answerUnrouted } from "./site/pages/answer-unrouted.ts";
import { iconRoutes } from "./site/pictures/icon-routes.ts";
import { answerWithPages } from "./plain/answer-with-pages.ts";
import { buyRoutes, describeBuyError } from "./plain/buy-routes.ts";
import { languageRoutes } from "./plain/language-routes.ts";
import { describePlainError, plainRoutes } from "./plain/routes.ts";
import { statementRoutes } from "./plain/statement-routes.ts";
import { describeSignInFailure, plainSignInRoutes } from "./plain/sign-in-routes.ts";
import { previewPageRoutes } from "./site/pages/preview-page-routes.ts";
import { crawlerRoutes } from "./site/crawlers/crawler-routes.ts";
import { personalPageRoutes } from "./site/pages/personal-page-routes.ts";
import { embedRoutes } from "./site/pages/embed-routes.ts";
import { siteRoutes } from "./site/pages/routes.ts";
import { answerInLocale } from "./http/choose-locale.ts";
import { answerHealth } from "./http/check-health.ts";
import { limitBody } from "./http/body-limit.ts";
import { allowAllOrigins } from "./http/cors.ts";
import {
  restrictAuthMethods,
  restrictAuthorizationParameters,
  requireSameOrigin,
} from "./http/guard.ts";
import { setSecurityHeaders } from "./http/headers.ts";
import { lazyRoutes } from "./http/lazy-routes.ts";
import { limitStripeCalls } from "./http/limit-stripe-calls.ts";
import { refuseForgeries } from "./http/refuse-forgeries.ts";
import { rateLimit } from "./http/rate-limit.ts";
import { loadSession } from "./http/session.ts";
import { enqueueWebhooks } from "./webhooks/enqueue-webhooks.ts";

const app = new Hono<AppEnv>();

app.use(setSecurityHeaders);
// Before the context, which needs a valid configuration. `live` asks nothing else: it is right also while D1 is down.
app.get("/api/health", rateLimit("API_LIMIT", "health"), answerHealth);
app.get("/api/health/live", (c) => c.json({ status: "ok", version: c.env.VERSION.id }));
app.use(async (c, next) => {
  const clockOffsetMs = await readClockOffset(c.env, c.req.path !== "/api/stripe/webhook");
  const ctx = createContext(c.env, c.executionCtx, { type: "visitor" }, clockOffsetMs);
  c.set("ctx", ctx);
  await next();
  if (ctx.feed.mayHaveNewEvents) ctx.defer(enqueueWebhooks(ctx));
});
app.use(answerInLocale);
// Before everything that may refuse a request, since a form's answer is a page.
app.use("/buy/*", answerWithPages(describeBuyError));
app.use("/plain/*", answerWithPages(describePlainError));
app.use("/withdraw", answerWithPages(describePlainError));
app.use("/cancel", answerWithPages(describePlainError));
app.use("/api/auth/*", answerWithPages(describeSignInFailure));
app.use(requireSameOrigin);

app.use("/api/auth/*", restrictAuthMethods, rateLimit("API_LIMIT", "auth"));
app.use(
  "/api/auth/signin/*",
  rateLimit("SIGN_IN_LIMIT", "signin"),
  restrictAuthorizationParameters,
);
app.use("/api/auth/callback/*", rateLimit("SIGN_IN_LIMIT", "callback"));
app.use("/buy/*", rateLimit("API_LIMIT", "buy"));
app.use("/plain/*", rateLimit("API_LIMIT", "plain"));
app.use("/withdraw", rateLimit("API_LIMIT", "statement"));
app.use("/cancel", rateLimit("API_LIMIT", "statement"));
app.use("/preview/*", rateLimit("API_LIMIT", "preview"));
app.use("/api/shop/*", rateLimit("API_LIMIT", "shop"));
app.use("/api/me/*", rateLimit("API_LIMIT", "me"));
app.use("/api/admin/*", rateLimit("API_LIMIT", "admin"));

app.use("/api/v1/licenses/:call{validate|activate|deactivate|file}", allowAllOrigins);
app.use("/api/stripe/webhook", refuseForgeries);
app.use(limitBody);

// Only routes that depend on the user load the session: public responses are cached and must not set a cookie.
app.use("/buy/*", loadSession);
app.use("/plain/*", loadSession);
app.use("/withdraw", loadSession);
app.use("/cancel", loadSession);
app.use("/preview/*", loadSession);
app.use("/api/auth/*", loadSession);
app.use("/api/me/*", loadSession);
app.use("/api/admin/*", loadSession);

for (const path of ["checkouts", "billing", "invoices", "subscriptions"])
  app.use(`/api/me/${path}/*`, limitStripeCalls);
app.on("POST", ["/buy", "/buy/:code"], limitStripeCalls);
app.use("/plain/checkout/*", limitStripeCalls);
app.on("POST", "/plain/account/billing/:id", limitStripeCalls);

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
  .route("/api/me/gifts", boughtGiftRoutes)
  .route("/api/me/seats", seatRoutes)
  .route("/api/me/own-seats", ownSeatRoutes)
  .route("/api/me/licenses", licenseRoutes)
  .route("/api/me/activations", activationRoutes)
  .route("/api/v1", apiRoutes)
  .route("/.well-known/jwks.json", keySetRoutes)
  .route("/api/stripe/webhook", inboxRoutes)
  .route("/", crawlerRoutes)
  .route("/", iconRoutes)
  .route("/", personalPageRoutes)
  .route("/", siteRoutes)
  .route("/", embedRoutes)
  .route("/preview", previewPageRoutes)
  .route("/", buyRoutes)
  .route("/", statementRoutes)
  .route("/plain", plainSignInRoutes)
  .route("/plain", languageRoutes)
  .route("/plain", plainRoutes);

app.post(
  "/api/email/events",
  rateLimit("API_LIMIT", "email-events"),
  lazyRoutes(async () => (await import("./email/sender-events/routes.ts")).senderEventRoutes),
);
app.all(
  "/api/admin/*",
  lazyRoutes(async () => (await import("./admin/routes.ts")).adminRoutes),
);

app.notFound(answerUnrouted);
app.onError(answerPageError);

export default app;

/** The type that the frontend's typed API client is built from. */
export type AppType = typeof routes | typeof adminRoutes;
