import Stripe from "stripe";
import { eventTypes } from "../worker/stripe/event-types.ts";

/** The part of the Stripe client that is used here. */
export type WebhookEndpoints = Pick<
  Stripe["webhookEndpoints"],
  "create" | "del" | "list" | "update"
>;

/** Where a shop receives Stripe's events. */
export function webhookUrl(origin: string): string {
  return `${origin}/api/stripe/webhook`;
}

/** Endpoints at exactly that address. Stripe allows several, and sends each event to all of them. */
export async function findEndpoints(
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
 * Creates the endpoint: our events, in the API version that our client is typed with.
 * @returns its secret, which Stripe tells only this once
 */
export async function createEndpoint(endpoints: WebhookEndpoints, url: string): Promise<string> {
  const { secret } = await endpoints.create({
    url,
    enabled_events: [...eventTypes],
    api_version: Stripe.API_VERSION,
    description: "Gatehouse",
  });
  if (!secret) throw new Error("Stripe made a webhook endpoint without a secret");
  return secret;
}

/** Makes an endpoint enabled and subscribed to our events. Its secret stays, and so does its API version. */
export async function updateEndpoint(endpoints: WebhookEndpoints, id: string): Promise<void> {
  await endpoints.update(id, { enabled_events: [...eventTypes], disabled: false });
}

/** Deletes every endpoint at exactly that address. */
export async function removeEndpoints(endpoints: WebhookEndpoints, url: string): Promise<void> {
  for (const { id } of await findEndpoints(endpoints, url)) await endpoints.del(id);
}
