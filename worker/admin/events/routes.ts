import { Hono } from "hono";
import type { AppEnv } from "../../context.ts";
import { requireRole } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { listEvents } from "./list-events.ts";
import { replayEvents } from "./replay-events.ts";
import { eventParam, eventQuery, replayBody } from "./schema.ts";
import { showEvent } from "./show-event.ts";

/** `/api/admin/events`: what Stripe has sent. */
export const eventRoutes = new Hono<AppEnv>()
  .get("/", requireRole("support"), validate("query", eventQuery), async (c) =>
    c.json(await listEvents(c.var.ctx, c.req.valid("query"))),
  )
  .get("/:id", requireRole("support"), validate("param", eventParam), async (c) =>
    c.json(await showEvent(c.var.ctx, c.req.valid("param"))),
  );

/** `/api/admin/replays`: have the customers of events looked at again. */
export const replayRoutes = new Hono<AppEnv>().post(
  "/",
  requireRole("support"),
  validate("json", replayBody),
  async (c) => c.json(await replayEvents(c.var.ctx, c.req.valid("json"))),
);
