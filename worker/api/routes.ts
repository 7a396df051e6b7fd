import { Hono } from "hono";
import type { AppEnv } from "../context.ts";
import { fail, toErrorResponse } from "../errors.ts";
import { followApiConventions, finishAnswer } from "./protocol/conventions.ts";
import { readApiKey, requireApiKey, type ApiEnv } from "./protocol/api-key.ts";
import { replayRepeatedPosts } from "./protocol/idempotency.ts";
import { limitKeyRate, setRateLimitHeaders } from "./protocol/key-limit.ts";
import { checkoutApiRoutes } from "./checkouts/routes.ts";
import { eventApiRoutes } from "./events/routes.ts";
import { giftApiRoutes } from "./gifts/routes.ts";
import { seatApiRoutes } from "./gifts/seat-routes.ts";
import { linkApiRoutes } from "./links/routes.ts";
import { licenseApiRoutes } from "./licenses/license-api-routes.ts";
import { customerApiRoutes } from "./customers/routes.ts";
import {
  entitlementCheckRoute,
  entitlementRoutes,
  entitlementTokenRoutes,
  featureRoutes,
} from "./entitlements/routes.ts";
import { productApiRoutes } from "./products/routes.ts";
import { publicLicenseRoutes } from "./licenses/routes.ts";
import { orderApiRoutes } from "./orders/routes.ts";
import { statementApiRoutes } from "./statements/routes.ts";
import { subscriptionApiRoutes } from "./subscriptions/routes.ts";
import { deliveryRoutes, webhookEndpointRoutes } from "./webhooks/routes.ts";

/** Calls without a key: the license calls of apps on their users' devices. */
const openRoutes = new Hono<AppEnv>().route("/licenses", publicLicenseRoutes);

/** Calls that read the key together with the answer, in one statement. */
const keyedRoutes = new Hono<ApiEnv>()
  .use(followApiConventions, readApiKey, setRateLimitHeaders, limitKeyRate)
  .route("/entitlements/check", entitlementCheckRoute);

/** Every other call: a key, then the scope that the route requires. Add a resource here. */
const resourceRoutes = new Hono<ApiEnv>()
  .use(requireApiKey, replayRepeatedPosts)
  .route("/entitlements", entitlementRoutes)
  .route("/features", featureRoutes)
  .route("/entitlement-tokens", entitlementTokenRoutes)
  .route("/customers", customerApiRoutes)
  .route("/products", productApiRoutes)
  .route("/orders", orderApiRoutes)
  .route("/subscriptions", subscriptionApiRoutes)
  .route("/licenses", licenseApiRoutes)
  .route("/gifts", giftApiRoutes)
  .route("/seats", seatApiRoutes)
  .route("/statements", statementApiRoutes)
  .route("/checkouts", checkoutApiRoutes)
  .route("/links", linkApiRoutes)
  .route("/events", eventApiRoutes)
  .route("/webhook-endpoints", webhookEndpointRoutes)
  .route("/deliveries", deliveryRoutes);

/** `/api/v1`: what other programs may ask and do. Every route has a `describe`, from which its reference is made. */
export const apiRoutes = new Hono<AppEnv>()
  .use(finishAnswer)
  .route("/", openRoutes)
  .route("/", keyedRoutes)
  .route("/", resourceRoutes);

const METHODS = ["GET", "POST", "PATCH", "DELETE"];

// Last, for the paths that a route of another method has.
apiRoutes.all("*", (c) => {
  const path = c.req.path.slice("/api/v1".length);
  const allowed = METHODS.filter((method) =>
    apiRoutes.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  if (allowed.length === 0) throw fail("not_found", { reason: "no such call" });
  const response = toErrorResponse(fail("method_not_allowed"), c.var.ctx.requestId);
  response.headers.set("allow", allowed.join(", "));
  return response;
});
