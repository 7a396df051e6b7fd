import { z } from "zod";
import { HOUR, SECOND } from "../lib/time.ts";
import { MAX_URL_LENGTH } from "./endpoint-url.ts";

const MAX_TYPES = 60;
/** How long the previous secret signs too, by default and at most. */
const DEFAULT_OVERLAP_SECONDS = (24 * HOUR) / SECOND;
const MAX_OVERLAP_SECONDS = (7 * 24 * HOUR) / SECOND;

/** `*` for all events, or an event type such as `order.paid`. */
const eventType = z
  .string()
  .regex(/^(\*|[a-z]{1,40}\.[a-z_]{1,40})$/, "must be an event type or *");

const fields = {
  url: z.string().min(1).max(MAX_URL_LENGTH),
  description: z.string().trim().max(200),
  types: z.array(eventType).min(1).max(MAX_TYPES),
};

/** A new endpoint. Without `types`, it gets all events. */
export const newEndpoint = z.strictObject({
  url: fields.url,
  description: fields.description.default(""),
  types: fields.types.default(["*"]),
});
export type NewEndpoint = z.output<typeof newEndpoint>;

/** Changes of an endpoint. `enabled` also ends a pause. */
export const endpointChanges = z.strictObject({
  url: fields.url.optional(),
  description: fields.description.optional(),
  types: fields.types.optional(),
  status: z.enum(["enabled", "disabled"]).optional(),
});
export type EndpointChanges = z.output<typeof endpointChanges>;

/** A roll of the secret: for so long, the previous one signs too. */
export const secretRoll = z.strictObject({
  overlapSeconds: z.int().min(0).max(MAX_OVERLAP_SECONDS).default(DEFAULT_OVERLAP_SECONDS),
});

/** Which deliveries to retry: those of events from this time on. */
export const deliveryRetry = z.strictObject({ since: z.iso.datetime({ offset: true }) });
