import { z } from "zod";
import { idField, timeField } from "../../feed/fields.ts";
import { listOf } from "../protocol/schemas.ts";
import type { RouteDescription } from "../../http/describe.ts";
import { deliveryStatus } from "../../webhooks/schema.ts";
import type { TestResult } from "../../webhooks/send-test-event.ts";
import type { WireDelivery } from "../../webhooks/wire-delivery.ts";
import type { WireEndpoint } from "../../webhooks/wire-endpoint.ts";

const endpointFields = z.object({
  id: idField("whe", "The endpoint's id."),
  url: z.string().meta({ example: "https://app.example.com/webhooks" }),
  description: z.string(),
  types: z.array(z.string()).meta({ description: "The event types; `*` for all." }),
  status: z
    .enum(["enabled", "disabled", "paused"])
    .meta({ description: "`paused` after failing for five days. Its events wait." }),
  statusReason: z.string().nullable().meta({
    description: "`manual`, `failing`, `gone` or `secret_unreadable`; null while it is enabled.",
  }),
  failingSince: timeField("Since when every attempt has failed.").nullable(),
  previousSecretExpiresAt: timeField("Until when the previous secret signs too.").nullable(),
  createdBy: z.string().nullable().meta({
    description:
      "The ID of the API key, or of the member of the team, that created it; null if an older version of the shop did.",
    example: "key_01k2m7q3cnyhqm",
  }),
  createdAt: timeField("When it was created."),
  updatedAt: timeField("When it was last changed."),
});

/** A schema that says something else than the answer's type fails the type check. */
const endpoint = (endpointFields satisfies z.ZodType<WireEndpoint>).meta({
  ref: "WebhookEndpoint",
  description: "Where events are sent to.",
});

const endpointWithSecret = endpointFields
  .extend({
    secret: z.string().meta({
      description: "Verifies the signatures. Store it: it is shown only in this answer.",
      example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    }),
  })
  .meta({ ref: "WebhookEndpointWithSecret", description: "An endpoint with its new secret." });

const attemptFields = {
  error: z.string().nullable().meta({
    description:
      "What went wrong: `no_answer`, `timeout`, `redirect`, `bad_status`, `url_refused` or `event_expired`.",
  }),
  responseStatus: z.int().nullable().meta({ description: "Null without an answer." }),
  responseBody: z.string().nullable().meta({ description: "At most 1 kB of the answer." }),
};

const delivery = (
  z.object({
    id: idField("whd", "The delivery's id."),
    endpointId: idField("whe", "Where it is sent."),
    eventId: z.string().meta({ example: "evt_1207" }),
    type: z
      .string()
      .nullable()
      .meta({ description: "Null if the feed no longer has the event.", example: "order.paid" }),
    customerId: z.string().nullable(),
    status: deliveryStatus,
    attempts: z.int(),
    attemptedAt: timeField("When the latest attempt was made.").nullable(),
    nextAttemptAt: timeField(
      "Null if it is finished, or waits for an earlier event of the same customer.",
    ).nullable(),
    ...attemptFields,
    durationMs: z.int().nullable(),
    createdAt: timeField("When it was planned."),
  }) satisfies z.ZodType<WireDelivery>
).meta({ ref: "Delivery", description: "One event for one endpoint." });

const testResult = (
  z.object({
    delivered: z.boolean(),
    ...attemptFields,
    durationMs: z.int(),
  }) satisfies z.ZodType<Omit<TestResult, "error"> & { error: string | null }>
).meta({ ref: "WebhookTestResult", description: "What came of a test." });

const read = { tag: "Webhooks", scope: "webhooks:read" } as const;
const write = { tag: "Webhooks", scope: "webhooks:write" } as const;

/** The calls about webhooks, as the API reference describes them. */
export const reference = {
  list: {
    ...read,
    operationId: "listWebhookEndpoints",
    summary: "List webhook endpoints",
    description: "Oldest first. There are at most 20, so there is one page.",
    answer: listOf(endpoint),
  },
  create: {
    ...write,
    operationId: "createWebhookEndpoint",
    summary: "Create a webhook endpoint",
    description:
      "It gets the events from now on. Messages follow [Standard Webhooks](https://www.standardwebhooks.com). Each event type also needs the scope that reads its object, such as `orders:read` for `order.paid`; `*` needs all of them.",
    answer: endpointWithSecret,
    statuses: [201],
    errors: ["too_many_endpoints"],
  },
  show: {
    ...read,
    operationId: "getWebhookEndpoint",
    summary: "Get a webhook endpoint",
    answer: endpoint,
    errors: ["not_found"],
  },
  edit: {
    ...write,
    operationId: "updateWebhookEndpoint",
    summary: "Change, disable or enable a webhook endpoint",
    description: "Enabling it delivers everything that it missed.",
    answer: endpoint,
    errors: ["not_found"],
  },
  remove: {
    ...write,
    operationId: "deleteWebhookEndpoint",
    summary: "Delete a webhook endpoint",
    answer: null,
    errors: ["not_found"],
  },
  roll: {
    ...write,
    operationId: "rollWebhookSecret",
    summary: "Roll the secret of a webhook endpoint",
    description: "During the overlap, each message has two signatures, so none is refused.",
    answer: endpointWithSecret,
    errors: ["not_found"],
  },
  test: {
    ...write,
    operationId: "testWebhookEndpoint",
    summary: "Send a test event",
    description:
      "Sends an event of the type `webhook.test` once, and answers with what came of it.",
    answer: testResult,
    errors: ["not_found"],
  },
  deliveries: {
    ...read,
    operationId: "listDeliveries",
    summary: "List the deliveries of a webhook endpoint",
    answer: listOf(delivery),
    errors: ["not_found"],
  },
  retryAll: {
    ...write,
    operationId: "retryFailedDeliveries",
    summary: "Retry everything now",
    description:
      "What waits for its next attempt is sent now, and so is what failed since a time. Per customer, the events are sent in their order.",
    answer: z.object({ retried: z.int().meta({ description: "How many are sent now." }) }),
    errors: ["not_found"],
  },
  showDelivery: {
    ...read,
    operationId: "getDelivery",
    summary: "Get a delivery",
    answer: delivery,
    errors: ["not_found"],
  },
  retry: {
    ...write,
    operationId: "retryDelivery",
    summary: "Retry a delivery",
    description:
      "Sends it again now, in any state, with a new schedule. Earlier events of the same customer that wait are sent before it.",
    answer: delivery,
    errors: ["not_found"],
  },
} satisfies Record<string, RouteDescription>;
