import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { DAY, MINUTE, SECOND } from "../../lib/time.ts";
import { eventTypes } from "../../stripe/event-types.ts";
import { countIncidentsSince } from "../../sync/incidents/store.ts";
import { findSignal } from "../../sync/health/health-signals.ts";
import { listMissingEventIds } from "../events/show-inbox-state.ts";
import {
  DEPLOY_COMMAND,
  formatTime,
  broken,
  note,
  ok,
  warning,
  type Check,
  type StripeLookups,
} from "./check.ts";

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
 * Whether a delivery that was refused at `refusedAt` can be Stripe's: an event from before that was not delivered and
 * is not stored here. Refusals are recorded at most once a minute, so an event of the next minute counts too.
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
    if (due.length === 0) return note("Stripe hasn’t sent any events recently.");
    const missing = await listMissingEventIds(ctx, { ids: due.map(({ id }) => id) });
    if (missing.length > 0)
      return broken(
        `${missing.length} of the latest ${due.length} Stripe events haven’t arrived.`,
        "Check the endpoint’s failed deliveries in the Stripe dashboard. The shop fetches missing events every hour. To fetch them now, run this command.",
        "npm run stripe -- backfill --env-file production.env",
      );
    return ok(`All of the latest ${due.length} Stripe events have arrived.`);
  },
};

/**
 * Whether the scheduled job had to find paid checkouts that no webhook reported within two minutes. They were repaired,
 * so the list of events is complete. What was paid a moment ago is looked at by the next run.
 */
export const missedCheckouts: Check = {
  id: "missed_checkouts",
  title: "Paid checkouts",
  async run(ctx) {
    const { mode } = ctx.config.stripe;
    const { count, latestAt } = await countIncidentsSince(ctx.db, {
      mode,
      kind: "missed_checkout",
      since: ctx.now - DAY,
    });
    if (count === 0 || latestAt === null)
      return ok(
        "In the last 24 hours, the shop found no paid checkout in Stripe that a webhook hadn’t reported within two minutes. It looks every five minutes.",
      );
    return warning(
      `In the last 24 hours, no webhook arrived within two minutes for ${count === 1 ? "1 paid checkout" : `${count} paid checkouts`}. The shop found ${count === 1 ? "it" : "them"} in Stripe, most recently on ${formatTime(latestAt)}, and gave access.`,
      "Check the endpoint’s failed deliveries in the Stripe dashboard. Until webhooks arrive, customers who close the page after they pay wait a few minutes for access.",
    );
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
        ? ok(`The signature of the delivery on ${formatTime(verified.lastAt)} is valid.`)
        : note("No delivery has arrived yet, so the secret can’t be verified.");
    }
    if (verified && !(await isRefusalOfStripe(ctx, stripe, refused.lastAt)))
      return ok(
        `The signature of the delivery on ${formatTime(verified.lastAt)} is valid. A later request was rejected because it was not from Stripe.`,
      );
    return broken(
      `A delivery was rejected on ${formatTime(refused.lastAt)} because its signature doesn’t match this shop’s webhook secret.`,
      "Copy the signing secret from the endpoint’s page in the Stripe dashboard, set it as STRIPE_WEBHOOK_SECRET, then deploy.",
      DEPLOY_COMMAND,
    );
  },
};
