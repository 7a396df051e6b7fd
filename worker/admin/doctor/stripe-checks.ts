import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { DAY, MINUTE, SECOND } from "../../lib/time.ts";
import { eventTypes } from "../../stripe/event-types.ts";
import { findPortalConfiguration } from "../../billing/portal-configuration.ts";
import { findSignal } from "../../sync/health/health-signals.ts";
import {
  formatTime,
  DEPLOY_COMMAND,
  SETUP_COMMAND,
  webhookUrl,
  broken,
  note,
  ok,
  warning,
  type StripeLookups,
  type Check,
} from "./check.ts";
import { deliveries, secret, missedCheckouts } from "./delivery-checks.ts";
import { hasProductsInMode } from "./doctor.query.ts";

/** Signatures are refused from five minutes of difference on; warn well before that. */
const MAX_CLOCK_SKEW_MS = MINUTE;

/** How long an event of the other mode is reported. */
const OTHER_MODE_MS = 7 * DAY;
/** How long a thin event is reported. */
const THIN_EVENT_MS = DAY;

const listShopEndpoints = async (ctx: Ctx, stripe: StripeLookups) =>
  (await stripe.endpoints()).data.filter(({ url }) => url === webhookUrl(ctx));

const webhook: Check = {
  id: "webhook",
  title: "Webhook endpoint",
  async run(ctx, stripe) {
    const [endpoint, another] = await listShopEndpoints(ctx, stripe);
    const url = webhookUrl(ctx);
    const thin = await findSignal(ctx, "webhook_thin");
    const isThin = thin !== null && ctx.now - thin.lastAt < THIN_EVENT_MS;
    if (!endpoint && (await stripe.account()).isForeign)
      return note("The key belongs to another Stripe account, so its endpoints weren’t checked.");
    if (!endpoint)
      return broken(
        `Stripe has no webhook endpoint for ${url}${isThin ? " with snapshot events" : ""}, so payments arrive late.`,
        "Create it with this command, set STRIPE_WEBHOOK_SECRET to the secret it prints, then deploy.",
        SETUP_COMMAND,
      );
    if (endpoint.status !== "enabled")
      return broken(
        `Stripe disabled the endpoint ${url}.`,
        "Enable it again with this command.",
        SETUP_COMMAND,
      );
    const enabled = new Set<string>(endpoint.enabled_events);
    const missing = enabled.has("*") ? [] : eventTypes.filter((type) => !enabled.has(type));
    if (missing.length > 0)
      return broken(
        `The endpoint doesn’t send these events: ${missing.join(", ")}.`,
        "Subscribe it to all required events with this command.",
        SETUP_COMMAND,
      );
    if (enabled.size > eventTypes.length || enabled.has("*"))
      return warning(
        "The endpoint sends events that the shop doesn’t use. Some of them delay invoices.",
        "Subscribe it to only the required events with this command.",
        SETUP_COMMAND,
      );
    if (another)
      return warning(
        `Stripe has more than one endpoint for ${url}, so every event arrives more than once.`,
        "In the Stripe dashboard, delete all of them except the one whose secret this shop uses.",
      );
    if (isThin)
      return warning(
        `A thin event arrived on ${formatTime(thin.lastAt)}. The shop can’t process thin events.`,
        `In the Stripe dashboard, find the other destination for ${url}, whose payload style is “Thin”, and delete it. This message disappears after a day without thin events.`,
      );
    return ok(`Stripe sends all ${eventTypes.length} required event types to ${url}.`);
  },
};

const version: Check = {
  id: "api_version",
  title: "API version",
  async run(ctx, stripe) {
    const [endpoint] = await listShopEndpoints(ctx, stripe);
    if (!endpoint) return note("There is no webhook endpoint to check.");
    if (endpoint.api_version === Stripe.API_VERSION)
      return ok(`Stripe and the shop both use version ${Stripe.API_VERSION}.`);
    return warning(
      `The endpoint uses ${endpoint.api_version === null ? "the account’s default version" : `version ${endpoint.api_version}`}, but the shop uses version ${Stripe.API_VERSION}.`,
      "Replace the endpoint with this command. Its secret changes, too.",
      `${SETUP_COMMAND} --replace`,
    );
  },
};

const mode: Check = {
  id: "mode",
  title: "Mode",
  async run(ctx, stripe) {
    const { mode: own } = ctx.config.stripe;
    const other = own === "live" ? "test" : "live";
    const [[endpoint], ours, others, arrived] = await Promise.all([
      listShopEndpoints(ctx, stripe),
      hasProductsInMode(ctx.db, own),
      hasProductsInMode(ctx.db, other),
      findSignal(ctx, "webhook_other_mode"),
    ]);
    if (endpoint && endpoint.livemode !== (own === "live"))
      return broken(
        `The key is for ${own} mode, but the webhook endpoint is for ${other} mode.`,
        "Use a key and a webhook secret from the same mode of the Stripe dashboard.",
      );
    if (others && !ours)
      return broken(
        `The key is for ${own} mode, but all products are in ${other} mode.`,
        `Create the products again in ${own} mode, or set the ${other} mode key as STRIPE_SECRET_KEY again, then deploy.`,
        DEPLOY_COMMAND,
      );
    if (arrived && ctx.now - arrived.lastAt < OTHER_MODE_MS)
      return broken(
        `The key is for ${own} mode, but a ${other} mode event arrived on ${formatTime(arrived.lastAt)}. The shop ignores such events.`,
        `In the Stripe dashboard, delete the endpoint for ${webhookUrl(ctx)} in ${other} mode. To use ${other} mode in this shop, set the key and the webhook secret of that mode.`,
      );
    return ok(
      own === "live"
        ? "Live mode: the key, the endpoint and the products match. Customers pay real money."
        : "Test mode: the key, the endpoint and the products match. No real money is charged.",
    );
  },
};

const clock: Check = {
  id: "clock",
  title: "Clock",
  async run(ctx, stripe) {
    const { lastResponse } = await stripe.endpoints();
    const stripeTime = Date.parse(new Headers(lastResponse.headers).get("date") ?? "");
    if (Number.isNaN(stripeTime)) return note("Stripe didn’t return its time.");
    const skewMs = Math.abs(stripeTime - ctx.now);
    if (skewMs <= MAX_CLOCK_SKEW_MS) return ok("The shop’s clock matches Stripe’s clock.");
    return broken(
      `The shop’s clock differs from Stripe’s by ${Math.round(skewMs / SECOND)} seconds. If they differ by more than 300 seconds, webhooks are rejected.`,
      "Set the clock of the machine that runs the shop. On Cloudflare, this resolves automatically.",
    );
  },
};

const portal: Check = {
  id: "portal",
  title: "Billing pages",
  async run(ctx) {
    const found = await findPortalConfiguration(ctx.stripe.billingPortal.configurations);
    if (found && !found.features.customer_update.enabled)
      return warning(
        "On Stripe’s billing pages, customers can’t update their address or tax ID.",
        "Update the shop’s configuration with this command.",
        SETUP_COMMAND,
      );
    return found
      ? ok("Stripe’s billing pages use the shop’s configuration.")
      : note(
          "Stripe’s billing pages use the account’s default configuration.",
          "Create the shop’s configuration with this command. Customers can then update their payment method and cancel there, but change plans only in the shop.",
          SETUP_COMMAND,
        );
  },
};

export const stripeChecks: Check[] = [
  webhook,
  deliveries,
  missedCheckouts,
  secret,
  version,
  mode,
  clock,
  portal,
];
