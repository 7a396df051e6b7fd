import { isDeepStrictEqual } from "node:util";
import Stripe from "stripe";
import type { StripeClient } from "../../worker/stripe/client.ts";
import { findPortalConfiguration } from "../../worker/billing/portal-configuration.ts";
import { eventTypes } from "../../worker/stripe/event-types.ts";
import {
  createEndpoint,
  findEndpointsByUrl,
  removeEndpointsByUrl,
  updateEndpoint,
  getWebhookUrl,
} from "./endpoint.ts";
import { isPortalUpToDate, upsertPortalConfiguration } from "./portal.ts";

/** One change to a Stripe account. */
export type SetupStep = {
  /** `keep`: it is as it should be, and running the step changes nothing. */
  change: "create" | "update" | "replace" | "keep";
  description: string;
  /** @returns the endpoint's signing secret if the endpoint was created */
  run(): Promise<string | undefined>;
};

/**
 * Plans the setup of a Stripe account for a shop: its webhook endpoint and billing portal. Only reads the account. The
 * steps are idempotent.
 * @param input.origin the shop's scheme and host
 * @param input.replace recreates the endpoint, with a new secret and the current API version
 * @throws Error if several endpoints have the shop's URL, since only the team knows which one is in use
 */
export async function planStripeSetup(
  stripe: StripeClient,
  input: { origin: string; replace: boolean },
): Promise<SetupStep[]> {
  const endpoint = await planWebhookEndpoint(stripe.webhookEndpoints, input);
  const { configurations } = stripe.billingPortal;
  const existing = await findPortalConfiguration(configurations);
  const returnUrl = `${input.origin}/account/billing`;
  if (existing && isPortalUpToDate(existing, returnUrl))
    return [endpoint, keep(`keep the billing portal configuration ${existing.id}`)];
  return [
    endpoint,
    {
      change: existing ? "update" : "create",
      description: existing
        ? `update the billing portal configuration ${existing.id}`
        : "create a billing portal configuration",
      async run() {
        await upsertPortalConfiguration(configurations, returnUrl);
        return undefined;
      },
    },
  ];
}

const keep = (description: string): SetupStep => ({
  change: "keep",
  description,
  run: async () => undefined,
});

async function planWebhookEndpoint(
  endpoints: StripeClient["webhookEndpoints"],
  input: { origin: string; replace: boolean },
): Promise<SetupStep> {
  const url = getWebhookUrl(input.origin);
  const [existing, ...others] = await findEndpointsByUrl(endpoints, url);
  const create = async () => (await createEndpoint(endpoints, url)).secret;
  if (!existing)
    return { change: "create", description: `create a webhook endpoint at ${url}`, run: create };
  if (input.replace) {
    return {
      change: "replace",
      description: `replace the webhook endpoint at ${url}; its secret changes`,
      async run() {
        await removeEndpointsByUrl(endpoints, url);
        return create();
      },
    };
  }
  if (others.length > 0) {
    const ids = [existing, ...others].map(({ id }) => id).join(", ");
    throw new Error(
      `${ids} all have the URL ${url}: delete the unused ones, or run with --replace`,
    );
  }
  if (isEndpointUpToDate(existing)) return keep(`keep the webhook endpoint ${existing.id}`);
  return {
    change: "update",
    description: `update the webhook endpoint ${existing.id} to ${eventTypes.length} events${getVersionNote(existing)}`,
    async run() {
      await updateEndpoint(endpoints, existing.id);
      return undefined;
    },
  };
}

function isEndpointUpToDate(endpoint: Stripe.WebhookEndpoint): boolean {
  return (
    endpoint.status === "enabled" &&
    endpoint.api_version === Stripe.API_VERSION &&
    isDeepStrictEqual(endpoint.enabled_events.toSorted(), eventTypes.toSorted())
  );
}

/** Warns about an old API version, which Stripe fixes when an endpoint is created. */
function getVersionNote({ api_version: version }: Stripe.WebhookEndpoint): string {
  if (version === Stripe.API_VERSION) return "";
  return `\n  It uses API version ${version ?? "of the account"} instead of ${Stripe.API_VERSION}. Run with --replace to recreate it.`;
}
