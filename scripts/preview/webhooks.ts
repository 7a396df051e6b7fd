import Stripe from "stripe";
import { createEndpoint, removeEndpointsByUrl, type WebhookEndpoints } from "../stripe/endpoint.ts";

/** Manages a preview's webhook endpoint at Stripe, identified by its URL. */
export type PreviewWebhooks = {
  /** Recreates the endpoint and returns its secret, which Stripe shows only on creation. */
  replace(url: string): Promise<string>;
  /** Deletes every endpoint with exactly that URL. */
  remove(url: string): Promise<void>;
};

/** Manages the endpoints in the Stripe account of the key. */
export function createStripePreviewWebhooks(secretKey: string): PreviewWebhooks {
  return createPreviewWebhooks(
    new Stripe(secretKey, { telemetry: false, maxNetworkRetries: 2 }).webhookEndpoints,
  );
}

export function createPreviewWebhooks(endpoints: WebhookEndpoints): PreviewWebhooks {
  const remove = (url: string) => removeEndpointsByUrl(endpoints, url);
  const replace = async (url: string) => {
    await remove(url);
    return createEndpoint(endpoints, url);
  };
  return { replace, remove };
}

/** Prints the changes instead of making them, for `--dry-run`. */
export function createDryRunPreviewWebhooks(
  print: (line: string) => void = console.log,
): PreviewWebhooks {
  return {
    replace: async (url) => {
      print(`Stripe: replace the webhook endpoint at ${url}`);
      return "whsec_dry_run";
    },
    remove: async (url) => print(`Stripe: delete the webhook endpoint at ${url}`),
  };
}
