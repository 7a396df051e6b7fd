import Stripe from "stripe";

/** The events a shop's webhook endpoint has to receive; docs/guides/events.md says what each is for. */
export const webhookEvents = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.pending_update_applied",
  "customer.subscription.pending_update_expired",
  "customer.subscription.trial_will_end",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
  "invoice.voided",
  "invoice.marked_uncollectible",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "customer.updated",
  "customer.deleted",
  "product.created",
  "product.updated",
  "product.deleted",
  "price.created",
  "price.updated",
  "price.deleted",
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** A preview's webhook endpoint at Stripe, by its address. */
export type PreviewWebhooks = {
  /** Registers the address anew, since Stripe tells an endpoint's secret only once. Returns the secret. */
  replace(url: string): Promise<string>;
  /** Removes every endpoint at exactly that address. */
  remove(url: string): Promise<void>;
};

/** The part of the Stripe client that is used here. */
export type WebhookEndpoints = Pick<Stripe["webhookEndpoints"], "create" | "del" | "list">;

/** Where a shop receives Stripe's events. */
export function webhookUrl(origin: string): string {
  return `${origin}/api/stripe/webhook`;
}

/** Webhook endpoints of the account that the key opens. */
export function stripeWebhooks(secretKey: string): PreviewWebhooks {
  return webhooksOf(
    new Stripe(secretKey, { telemetry: false, maxNetworkRetries: 2 }).webhookEndpoints,
  );
}

/** See `PreviewWebhooks`. */
export function webhooksOf(endpoints: WebhookEndpoints): PreviewWebhooks {
  const remove = async (url: string) => {
    for await (const endpoint of endpoints.list({ limit: 100 })) {
      if (endpoint.url === url) await endpoints.del(endpoint.id);
    }
  };
  const replace = async (url: string) => {
    await remove(url);
    const created = await endpoints.create({ url, enabled_events: [...webhookEvents] });
    if (!created.secret) throw new Error("Stripe made a webhook endpoint without a secret");
    return created.secret;
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
