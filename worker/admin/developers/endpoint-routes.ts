import { Hono } from "hono";
import type { UserEnv } from "../../context.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { listDeliveries, retryDelivery, retryFailedDeliveries } from "../../webhooks/deliveries.ts";
import {
  createEndpoint,
  deleteEndpoint,
  editEndpoint,
  rollSecret,
} from "../../webhooks/endpoints.ts";
import { deliveryRetry, endpointChanges, newEndpoint, secretRoll } from "../../webhooks/schema.ts";
import { sendTestEvent } from "../../webhooks/send-test-event.ts";
import { deliveryParam, deliveryQuery, endpointParam } from "./schema.ts";
import { showDeliveryDetails } from "./show-delivery.ts";
import { showEndpointDetails, showEndpoints } from "./show-endpoints.ts";

/** `/api/admin/developers/endpoints`: webhook endpoints. A secret is only in the answer that made it. */
export const endpointRoutes = new Hono<UserEnv>()
  .get("/", async (c) => c.json(await showEndpoints(c.var.ctx)))
  .post("/", requireFreshSignIn, validate("json", newEndpoint), async (c) =>
    c.json(await createEndpoint(c.var.ctx, c.req.valid("json")), 201),
  )
  .get("/:id", validate("param", endpointParam), async (c) =>
    c.json(await showEndpointDetails(c.var.ctx, c.req.valid("param"))),
  )
  .patch(
    "/:id",
    requireFreshSignIn,
    validate("param", endpointParam),
    validate("json", endpointChanges),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await editEndpoint(c.var.ctx, { id, changes: c.req.valid("json") }));
    },
  )
  .delete("/:id", requireFreshSignIn, validate("param", endpointParam), async (c) => {
    await deleteEndpoint(c.var.ctx, c.req.valid("param"));
    return c.body(null, 204);
  })
  .post(
    "/:id/secret",
    requireFreshSignIn,
    validate("param", endpointParam),
    validate("json", secretRoll),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await rollSecret(c.var.ctx, { id, ...c.req.valid("json") }), 201);
    },
  )
  .post("/:id/test", validate("param", endpointParam), async (c) =>
    c.json(await sendTestEvent(c.var.ctx, c.req.valid("param"))),
  )
  .post(
    "/:id/retries",
    validate("param", endpointParam),
    validate("json", deliveryRetry),
    async (c) => {
      const { id: endpointId } = c.req.valid("param");
      const since = Date.parse(c.req.valid("json").since);
      return c.json(await retryFailedDeliveries(c.var.ctx, { endpointId, since }));
    },
  )
  .get(
    "/:id/deliveries",
    validate("param", endpointParam),
    validate("query", deliveryQuery),
    async (c) => {
      const { id: endpointId } = c.req.valid("param");
      return c.json(await listDeliveries(c.var.ctx, { endpointId, ...c.req.valid("query") }));
    },
  )
  .get("/:id/deliveries/:deliveryId", validate("param", deliveryParam), async (c) => {
    const { id: endpointId, deliveryId: id } = c.req.valid("param");
    return c.json(await showDeliveryDetails(c.var.ctx, { endpointId, id }));
  })
  .post("/:id/deliveries/:deliveryId/retry", validate("param", deliveryParam), async (c) => {
    const { id: endpointId, deliveryId: id } = c.req.valid("param");
    await showDeliveryDetails(c.var.ctx, { endpointId, id });
    return c.json(await retryDelivery(c.var.ctx, { id }));
  });
