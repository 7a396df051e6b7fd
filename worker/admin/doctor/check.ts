import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { SECOND } from "../../lib/time.ts";

/**
 * - `ok`: nothing to do
 * - `note`: not in use, or not yet known; a shop is well with it
 * - `warning`: sells, and something is worse than it need be
 * - `broken`: something does not work now
 */
export type State = "ok" | "note" | "warning" | "broken";

/** What was found, for a seller to read, and what to do about it. Holds nothing secret. */
export type Finding = { state: State; found: string; fix?: string; command?: string };

export type Check = { id: string; title: string; look(ctx: Ctx, stripe: Asked): Promise<Finding> };

export const ok = (found: string): Finding => ({ state: "ok", found });

export const SETUP = "npm run stripe:setup -- --env-file production.env";

/** How long one look may take. */
export const PATIENCE_MS = 6 * SECOND;

/** Once and soon: a check that waits for retries says nothing. */
const options = { timeout: 5 * SECOND, maxNetworkRetries: 0 };

type Listed<Item> = { data: Item[]; lastResponse: { headers: HeadersInit } };

/** What several checks ask Stripe, asked once. */
export type Asked = {
  endpoints(): Promise<Listed<Stripe.WebhookEndpoint>>;
  events(): Promise<Listed<Stripe.Event>>;
};

export function askOnce(ctx: Ctx): Asked {
  let endpoints: Promise<Listed<Stripe.WebhookEndpoint>> | undefined;
  let events: Promise<Listed<Stripe.Event>> | undefined;
  return {
    endpoints: () => (endpoints ??= ctx.stripe.webhookEndpoints.list({ limit: 100 }, options)),
    events: () => (events ??= ctx.stripe.events.list({ limit: 50 }, options)),
  };
}

/** Where Stripe is to send events. */
export const webhookUrl = (ctx: Ctx) => `${ctx.config.origin}/api/stripe/webhook`;

/** "21 November 2026, 14:03 UTC". */
export function say(at: number): string {
  return `${new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(at)} UTC`;
}
