import type Stripe from "stripe";
import { endpoint, type Feature } from "../feature.ts";
import { listObjects, paginationParams } from "../protocol/list.ts";
import {
  flag,
  listOf,
  mergeMetadata,
  metadata,
  noParams,
  omitUndefined,
  schemaFor,
  text,
  unsettable,
  url,
} from "../protocol/params.ts";
import { buildEndpointRow, newSigningSecret } from "../webhooks/endpoint.ts";

const createParams = schemaFor<Stripe.WebhookEndpointCreateParams>()({
  api_version: text.optional(),
  description: unsettable(text).optional(),
  enabled_events: listOf(text).refine(
    (events) => events.length > 0,
    "You must pass at least one event type.",
  ),
  metadata: metadata.optional(),
  url,
});
const updateParams = schemaFor<Stripe.WebhookEndpointUpdateParams>()({
  description: unsettable(text).optional(),
  disabled: flag.optional(),
  enabled_events: listOf(text).optional(),
  metadata: metadata.optional(),
  url: url.optional(),
});

export const webhookEndpoints: Feature = {
  objectTypes: [{ type: "webhook_endpoint", links: {} }],
  endpoints: [
    endpoint(
      "POST",
      "/v1/webhook_endpoints",
      createParams,
      (account, { description, enabled_events, metadata: given, url: endpointUrl }) => {
        const secret = newSigningSecret();
        const row = buildEndpointRow(
          account,
          { url: endpointUrl, enabled_events, description: description ?? null },
          [secret],
        );
        account.create("webhook_endpoint", { ...row, metadata: mergeMetadata({}, given) });
        return {
          ...account.serialize("webhook_endpoint", account.get("webhook_endpoint", row.id)),
          secret,
        };
      },
    ),
    endpoint("GET", "/v1/webhook_endpoints", noParams.extend(paginationParams), (account, cursor) =>
      listObjects(account, "webhook_endpoint", "/v1/webhook_endpoints", [], cursor),
    ),
    endpoint("GET", "/v1/webhook_endpoints/:id", noParams, (account, _params, { id = "" }) =>
      account.serialize("webhook_endpoint", account.get("webhook_endpoint", id)),
    ),
    endpoint(
      "POST",
      "/v1/webhook_endpoints/:id",
      updateParams,
      (account, { disabled, metadata: given, ...fields }, { id = "" }) => {
        const current = account.get("webhook_endpoint", id);
        const changed = account.update("webhook_endpoint", id, {
          ...omitUndefined(fields),
          ...(disabled !== undefined && { status: disabled ? "disabled" : "enabled" }),
          metadata: mergeMetadata(current.metadata, given),
        });
        return account.serialize("webhook_endpoint", changed);
      },
    ),
    endpoint("DELETE", "/v1/webhook_endpoints/:id", noParams, (account, _params, { id = "" }) => {
      account.get("webhook_endpoint", id);
      return account.objects.markDeleted("webhook_endpoint", id);
    }),
  ],
};
