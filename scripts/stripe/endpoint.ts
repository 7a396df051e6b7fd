import Stripe from "stripe";
import { eventTypes } from "../../worker/stripe/event-types.ts";

/** The part of the Stripe client used here. */
export type WebhookEndpoints = Pick<
  Stripe["webhookEndpoints"],
  "create" | "del" | "list" | "update"
>;

/** Returns the URL where a shop receives webhooks from Stripe. */
export function getWebhookUrl(origin: string): string {
  return `${origin}/api/stripe/webhook`;
}

/** Returns the endpoints with exactly that URL. Stripe allows several, and sends each event to all of them. */
export async function findEndpointsByUrl(
  endpoints: WebhookEndpoints,
  url: string,
): Promise<Stripe.WebhookEndpoint[]> {
  const found: Stripe.WebhookEndpoint[] = [];
  for await (const endpoint of endpoints.list({ limit: 100 })) {
    if (endpoint.url === url) found.push(endpoint);
  }
  return found;
}

/**
 * Creates an endpoint for our events, with the API version that our client's types use.
 * @returns its signing secret too, which Stripe shows only once
 */
export async function createEndpoint(
  endpoints: WebhookEndpoints,
  url: string,
): Promise<{ id: string; secret: string }> {
  const { id, secret } = await endpoints.create({
    url,
    enabled_events: [...eventTypes],
    api_version: Stripe.API_VERSION,
    description: "Gatehouse",
  });
  if (!secret) throw new Error("Stripe created a webhook endpoint without returning its secret");
  return { id, secret };
}

/** Enables an endpoint and subscribes it to our events. Keeps its secret and API version. */
export async function updateEndpoint(endpoints: WebhookEndpoints, id: string): Promise<void> {
  await endpoints.update(id, { enabled_events: [...eventTypes], disabled: false });
}

/** Deletes every endpoint with exactly that URL. */
export async function removeEndpointsByUrl(
  endpoints: WebhookEndpoints,
  url: string,
): Promise<void> {
  for (const { id } of await findEndpointsByUrl(endpoints, url)) await endpoints.del(id);
}
