import { Hono } from "hono";
import type { UserEnv } from "../../context.ts";
import { validate } from "../../http/validate.ts";
import { listEvents } from "./list-events.ts";
import { replayEvents } from "./replay-events.ts";
import { eventParam, eventQuery, replayBody } from "./schema.ts";
import { showEvent } from "./show-event.ts";

/** `/api/admin/events`: events from Stripe. */
export const eventRoutes = new Hono<UserEnv>()
  .get("/", validate("query", eventQuery), async (c) =>
    c.json(await listEvents(c.var.ctx, c.req.valid("query"))),
  )
  .get("/:id", validate("param", eventParam), async (c) =>
    c.json(await showEvent(c.var.ctx, c.req.valid("param"))),
  );

/** `/api/admin/replays`: replays of events. */
export const replayRoutes = new Hono<UserEnv>().post("/", validate("json", replayBody), async (c) =>
  c.json(await replayEvents(c.var.ctx, c.req.valid("json"))),
);
