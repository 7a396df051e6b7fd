import type Stripe from "stripe";
import type { WebhookTarget } from "../../options.ts";
import { apiVersion, type Account } from "../account.ts";
import { newId, randomText } from "../protocol/ids.ts";
import type { EndpointRow } from "../store/rows.ts";

/** Generates a signing secret. */
export function newSigningSecret(): string {
  return `whsec_${randomText(32)}`;
}

/** Builds a webhook endpoint. Its secrets are private; only the call that creates it returns one. */
export function buildEndpointRow(
  account: Account,
  fields: Pick<Stripe.WebhookEndpoint, "url" | "enabled_events" | "description">,
  secrets: string[],
): EndpointRow {
  return {
    id: newId("webhook_endpoint"),
    object: "webhook_endpoint",
    api_version: apiVersion,
    application: null,
    created: account.clock.now(),
    livemode: false,
    metadata: {},
    status: "enabled",
    ...fields,
    _secrets: secrets.map((secret) => ({ secret, expiresMs: null })),
  };
}

/** Adds a new secret to an endpoint. The old ones keep signing for `keepOldMs`, as when Stripe rolls a secret. */
export function rotateSecret(
  account: Account,
  endpoint: EndpointRow,
  secret: string,
  keepOldMs: number,
): void {
  const old = endpoint._secrets.map((entry) => ({ ...entry, expiresMs: Date.now() + keepOldMs }));
  account.update("webhook_endpoint", endpoint.id, {
    _secrets: [{ secret, expiresMs: null }, ...old],
  });
}

/** Returns the secrets valid at `atMs` (real time, Unix milliseconds), newest first. */
export function listActiveSecrets(endpoint: EndpointRow, atMs: number): string[] {
  return endpoint._secrets
    .filter(({ expiresMs }) => expiresMs === null || expiresMs > atMs)
    .map(({ secret }) => secret);
}

/** Finds the endpoint of the options again. States on disk have it, so it stays as it is. */
const configured = "The shop of this sandbox";

/** Creates the endpoint that the options name, or updates the one of an earlier start. Without one, deletes that. */
export function configureEndpoint(account: Account, target: WebhookTarget | undefined): void {
  const existing = account.objects.findAll("webhook_endpoint", [
    { field: "description", equals: configured },
  ])[0];
  if (!target) {
    if (existing) account.objects.markDeleted("webhook_endpoint", existing.id);
    return;
  }
  const { url, secret, events = ["*"] } = target;
  const row = buildEndpointRow(
    account,
    { url, enabled_events: events, description: configured },
    [secret].flat(),
  );
  if (existing)
    account.objects.update("webhook_endpoint", {
      ...row,
      id: existing.id,
      created: existing.created,
    });
  else account.objects.insert("webhook_endpoint", row);
}
