import type { SqlDatabase } from "../../database/database.ts";
import type Stripe from "stripe";
import { apiVersion, type Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import { enqueueDeliveries } from "./enqueue-deliveries.ts";

/**
 * Stores an event that a test made up and enqueues its delivery to every enabled endpoint, even if it is not subscribed
 * to the type.
 * @param fields of the event, of any shape; the usual ones have defaults
 * @throws ApiError 400 if the id is taken
 */
export function emitAnyEvent(
  database: SqlDatabase,
  account: Account,
  fields: Record<string, unknown>,
): Stripe.EventBase {
  const event = {
    id: newId("event"),
    object: "event",
    api_version: apiVersion,
    created: account.clock.accountNow(),
    data: { object: {} },
    livemode: false,
    request: { id: null, idempotency_key: null },
    type: "customer.updated",
    pending_webhooks: 0,
    ...fields,
  } as Stripe.EventBase;
  if (account.objects.find("event", event.id))
    throw invalidRequestError(`There is already an event with the id ${event.id}.`, {
      param: "id",
    });
  const endpoints = account.objects
    .findAll("webhook_endpoint", [{ field: "status", equals: "enabled" }])
    .map((endpoint) => ({ ...endpoint, enabled_events: ["*" as const] }));
  event.pending_webhooks = enqueueDeliveries(database, account.key, event, endpoints);
  account.objects.insert("event", event);
  return event;
}
