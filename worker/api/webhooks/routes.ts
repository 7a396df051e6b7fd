import { Hono } from "hono";
import { z } from "zod";
import { answerWithEtag } from "../protocol/conventions.ts";
import { idParam } from "../../lib/id-schema.ts";
import { requireScope, type ApiEnv } from "../protocol/api-key.ts";
import { listQuery, noQuery } from "../protocol/schemas.ts";
import { describe } from "../../http/describe.ts";
import { validate } from "../../http/validate.ts";
import {
  listDeliveries,
  retryDelivery,
  retryFailedDeliveries,
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
const endpointParam = validate("param", idParam("whe"));
const deliveryParam = validate("param", idParam("whd"));
const withoutQuery = validate("query", noQuery);
const deliveryQuery = z.strictObject({ ...listQuery, status: deliveryStatus.optional() });

/** `/api/v1/webhook-endpoints`: where the feed is delivered to. */
export const webhookEndpointRoutes = new Hono<ApiEnv>()
  .get("/", describe(reference.list), mayRead, withoutQuery, async (c) =>
    c.json({ data: await listEndpoints(c.var.ctx), nextCursor: null }),
  )
  .post(
    "/",
    describe(reference.create),
    mayWrite,
    withoutQuery,
    validate("json", newEndpoint),
    async (c) => c.json(await createEndpoint(c.var.ctx, c.req.valid("json")), 201),
  )
  .get(
    "/:id",
    describe(reference.show),
    mayRead,
    answerWithEtag,
    withoutQuery,
    endpointParam,
    async (c) => c.json(await showEndpoint(c.var.ctx, c.req.valid("param"))),
  )
  .patch(
    "/:id",
    describe(reference.edit),
    mayWrite,
    withoutQuery,
    endpointParam,
    validate("json", endpointChanges),
    async (c) => {
      const changes = c.req.valid("json");
      return c.json(await editEndpoint(c.var.ctx, { ...c.req.valid("param"), changes }));
    },
  )
  .delete("/:id", describe(reference.remove), mayWrite, withoutQuery, endpointParam, async (c) => {
    await deleteEndpoint(c.var.ctx, c.req.valid("param"));
    return c.body(null, 204);
  })
  .post(
    "/:id/secret",
    describe(reference.roll),
    mayWrite,
    withoutQuery,
    endpointParam,
    validate("json", secretRoll),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return c.json(await rollSecret(c.var.ctx, input));
    },
  )
  .post("/:id/test", describe(reference.test), mayWrite, withoutQuery, endpointParam, async (c) =>
    c.json(await sendTestEvent(c.var.ctx, c.req.valid("param"))),
  )
  .get(
    "/:id/deliveries",
    describe(reference.deliveries),
    mayRead,
    validate("query", deliveryQuery),
    endpointParam,
    async (c) => {
      const { id: endpointId } = c.req.valid("param");
      const page = await listDeliveries(c.var.ctx, { endpointId, ...c.req.valid("query") });
      return c.json({ data: page.items, nextCursor: page.nextCursor });
    },
  )
  .post(
    "/:id/retries",
    describe(reference.retryAll),
    mayWrite,
    withoutQuery,
    endpointParam,
    validate("json", deliveryRetry),
    async (c) => {
      const { id: endpointId } = c.req.valid("param");
      const since = Date.parse(c.req.valid("json").since);
      return c.json(await retryFailedDeliveries(c.var.ctx, { endpointId, since }));
    },
  );

/** `/api/v1/deliveries`: one event for one endpoint. */
export const deliveryRoutes = new Hono<ApiEnv>()
  .get(
    "/:id",
    describe(reference.showDelivery),
    mayRead,
    answerWithEtag,
    withoutQuery,
    deliveryParam,
    async (c) => c.json(await showDelivery(c.var.ctx, c.req.valid("param"))),
  )
  .post(
    "/:id/retries",
    describe(reference.retry),
    mayWrite,
    withoutQuery,
    deliveryParam,
    async (c) => c.json(await retryDelivery(c.var.ctx, c.req.valid("param"))),
  );
