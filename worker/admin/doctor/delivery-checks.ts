import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { eventTypes } from "../../stripe/event-types.ts";
import { findSignal } from "../../sync/health/health-signals.ts";
import { listMissingEventIds } from "../events/show-inbox-state.ts";
import { ok, formatTime, type Check, type StripeLookups } from "./check.ts";

/** How long a delivery may take. */
const DELIVERY_GRACE_MS = 2 * MINUTE;

/** Lists Stripe's latest events of the types we handle. */
async function listOurEvents(stripe: StripeLookups): Promise<Stripe.Event[]> {
  const types = new Set<string>(eventTypes);
  return (await stripe.events()).data.filter(({ type }) => types.has(type));
}

/** Lists those of them that should have arrived by now. */
async function listDueEvents(ctx: Ctx, stripe: StripeLookups): Promise<Stripe.Event[]> {
  const events = await listOurEvents(stripe);
  return events.filter(({ created }) => created * SECOND < ctx.now - DELIVERY_GRACE_MS);
}

/**
 * Whether a delivery that was refused at `refusedAt` can be Stripe's: an event from before that was not delivered and is
 * not stored here. Refusals are recorded at most once a minute, so an event of the next minute counts too.
 */
async function isRefusalOfStripe(
  ctx: Ctx,
  stripe: StripeLookups,
  refusedAt: number,
): Promise<boolean> {
  const undelivered = (await listOurEvents(stripe)).filter(
    (event) => event.pending_webhooks > 0 && event.created * SECOND <= refusedAt + MINUTE,
  );
  if (undelivered.some(({ created }) => created * SECOND < ctx.now - DELIVERY_GRACE_MS))
    return true;
  const missing = await listMissingEventIds(ctx, { ids: undelivered.map(({ id }) => id) });
  return missing.length > 0;
}

/** Whether all of Stripe's latest events have arrived. */
export const deliveries: Check = {
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
export const secret: Check = {
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
    if (verified && !(await isRefusalOfStripe(ctx, stripe, refused.lastAt))) {
      return ok(
        `The delivery of ${formatTime(verified.lastAt)} was signed correctly. A later request was refused, because it was not from Stripe.`,
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
