import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { SECOND } from "../../lib/time.ts";
import { inspectAccount } from "../../sync/customer/stripe-account.ts";

/**
 * - `ok`: nothing to do
 * - `note`: not in use, or not known yet; not a problem
 * - `warning`: the shop can sell, but something should be better
 * - `broken`: something does not work now
 */
export type CheckState = "ok" | "note" | "warning" | "broken";

/**
 * The result of a check in words for the seller, and how to fix it. Contains no secrets. `link` is a page at Stripe.
 */
export type Finding = {
  state: CheckState;
  message: string;
  fix?: string;
  command?: string;
  link?: { label: string; url: string };
  /** A longer text in lines, in Markdown. */
  notes?: string;
};

export type Check = {
  id: string;
  title: string;
  run(ctx: Ctx, stripe: StripeLookups): Promise<Finding>;
};

/** @returns a function of what the check found, how to fix it, and a command that does */
const toFinding =
  (state: CheckState) =>
  (message: string, fix?: string, command?: string): Finding => ({
    state,
    message,
    ...(fix !== undefined && { fix }),
    ...(command !== undefined && { command }),
  });

export const ok = toFinding("ok");
export const note = toFinding("note");
export const warning = toFinding("warning");
export const broken = toFinding("broken");

export const SETUP_COMMAND = "npm run stripe:setup -- --env-file production.env";

/** A secret that is set on the Worker alone is gone with the next deployment, which has those of the settings file. */
export const DEPLOY_COMMAND = "npm run deploy -- --env-file production.env";

/** The time limit of one check. */
export const CHECK_TIMEOUT_MS = 6 * SECOND;

/** No retries: a check that waits for them would exceed its time limit. */
export const requestOptions = { timeout: 5 * SECOND, maxNetworkRetries: 0 };

type Listed<Item> = { data: Item[]; lastResponse: { headers: HeadersInit } };

/** Stripe responses that several checks share. Each is requested at most once. */
export type StripeLookups = {
  /** The account of the shop's key, and whether it knows none of the shop's products. */
  account(): Promise<{ account: string; isForeign: boolean }>;
  endpoints(): Promise<Listed<Stripe.WebhookEndpoint>>;
  events(): Promise<Listed<Stripe.Event>>;
};

export function createStripeLookups(ctx: Ctx): StripeLookups {
  let endpoints: Promise<Listed<Stripe.WebhookEndpoint>> | undefined;
  let events: Promise<Listed<Stripe.Event>> | undefined;
  let account: ReturnType<StripeLookups["account"]> | undefined;
  return {
    account: () => (account ??= inspectAccount(ctx, {}, requestOptions)),
    endpoints: () =>
      (endpoints ??= ctx.stripe.webhookEndpoints.list({ limit: 100 }, requestOptions)),
    events: () => (events ??= ctx.stripe.events.list({ limit: 50 }, requestOptions)),
  };
}

/** The URL of the shop's webhook endpoint. */
export const webhookUrl = (ctx: Ctx) => `${ctx.config.origin}/api/stripe/webhook`;

/** Formats a time (unix milliseconds) like "Nov 21, 2026, 2:03 PM UTC". */
export function formatTime(at: number): string {
  return `${new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(at)} UTC`;
}
