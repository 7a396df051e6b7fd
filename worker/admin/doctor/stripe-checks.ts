import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { DAY, MINUTE, SECOND } from "../../lib/time.ts";
import { eventTypes } from "../../stripe/event-types.ts";
import { findPortalConfiguration } from "../../shop/billing/portal-configuration.ts";
import { findSignal } from "../../sync/health/health-signals.ts";
import {
  ok,
  formatTime,
  SETUP_COMMAND,
  webhookUrl,
  type StripeLookups,
  type Check,
} from "./check.ts";
import { deliveries, secret } from "./delivery-checks.ts";
import { hasProductsInMode } from "./store.ts";

/** Signatures are refused from five minutes of difference on; warn well before that. */
const MAX_CLOCK_SKEW_MS = MINUTE;

/** How long an event of the other mode is reported. */
const OTHER_MODE_MS = 7 * DAY;

const listShopEndpoints = async (ctx: Ctx, stripe: StripeLookups) =>
  (await stripe.endpoints()).data.filter(({ url }) => url === webhookUrl(ctx));

const webhook: Check = {
  id: "webhook",
  title: "Webhook endpoint",
  async run(ctx, stripe) {
    const [endpoint, another] = await listShopEndpoints(ctx, stripe);
    const url = webhookUrl(ctx);
    if (!endpoint) {
      return {
        state: "broken",
        message: `Stripe has no webhook endpoint for ${url}, so this shop hears of payments late or not at all.`,
        fix: "Have it made, then put the secret that is printed into STRIPE_WEBHOOK_SECRET and deploy.",
        command: SETUP_COMMAND,
      };
    }
    if (endpoint.status !== "enabled") {
      return {
        state: "broken",
        message: `Stripe has switched the endpoint ${url} off.`,
        fix: "Switch it on again.",
        command: SETUP_COMMAND,
      };
    }
    const enabled = new Set<string>(endpoint.enabled_events);
    const missing = enabled.has("*") ? [] : eventTypes.filter((type) => !enabled.has(type));
    if (missing.length > 0) {
      return {
        state: "broken",
        message: `The endpoint does not send ${missing.join(", ")}.`,
        fix: "Subscribe it to every event that the shop understands.",
        command: SETUP_COMMAND,
      };
    }
    if (enabled.size > eventTypes.length || enabled.has("*")) {
      return {
        state: "warning",
        message:
          "The endpoint sends events that the shop does not use. Some of them hold invoices back.",
        fix: "Subscribe it to exactly what the shop understands.",
        command: SETUP_COMMAND,
      };
    }
    if (another) {
      return {
        state: "warning",
        message: `Stripe has more than one endpoint for ${url}, so every event comes more than once.`,
        fix: "Delete all but one in Stripe's dashboard, and keep the one whose secret this shop has.",
      };
    }
    return ok(`Stripe sends all ${eventTypes.length} kinds of events to ${url}.`);
  },
};

const version: Check = {
  id: "api_version",
  title: "API version",
  async run(ctx, stripe) {
    const [endpoint] = await listShopEndpoints(ctx, stripe);
    if (!endpoint)
      return { state: "note", message: "There is no endpoint whose version could differ." };
    if (endpoint.api_version === Stripe.API_VERSION)
      return ok(`Stripe and the shop both speak ${Stripe.API_VERSION}.`);
    return {
      state: "warning",
      message: `The endpoint sends version ${endpoint.api_version ?? "of the account"}, and the shop speaks ${Stripe.API_VERSION}.`,
      fix: "Have the endpoint made anew; its secret changes with it.",
      command: `${SETUP_COMMAND} --replace`,
    };
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
    if (endpoint && endpoint.livemode !== (own === "live")) {
      return {
        state: "broken",
        message: `The key is of ${own} mode, and the webhook endpoint is not.`,
        fix: "Take the key and the webhook secret from the same mode of Stripe's dashboard.",
      };
    }
    if (others && !ours) {
      return {
        state: "broken",
        message: `The key is of ${own} mode, and every product here is of ${other} mode.`,
        fix: `Make the products anew in ${own} mode, or hand the shop its ${other} key again.`,
        command: "npx wrangler secret put STRIPE_SECRET_KEY",
      };
    }
    if (arrived && ctx.now - arrived.lastAt < OTHER_MODE_MS) {
      return {
        state: "broken",
        message: `The key is of ${own} mode, and a ${other} event arrived on ${formatTime(arrived.lastAt)}. Such events are ignored.`,
        fix: `In Stripe's dashboard, delete the endpoint for ${webhookUrl(ctx)} in ${other} mode. If this shop should work in ${other} mode, give it the key and the webhook secret of that mode.`,
      };
    }
    return ok(
      own === "live"
        ? "Live: the key, the endpoint and the products take real money."
        : "Test: the key, the endpoint and the products agree, and no money moves.",
    );
  },
};

const clock: Check = {
  id: "clock",
  title: "Clock",
  async run(ctx, stripe) {
    const { lastResponse } = await stripe.endpoints();
    const stripeTime = Date.parse(new Headers(lastResponse.headers).get("date") ?? "");
    if (Number.isNaN(stripeTime))
      return { state: "note", message: "Stripe did not say what time it is." };
    const skewMs = Math.abs(stripeTime - ctx.now);
    if (skewMs <= MAX_CLOCK_SKEW_MS) return ok("Ours and Stripe's agree to the minute.");
    return {
      state: "broken",
      message: `Ours and Stripe's are ${Math.round(skewMs / SECOND)} seconds apart. Beyond 300 every delivery is refused.`,
      fix: "Set the clock of the machine that the shop runs on. On Cloudflare this mends itself.",
    };
  },
};

const portal: Check = {
  id: "portal",
  title: "Billing pages",
  async run(ctx) {
    const found = await findPortalConfiguration(ctx.stripe.billingPortal.configurations);
    if (found && !found.features.customer_update.enabled)
      return {
        state: "warning",
        message: "On Stripe's billing pages, buyers cannot correct their address or VAT ID.",
        fix: "Have the shop's configuration updated.",
        command: SETUP_COMMAND,
      };
    return found
      ? ok("Stripe's billing pages open with the shop's own configuration.")
      : {
          state: "note",
          message: "Stripe's billing pages open with the account's default configuration.",
          fix: "Have the shop's own made, with which people change the card and cancel, and change plans only here.",
          command: SETUP_COMMAND,
        };
  },
};

export const stripeChecks: Check[] = [webhook, deliveries, secret, version, mode, clock, portal];
