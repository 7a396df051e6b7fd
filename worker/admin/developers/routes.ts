import { Hono } from "hono";
import type { UserCtx, UserEnv } from "../../context.ts";
import { runVerb, andShow } from "../../http/run-verb.ts";
import { developerSettings } from "../../settings/developer-settings.ts";
import { settingRoutes } from "../frame/setting-routes.ts";
import { checkAccess } from "./check-access.ts";
import { listFeatures } from "./developers.query.ts";
import { listFeed, showFeedEvent } from "./feed.ts";
import {
  checkQuery,
  feedEventParam,
  feedQuery,
  deliveryParam,
  deliveryQuery,
  endpointParam,
  endpointVersion,
  ofEndpointParam,
} from "./schema.ts";
import { limitTestEvents } from "../../http/rate-limit.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { reportTeamChange } from "../../email/team/report-team-change.ts";
import {
  createApiKey,
  revokeApiKey,
  rollApiKey,
  type CreatedKey,
} from "../../identity/keys/change-keys.ts";
import { keyParam, newKey, rollBody } from "../../identity/keys/schema.ts";
import { showKeys } from "./show-keys.ts";
import { validate } from "../../http/validate.ts";
import { listDeliveries, retryDelivery, retryDeliveries } from "../../webhooks/deliveries.ts";
import {
  createEndpoint,
  deleteEndpoint,
  editEndpoint,
  rollSecret,
} from "../../webhooks/endpoints.ts";
import { deliveryRetry, endpointChanges, newEndpoint, secretRoll } from "../../webhooks/schema.ts";
import { sendTestEvent } from "../../webhooks/send-test-event.ts";
import { showDeliveryDetails, showEndpointDetails, showEndpoints } from "./show-endpoints.ts";

/** `/api/admin/developers/endpoints`: webhook endpoints. A secret is only in the answer that made it. */
export const endpointRoutes = new Hono<UserEnv>()
  .get("/", async (c) => c.json(await showEndpoints(c.var.ctx)))
  .post("/", requireFreshSignIn, ...runVerb(createEndpoint, { json: newEndpoint }, 201))
  .get("/:id", ...runVerb(showEndpointDetails, { param: endpointParam }))
  .patch(
    "/:id",
    requireFreshSignIn,
    validate("param", endpointParam),
    validate("query", endpointVersion),
    validate("json", endpointChanges),
    async (c) => {
      const [{ id }, { version }] = [c.req.valid("param"), c.req.valid("query")];
      const changes = c.req.valid("json");
      return c.json(await editEndpoint(c.var.ctx, { id, changes, version }));
    },
  )
  .delete("/:id", requireFreshSignIn, ...runVerb(deleteEndpoint, { param: endpointParam }))
  .post(
    "/:id/secret",
    requireFreshSignIn,
    ...runVerb(rollSecret, { param: endpointParam, json: secretRoll }, 201),
  )
  .post("/:id/test", limitTestEvents, ...runVerb(sendTestEvent, { param: endpointParam }))
  .post(
    "/:id/retries",
    ...runVerb(
      (ctx, { endpointId, since }) =>
        retryDeliveries(ctx, { endpointId, since: Date.parse(since) }),
      { param: ofEndpointParam, json: deliveryRetry },
    ),
  )
  .get(
    "/:id/deliveries",
    ...runVerb(listDeliveries, { param: ofEndpointParam, query: deliveryQuery }),
  )
  .get("/:id/deliveries/:deliveryId", ...runVerb(showDeliveryDetails, { param: deliveryParam }))
  .post(
    "/:id/deliveries/:deliveryId/retry",
    // The first one checks that the delivery is of this endpoint.
    ...runVerb(andShow(showDeliveryDetails, retryDelivery), { param: deliveryParam }),
  );

/** Creates or rolls a key, and tells the owners. */
const withReport =
  <Input>(create: (ctx: UserCtx, input: Input) => Promise<CreatedKey>) =>
  async (ctx: UserCtx, input: Input): Promise<CreatedKey> => {
    const key = await create(ctx, input);
    const what = `${key.name} (${key.prefix})`;
    await reportTeamChange(ctx, { event: "key", id: key.id, what });
    return key;
  };

/** `/api/admin/developers/keys`: API keys. A key itself is only in the answer that made it. */
export const keyRoutes = new Hono<UserEnv>()
  .get("/", async (c) => c.json(await showKeys(c.var.ctx)))
  .post("/", requireFreshSignIn, ...runVerb(withReport(createApiKey), { json: newKey }, 201))
  .post(
    "/:id/rotation",
    requireFreshSignIn,
    ...runVerb(withReport(rollApiKey), { param: keyParam, json: rollBody }, 201),
  )
  .delete("/:id", requireFreshSignIn, ...runVerb(revokeApiKey, { param: keyParam }));

/** `/api/admin/developers`: what the team sets up for other programs. */
export const developerRoutes = new Hono<UserEnv>()
  .route("/keys", keyRoutes)
  .route("/endpoints", endpointRoutes)
  .get("/features", async (c) => {
    const { db, config } = c.var.ctx;
    return c.json({ features: await listFeatures(db, config.stripe.mode) });
  })
  .get("/check", ...runVerb(checkAccess, { query: checkQuery }))
  .get("/feed", ...runVerb(listFeed, { query: feedQuery }))
  .get("/feed/:id", ...runVerb(showFeedEvent, { param: feedEventParam }))
  .route("/settings", settingRoutes(developerSettings));
