import Stripe from "stripe";
import { createEndpoint, removeEndpoints, type WebhookEndpoints } from "./stripe-endpoint.ts";

/** A preview's webhook endpoint at Stripe, by its address. */
export type PreviewWebhooks = {
  /** Registers the address anew, since Stripe tells an endpoint's secret only once. Returns the secret. */
  replace(url: string): Promise<string>;
  /** Removes every endpoint at exactly that address. */
  remove(url: string): Promise<void>;
};

/** Webhook endpoints of the account that the key opens. */
export function stripeWebhooks(secretKey: string): PreviewWebhooks {
  return webhooksOf(
    new Stripe(secretKey, { telemetry: false, maxNetworkRetries: 2 }).webhookEndpoints,
  );
}

/** See `PreviewWebhooks`. */
export function webhooksOf(endpoints: WebhookEndpoints): PreviewWebhooks {
  const remove = (url: string) => removeEndpoints(endpoints, url);
  const replace = async (url: string) => {
    await remove(url);
    return createEndpoint(endpoints, url);
  };
  return { replace, remove };
}

/** For `--dry-run`: prints, and changes nothing. */
export function rehearsedWebhooks(print: (line: string) => void = console.log): PreviewWebhooks {
  return {
    replace: async (url) => {
      print(`Stripe: replace the webhook endpoint at ${url}`);
      return "whsec_dry_run";
    },
    remove: async (url) => print(`Stripe: delete the webhook endpoint at ${url}`),
  };
}
