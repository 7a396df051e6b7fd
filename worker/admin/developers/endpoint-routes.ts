import { Hono } from "hono";
import type { UserEnv } from "../../context.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
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
import { deliveryParam, deliveryQuery, endpointParam, ofEndpointParam } from "./schema.ts";
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
    validate("json", endpointChanges),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await editEndpoint(c.var.ctx, { id, changes: c.req.valid("json") }));
    },
  )
  .delete("/:id", requireFreshSignIn, ...runVerb(deleteEndpoint, { param: endpointParam }))
  .post(
    "/:id/secret",
    requireFreshSignIn,
    ...runVerb(rollSecret, { param: endpointParam, json: secretRoll }, 201),
  )
  .post("/:id/test", ...runVerb(sendTestEvent, { param: endpointParam }))
  .post(
    "/:id/retries",
    ...runVerb(
      (ctx, { endpointId, since }) =>
        retryFailedDeliveries(ctx, { endpointId, since: Date.parse(since) }),
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
