import { Hono } from "hono";
import { z } from "zod";
import { eventTypesParam, feedEvent } from "../../feed/feed-event.ts";
import { requireEvent, listEvents } from "../../feed/list-events.ts";
import { answerWithEtag } from "../protocol/conventions.ts";
import { requireScope, type ApiEnv } from "../protocol/api-key.ts";
import { idInput } from "../protocol/inputs.ts";
import { listQuery, noQuery } from "../protocol/schemas.ts";
import { describe } from "../../http/describe.ts";
import { validate } from "../../http/validate.ts";

const query = z.strictObject({
  after: z.coerce.number().int().min(0).optional().meta({
    description:
      "The sequence to continue after: the `nextCursor` of the page before, or the sequence of the last event that you have worked on. Left out for the oldest event.",
    example: 1042,
  }),
  limit: listQuery.limit.meta({ description: "The most events to answer with." }),
  types: eventTypesParam.optional(),
  customer: idInput("usr", "Only the events of this customer.").optional(),
});

const param = z.strictObject({
  id: z
    .string()
    .regex(/^evt_[1-9]\d{0,14}$/, "is not such an id")
    .meta({ example: "evt_1042" }),
});

const page = z.object({
  data: z.array(feedEvent).meta({ description: "Oldest first." }),
  nextCursor: z.string().nullable().meta({
    description:
      "The `after` of the next page; null if this is the newest. With `types`, a page may be empty and still have one.",
    example: "1062",
  }),
  newestSequence: z.int().meta({
    description:
      "The sequence of the newest event of all types. Start after it to get only what happens from now on.",
    example: 1207,
  }),
});

/** `/api/v1/events`. */
export const eventApiRoutes = new Hono<ApiEnv>()
  .get(
    "/",
    describe({
      tag: "Events",
      operationId: "listEvents",
      summary: "List events",
      description:
        "The feed of everything that changed, oldest first. Events stay for 90 days unless the seller chose otherwise. If events that you have not seen are gone, the answer is `410 cursor_expired` with `oldestSequence`: fetch the present state, then continue there.",
      scope: "events:read",
      answer: page,
      errors: ["cursor_expired"],
    }),
    requireScope("events:read"),
    validate("query", query),
    async (c) => c.json(await listEvents(c.var.ctx, c.req.valid("query"))),
  )
  .get(
    "/:id",
    describe({
      tag: "Events",
      operationId: "getEvent",
      summary: "Get an event",
      scope: "events:read",
      answer: feedEvent,
      errors: ["not_found"],
    }),
    answerWithEtag,
    requireScope("events:read"),
    validate("param", param),
    validate("query", noQuery),
    async (c) => {
      const sequence = Number(c.req.valid("param").id.slice("evt_".length));
      return c.json(await requireEvent(c.var.ctx, { sequence }));
    },
  );
