import { Hono } from "hono";
import type { UserEnv } from "../../context.ts";
import { runVerb } from "../../http/run-verb.ts";
import { listEvents } from "./list-events.ts";
import { replayEvents } from "./replay-events.ts";
import { eventParam, eventQuery, replayBody } from "./schema.ts";
import { showEvent } from "./show-event.ts";

/** `/api/admin/events`: events from Stripe. */
export const eventRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(listEvents, { query: eventQuery }))
  .get("/:id", ...runVerb(showEvent, { param: eventParam }));

/** `/api/admin/replays`: replays of events. */
export const replayRoutes = new Hono<UserEnv>().post(
  "/",
  ...runVerb(replayEvents, { json: replayBody }),
);
