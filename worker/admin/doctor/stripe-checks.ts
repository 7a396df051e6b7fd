import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { eventTypes } from "../../stripe/event-types.ts";
import { findPortal } from "../../shop/billing/portal-configuration.ts";
import { listMissing } from "../events/show-inbox-state.ts";
import { recallMoment } from "../../sync/health/health-signals.ts";
import { ok, say, SETUP, webhookUrl, type Asked, type Check } from "./check.ts";
import { hasProductsOf } from "./store.ts";

/** A delivery may take this long. */
const ON_ITS_WAY_MS = 2 * MINUTE;
/** A signature is refused beyond five minutes; long before that something is wrong. */
const CLOCK_MS = MINUTE;

const ownEndpoints = async (ctx: Ctx, stripe: Asked) =>
  (await stripe.endpoints()).data.filter(({ url }) => url === webhookUrl(ctx));

const webhook: Check = {
  id: "webhook",
  title: "Webhook endpoint",
  async look(ctx, stripe) {
    const [endpoint, another] = await ownEndpoints(ctx, stripe);
    const url = webhookUrl(ctx);
    if (!endpoint) {
      return {
        state: "broken",
        found: `Stripe has no webhook endpoint for ${url}, so this shop hears of payments late or not at all.`,
        fix: "Have it made, then put the secret that is printed into STRIPE_WEBHOOK_SECRET and deploy.",
        command: SETUP,
      };
    }
    if (endpoint.status !== "enabled") {
      return {
        state: "broken",
        found: `Stripe has switched the endpoint ${url} off.`,
        fix: "Switch it on again.",
        command: SETUP,
      };
    }
    const enabled = new Set<string>(endpoint.enabled_events);
    const missing = enabled.has("*") ? [] : eventTypes.filter((type) => !enabled.has(type));
    if (missing.length > 0) {
      return {
        state: "broken",
        found: `The endpoint does not send ${missing.join(", ")}.`,
        fix: "Subscribe it to every event that the shop understands.",
        command: SETUP,
      };
    }
    if (enabled.size > eventTypes.length || enabled.has("*")) {
      return {
        state: "warning",
        found:
          "The endpoint sends events that the shop does not use. Some of them hold invoices back.",
        fix: "Subscribe it to exactly what the shop understands.",
        command: SETUP,
      };
    }
    if (another) {
      return {
        state: "warning",
        found: `Stripe has more than one endpoint for ${url}, so every event comes more than once.`,
        fix: "Delete all but one in Stripe's dashboard, and keep the one whose secret this shop has.",
      };
    }
    return ok(`Stripe sends all ${eventTypes.length} kinds of events to ${url}.`);
  },
};

/** Stripe's latest events of ours that should have arrived by now. */
async function dueEvents(ctx: Ctx, stripe: Asked): Promise<Stripe.Event[]> {
  const types = new Set<string>(eventTypes);
  return (await stripe.events()).data.filter(
    ({ type, created }) => types.has(type) && created * SECOND < ctx.now - ON_ITS_WAY_MS,
  );
}

const deliveries: Check = {
  id: "deliveries",
  title: "Deliveries",
  async look(ctx, stripe) {
    const due = await dueEvents(ctx, stripe);
    if (due.length === 0) return { state: "note", found: "Stripe has had nothing to send lately." };
    const missing = await listMissing(ctx, { ids: due.map(({ id }) => id) });
    if (missing.length > 0) {
      return {
        state: "broken",
        found: `${missing.length} of the latest ${due.length} events at Stripe have not arrived here.`,
        fix: "Look at the endpoint's failed deliveries in Stripe's dashboard. What is missing is made up for every hour, or at once with this.",
        command: "npm run stripe -- backfill --env-file production.env",
      };
    }
    return ok(`All of the latest ${due.length} events at Stripe have arrived here.`);
  },
};

/** Stripe cannot be asked to sign something, so what is proven is what the last deliveries showed. */
const secret: Check = {
  id: "secret",
  title: "Webhook secret",
  async look(ctx, stripe) {
    const [verified, refused] = await Promise.all([
      recallMoment(ctx, "webhook_verified"),
      recallMoment(ctx, "webhook_refused"),
    ]);
    const isRefusedSince = refused && refused.lastAt > (verified?.lastAt ?? 0);
    if (!isRefusedSince) {
      return verified
        ? ok(`The delivery of ${say(verified.lastAt)} was signed with a secret that this shop has.`)
        : { state: "note", found: "No delivery has come yet that could prove it." };
    }
    const due = await dueEvents(ctx, stripe);
    const isStripes = !verified || due.some((event) => event.pending_webhooks > 0);
    if (!isStripes) {
      return ok(
        `The delivery of ${say(verified.lastAt)} was signed rightly. A later request was refused and was not Stripe's.`,
      );
    }
    return {
      state: "broken",
      found: `A delivery was refused on ${say(refused.lastAt)}: it was signed with a secret that this shop does not have.`,
      fix: "Copy the signing secret from the endpoint's page in Stripe's dashboard, and hand it to the shop.",
      command: "npx wrangler secret put STRIPE_WEBHOOK_SECRET",
    };
  },
};

const version: Check = {
  id: "api_version",
  title: "API version",
  async look(ctx, stripe) {
    const [endpoint] = await ownEndpoints(ctx, stripe);
    if (!endpoint)
      return { state: "note", found: "There is no endpoint whose version could differ." };
    if (endpoint.api_version === Stripe.API_VERSION)
      return ok(`Stripe and the shop both speak ${Stripe.API_VERSION}.`);
    return {
      state: "warning",
      found: `The endpoint sends version ${endpoint.api_version ?? "of the account"}, and the shop speaks ${Stripe.API_VERSION}.`,
      fix: "Have the endpoint made anew; its secret changes with it.",
      command: `${SETUP} --replace`,
    };
  },
};

const mode: Check = {
  id: "mode",
  title: "Mode",
  async look(ctx, stripe) {
    const { mode: own } = ctx.config.stripe;
    const other = own === "live" ? "test" : "live";
    const [[endpoint], ours, others] = await Promise.all([
      ownEndpoints(ctx, stripe),
      hasProductsOf(ctx.db, own),
      hasProductsOf(ctx.db, other),
    ]);
    if (endpoint && endpoint.livemode !== (own === "live")) {
      return {
        state: "broken",
        found: `The key is of ${own} mode, and the webhook endpoint is not.`,
        fix: "Take the key and the webhook secret from the same mode of Stripe's dashboard.",
      };
    }
    if (others && !ours) {
      return {
        state: "broken",
        found: `The key is of ${own} mode, and every product here is of ${other} mode.`,
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
  async look(ctx, stripe) {
    const { lastResponse } = await stripe.endpoints();
    const theirs = Date.parse(new Headers(lastResponse.headers).get("date") ?? "");
    if (Number.isNaN(theirs))
      return { state: "note", found: "Stripe did not say what time it is." };
    const apart = Math.abs(theirs - ctx.now);
    if (apart <= CLOCK_MS) return ok("Ours and Stripe's agree to the minute.");
    return {
      state: "broken",
      found: `Ours and Stripe's are ${Math.round(apart / SECOND)} seconds apart. Beyond 300 every delivery is refused.`,
      fix: "Set the clock of the machine that the shop runs on. On Cloudflare this mends itself.",
    };
  },
};

const portal: Check = {
  id: "portal",
  title: "Billing pages",
  async look(ctx) {
    const found = await findPortal(ctx.stripe.billingPortal.configurations);
    return found
      ? ok("Stripe's billing pages open with the shop's own configuration.")
      : {
          state: "note",
          found: "Stripe's billing pages open with the account's default configuration.",
          fix: "Have the shop's own made, with which people change the card and cancel, and change plans only here.",
          command: SETUP,
        };
  },
};

export const stripeChecks: Check[] = [webhook, deliveries, secret, version, mode, clock, portal];
