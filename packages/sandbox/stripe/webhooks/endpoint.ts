import type Stripe from "stripe";
import { eventTypes } from "../../../../worker/stripe/event-types.ts";
import { apiVersion, type Account } from "../account.ts";
import { newId, randomText } from "../protocol/ids.ts";
import type { EndpointRow } from "../store/rows.ts";

/** A fresh signing secret. */
export function newSecret(): string {
  return `whsec_${randomText(32)}`;
}

/** A webhook endpoint; its secrets are private and shown once, by the call that creates it. */
export function endpointRow(
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

/** Gives an endpoint a new secret; the old ones go on signing for `keepOldMs`, as while Stripe rolls a secret. */
export function rotateSecret(
  account: Account,
  endpoint: EndpointRow,
  secret: string,
  keepOldMs: number,
): void {
  const old = endpoint._secrets.map((entry) => ({ ...entry, expiresMs: Date.now() + keepOldMs }));
  account.change("webhook_endpoint", endpoint.id, {
    _secrets: [{ secret, expiresMs: null }, ...old],
  });
}

/** The secrets that sign at a moment (milliseconds of real time), newest first. */
export function secretsAt(endpoint: EndpointRow, atMs: number): string[] {
  return endpoint._secrets
    .filter(({ expiresMs }) => expiresMs === null || expiresMs > atMs)
    .map(({ secret }) => secret);
}

/** The shop's endpoint: made once, moved when the shop's address or secret changed. */
export function ensureShopEndpoint(account: Account, url: string, secrets: string[]): void {
  const description = "The shop of this sandbox";
  const known = account.objects.all("webhook_endpoint", [
    { field: "description", equals: description },
  ])[0];
  const wanted = endpointRow(
    account,
    { url, enabled_events: [...eventTypes], description },
    secrets,
  );
  if (known)
    account.objects.update("webhook_endpoint", { ...wanted, id: known.id, created: known.created });
  else account.objects.insert("webhook_endpoint", wanted);
}
