import Stripe from "stripe";
import {
  createEndpoint,
  findEndpointsByUrl,
  removeEndpointsByUrl,
  type WebhookEndpoints,
} from "../stripe/endpoint.ts";

/** Manages a preview's webhook endpoints at Stripe, identified by their URL. */
export type PreviewWebhooks = {
  /** Creates an endpoint beside existing ones. Stripe shows its secret only now. */
  add(url: string): Promise<{ id: string; secret: string }>;
  /** Deletes one endpoint. */
  discard(id: string): Promise<void>;
  /** Deletes every other endpoint with exactly that URL. */
  removeOthers(url: string, id: string): Promise<void>;
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
  const listOldestFirst = async (url: string) =>
    (await findEndpointsByUrl(endpoints, url)).toSorted((a, b) => a.created - b.created);
  return {
    async add(url) {
      // The oldest belongs to the last healthy version and the newest to the one that runs. Stripe allows an account 16
      // endpoints, so those of failed deployments between them must not stay.
      const existing = await listOldestFirst(url);
      for (const { id } of existing.slice(1, -1)) await endpoints.del(id);
      return createEndpoint(endpoints, url);
    },
    discard: async (id) => void (await endpoints.del(id)),
    async removeOthers(url, id) {
      for (const other of await listOldestFirst(url))
        if (other.id !== id) await endpoints.del(other.id);
    },
    remove: (url) => removeEndpointsByUrl(endpoints, url),
  };
}

/**
 * Deploys a preview with a new webhook endpoint. The endpoint before it is kept until the deployment has succeeded, so a
 * deployment that fails leaves the running preview an endpoint whose secret it knows.
 * @param deploy receives the new endpoint's secret, and calls `onDeployed` when a version with it runs
 * @throws Error of `deploy`
 */
export async function withNewEndpoint(
  webhooks: PreviewWebhooks,
  url: string,
  deploy: (secret: string, onDeployed: () => void) => Promise<void>,
): Promise<void> {
  const { id, secret } = await webhooks.add(url);
  let isDeployed = false;
  try {
    await deploy(secret, () => (isDeployed = true));
  } catch (error) {
    // If a version with the secret runs but isn't healthy, both stay: a rollback needs the other one.
    if (!isDeployed) await webhooks.discard(id);
    throw error;
  }
  await webhooks.removeOthers(url, id);
}

/** Prints the deletion instead of making it, for `--dry-run`. */
export function createDryRunPreviewWebhooks(
  print: (line: string) => void = console.log,
): Pick<PreviewWebhooks, "remove"> {
  return { remove: async (url) => print(`Stripe: delete the webhook endpoint at ${url}`) };
}
