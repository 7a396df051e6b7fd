import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { DAY, MINUTE, SECOND } from "../../lib/time.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { mapStripeCustomersByStripeId } from "../customer/find-stripe-customers.ts";
import { recordIncident } from "../incidents/record-incident.ts";
import { listKnownEventIds } from "../inbox/store.ts";
import { ingestEvent } from "./receive-event.ts";
import { idOf } from "../../stripe/references.ts";

/** How long after a payment its webhook may come. */
export const MISSED_AFTER_MS = 2 * MINUTE;
/** An older event is no finding: the shop was down, or its database was restored. */
const FINDING_MAX_AGE_MS = DAY;

/**
 * Ingests those of these events that no webhook delivered. A paid checkout among them is recorded as a finding.
 * @returns how many were new, and when the newest of those happened: 0 if there were none
 */
export async function ingestMissingEvents(
  ctx: Ctx,
  input: { events: Stripe.Event[] },
): Promise<{ count: number; newestAt: number }> {
  if (input.events.length === 0) return { count: 0, newestAt: 0 };
  const ids = input.events.map(({ id }) => id);
  const known = new Set(
    (await listKnownEventIds(ctx.db, { ids, mode: ctx.config.stripe.mode })).map(({ id }) => id),
  );
  const ingested: Stripe.Event[] = [];
  for (const event of input.events) {
    if (known.has(event.id)) continue;
    const { isNew } = await ingestEvent(ctx, { event, payload: JSON.stringify(event) });
    if (isNew) ingested.push(event);
  }
  await recordMissedCheckouts(ctx, ingested);
  const newestAt = Math.max(0, ...ingested.map(({ created }) => created * SECOND));
  return { count: ingested.length, newestAt };
}

/** Records each paid checkout of this shop that only these missed events report. */
async function recordMissedCheckouts(ctx: Ctx, missed: Stripe.Event[]): Promise<void> {
  const paid = missed.flatMap((event) => {
    const ageMs = ctx.now - event.created * SECOND;
    if (ageMs < MISSED_AFTER_MS || ageMs > FINDING_MAX_AGE_MS) return [];
    const session = findPaidSession(event);
    return session && fromMetadata(session.metadata).checkoutId ? [{ session, ageMs }] : [];
  });
  if (paid.length === 0) return;
  const customers = await mapStripeCustomersByStripeId(ctx, {
    stripeCustomerIds: paid.flatMap(({ session }) => idOf(session.customer) ?? []),
  });
  await commit(
    ctx.db,
    paid.map(({ session, ageMs }) =>
      recordIncident(ctx, {
        kind: "missed_checkout",
        customerId: customers.get(idOf(session.customer) ?? "")?.id ?? null,
        stripeObjectId: session.id,
        detail: `Paid ${Math.round(ageMs / MINUTE)} minutes before, and no webhook had reported it.`,
      }),
    ),
  );
}

function findPaidSession(event: Stripe.Event): Stripe.Checkout.Session | null {
  if (event.type === "checkout.session.async_payment_succeeded") return event.data.object;
  if (event.type !== "checkout.session.completed") return null;
  return event.data.object.payment_status === "unpaid" ? null : event.data.object;
}
