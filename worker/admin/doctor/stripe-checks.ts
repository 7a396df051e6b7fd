import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { eventTypes } from "../../stripe/event-types.ts";
import { findPortalConfiguration } from "../../shop/billing/portal-configuration.ts";
import { listMissingEventIds } from "../events/show-inbox-state.ts";
import { findSignal } from "../../sync/health/health-signals.ts";
import {
  ok,
  formatTime,
  SETUP_COMMAND,
  webhookUrl,
  type StripeLookups,
  type Check,
} from "./check.ts";
import { hasProductsInMode } from "./store.ts";

/** How long a delivery may take. */
const DELIVERY_GRACE_MS = 2 * MINUTE;
/** Signatures are refused from five minutes of difference on; warn well before that. */
const MAX_CLOCK_SKEW_MS = MINUTE;

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

/** Lists Stripe's latest events of the types we handle that should have arrived by now. */
async function listDueEvents(ctx: Ctx, stripe: StripeLookups): Promise<Stripe.Event[]> {
  const types = new Set<string>(eventTypes);
  return (await stripe.events()).data.filter(
    ({ type, created }) => types.has(type) && created * SECOND < ctx.now - DELIVERY_GRACE_MS,
  );
}

const deliveries: Check = {
  id: "deliveries",
  title: "Deliveries",
  async run(ctx, stripe) {
    const due = await listDueEvents(ctx, stripe);
    if (due.length === 0)
      return { state: "note", message: "Stripe has had nothing to send lately." };
    const missing = await listMissingEventIds(ctx, { ids: due.map(({ id }) => id) });
    if (missing.length > 0) {
      return {
        state: "broken",
        message: `${missing.length} of the latest ${due.length} events at Stripe have not arrived here.`,
        fix: "Look at the endpoint's failed deliveries in Stripe's dashboard. What is missing is made up for every hour, or at once with this.",
        command: "npm run stripe -- backfill --env-file production.env",
      };
    }
    return ok(`All of the latest ${due.length} events at Stripe have arrived here.`);
  },
};

/** Stripe cannot sign a test request, so this checks the results of the latest deliveries. */
const secret: Check = {
  id: "secret",
  title: "Webhook secret",
  async run(ctx, stripe) {
    const [verified, refused] = await Promise.all([
      findSignal(ctx, "webhook_verified"),
      findSignal(ctx, "webhook_refused"),
    ]);
    const wasRefusedSince = refused && refused.lastAt > (verified?.lastAt ?? 0);
    if (!wasRefusedSince) {
      return verified
        ? ok(
            `The delivery of ${formatTime(verified.lastAt)} was signed with a secret that this shop has.`,
          )
        : { state: "note", message: "No delivery has come yet that could prove it." };
    }
    const due = await listDueEvents(ctx, stripe);
    const isFromStripe = !verified || due.some((event) => event.pending_webhooks > 0);
    if (!isFromStripe) {
      return ok(
        `The delivery of ${formatTime(verified.lastAt)} was signed rightly. A later request was refused and was not Stripe's.`,
      );
    }
    return {
      state: "broken",
      message: `A delivery was refused on ${formatTime(refused.lastAt)}: it was signed with a secret that this shop does not have.`,
      fix: "Copy the signing secret from the endpoint's page in Stripe's dashboard, and hand it to the shop.",
      command: "npx wrangler secret put STRIPE_WEBHOOK_SECRET",
    };
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
    const [[endpoint], ours, others] = await Promise.all([
      listShopEndpoints(ctx, stripe),
      hasProductsInMode(ctx.db, own),
      hasProductsInMode(ctx.db, other),
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
