import { z } from "zod";
import { eventTypes } from "../feed/event-types.ts";
import { HOUR, SECOND } from "../lib/time.ts";
import { MAX_URL_LENGTH } from "./endpoint-url.ts";

/** How long the previous secret signs too, by default and at most. */
const DEFAULT_OVERLAP_SECONDS = (24 * HOUR) / SECOND;
const MAX_OVERLAP_SECONDS = (7 * 24 * HOUR) / SECOND;

/** Typed as a text, because an endpoint may have types of an older version. */
const eventType: z.ZodType<string, string> = z.enum(["*", ...eventTypes]);

const fields = {
  url: z.string().min(1).max(MAX_URL_LENGTH).meta({
    description: "An https URL of a public host. Redirects are not followed.",
    example: "https://app.example.com/webhooks",
  }),
  description: z
    .string()
    .trim()
    .max(200)
    .meta({ description: "For you, to tell endpoints apart." }),
  types: z
    .array(eventType)
    .min(1)
    .max(eventTypes.length)
    .meta({
      description: "The event types to send; `*` for all of them.",
      example: ["order.paid"],
    }),
};

/** A new endpoint. Without `types`, it gets all events. */
export const newEndpoint = z.strictObject({
  url: fields.url,
  description: fields.description.default(""),
  types: fields.types.default(["*"]),
});
export type NewEndpoint = z.output<typeof newEndpoint>;

/** Changes of an endpoint. `enabled` also ends a pause. */
export const endpointChanges = z
  .strictObject({
    url: fields.url.optional(),
    description: fields.description.optional(),
    types: fields.types.optional(),
    status: z.enum(["enabled", "disabled"]).optional().meta({
      description: "`enabled` also ends a pause: everything that was missed is delivered.",
    }),
  })
  .meta({ example: { types: ["order.paid", "order.refunded"] } });
export type EndpointChanges = z.output<typeof endpointChanges>;

/** A roll of the secret: for so long, the previous one signs too. */
export const secretRoll = z.strictObject({
  overlapSeconds: z
    .int()
    .min(0)
    .max(MAX_OVERLAP_SECONDS)
    .default(DEFAULT_OVERLAP_SECONDS)
    .meta({ description: "For how long the previous secret signs too." }),
});

/** Which failed deliveries to retry: those of events from this time on. */
export const deliveryRetry = z.strictObject({
  since: z.iso
    .datetime({ offset: true })
    .meta({ description: "The time of the first event.", example: "2026-03-01T09:30:00Z" }),
});

export const deliveryStatus = z.enum(["pending", "delivered", "failed"]);
