import { Hono } from "hono";
import type { UserEnv } from "../../context.ts";
import { runVerb } from "../../http/run-verb.ts";
import { developerSettings } from "../../settings/developer-settings.ts";
import { settingRoutes } from "../frame/setting-routes.ts";
import { checkAccess } from "./check-access.ts";
import { endpointRoutes } from "./endpoint-routes.ts";
import { listFeatures } from "./developers.query.ts";
import { keyRoutes } from "./key-routes.ts";
import { listFeed, showFeedEvent } from "./feed.ts";
import { checkQuery, feedEventParam, feedQuery } from "./schema.ts";

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
