import { Hono } from "hono";
import { z } from "zod";
import { answerWithEtag } from "../protocol/conventions.ts";
import { idParam } from "../../lib/id-schema.ts";
import { requireScope, type ApiEnv } from "../protocol/api-key.ts";
import { listQuery, noQuery } from "../protocol/schemas.ts";
import { describe } from "../../http/describe.ts";
import { limitTestEvents } from "../../http/rate-limit.ts";
import { runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import {
  listDeliveries,
  retryDelivery,
  retryDeliveries,
  showDelivery,
} from "../../webhooks/deliveries.ts";
import {
  createEndpoint,
  deleteEndpoint,
  editEndpoint,
  listEndpoints,
  rollSecret,
  showEndpoint,
} from "../../webhooks/endpoints.ts";
import {
  deliveryRetry,
  deliveryStatus,
  endpointChanges,
  newEndpoint,
  secretRoll,
} from "../../webhooks/schema.ts";
import { sendTestEvent } from "../../webhooks/send-test-event.ts";
import { reference } from "./reference.ts";

const mayRead = requireScope("webhooks:read");
const mayWrite = requireScope("webhooks:write");
const query = noQuery;
const param = idParam("whe");
const ofEndpointParam = param.transform(({ id }) => ({ endpointId: id }));
const deliveryParam = idParam("whd");
const deliveryQuery = z.strictObject({ ...listQuery, status: deliveryStatus.optional() });

/** `/api/v1/webhook-endpoints`: where the feed is delivered to. */
export const webhookEndpointRoutes = new Hono<ApiEnv>()
  .get("/", describe(reference.list), mayRead, validate("query", noQuery), async (c) =>
    c.json({ data: await listEndpoints(c.var.ctx), nextCursor: null }),
  )
  .post(
    "/",
    describe(reference.create),
    mayWrite,
    ...runVerb(createEndpoint, { query, json: newEndpoint }, 201),
  )
  .get(
    "/:id",
    describe(reference.show),
    mayRead,
    answerWithEtag,
    ...runVerb(showEndpoint, { query, param }),
  )
  .patch(
    "/:id",
    describe(reference.edit),
    mayWrite,
    ...runVerb((ctx, { id, ...changes }) => editEndpoint(ctx, { id, changes }), {
      query,
      param,
      json: endpointChanges,
    }),
  )
  .delete(
    "/:id",
    describe(reference.remove),
    mayWrite,
    ...runVerb(deleteEndpoint, { query, param }),
  )
  .post(
    "/:id/secret",
    describe(reference.roll),
    mayWrite,
    ...runVerb(rollSecret, { query, param, json: secretRoll }),
  )
  .post(
    "/:id/test",
    describe(reference.test),
    mayWrite,
    limitTestEvents,
    ...runVerb(sendTestEvent, { query, param }),
  )
  .get(
    "/:id/deliveries",
    describe(reference.deliveries),
    mayRead,
    ...runVerb(
      async (ctx, input) => {
        const { items, nextCursor } = await listDeliveries(ctx, input);
        return { data: items, nextCursor };
      },
      { query: deliveryQuery, param: ofEndpointParam },
    ),
  )
  .post(
    "/:id/retries",
    describe(reference.retryAll),
    mayWrite,
    ...runVerb(
      (ctx, { endpointId, since }) =>
        retryDeliveries(ctx, { endpointId, since: Date.parse(since) }),
      { query, param: ofEndpointParam, json: deliveryRetry },
    ),
  );

/** `/api/v1/deliveries`: one event for one endpoint. */
export const deliveryRoutes = new Hono<ApiEnv>()
  .get(
    "/:id",
    describe(reference.showDelivery),
    mayRead,
    answerWithEtag,
    ...runVerb(showDelivery, { query, param: deliveryParam }),
  )
  .post(
    "/:id/retries",
    describe(reference.retry),
    mayWrite,
    ...runVerb(retryDelivery, { query, param: deliveryParam }),
  );
