import type Stripe from "stripe";
import type { Ctx, SyncMessage } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { repeatWhileTransient } from "../../db/transient-errors.ts";
import { logEvent, logFailure, summarizeError } from "../../lib/log.ts";
import { fromStripeTime, MINUTE, SECOND } from "../../lib/time.ts";
import { measure } from "../../metrics/metrics.ts";
import { readEventSubject, verifyEvent, type ThinEvent } from "../../stripe/events.ts";
import { findProductIdByStripeId, addPendingPull } from "../catalog/pull-product.ts";
import { LEASE_MS } from "../customer/sync-stripe-customer.ts";
import {
  findEvent,
  insertEvent,
  recordFailure,
  storeEvent,
  type StoredEvent,
} from "../inbox/store.ts";
import type { Config } from "../../config/config.ts";
import { recordSignal } from "../health/health-signals.ts";

/** The answer to a delivery that was stored. */
export const received = { received: true };

/**
 * Receives one webhook delivery: verifies the raw body, stores the event and enqueues a sync. Makes no request to
 * Stripe. A thin event, and one of the other mode, is stored as ignored, since Stripe would only repeat it.
 * @throws `webhook_signature`; any other error means that the event was not stored, so Stripe retries
 */
export async function receiveEvent(
  ctx: Ctx,
  input: { rawBody: string; signature: string | undefined },
): Promise<void> {
  const event = await verifyEvent(ctx.config.stripe, { ...input, now: ctx.now }).catch(
    (error: unknown) => {
      // A request without a signature didn't come from Stripe.
      if (input.signature) recordWebhookSignal(ctx, "webhook_refused");
      throw error;
    },
  );
  await storeVerified(ctx, event, input.rawBody);
}

/** Stores a verified event. @throws Error if it was not stored, so Stripe retries */
export async function storeVerified(
  ctx: Ctx,
  event: Stripe.Event | ThinEvent,
  payload: string,
): Promise<void> {
  recordWebhookSignal(ctx, "webhook_verified");
  if (event.object === "v2.core.event") return ignoreThin(ctx, event, payload);
  if (event.livemode !== (ctx.config.stripe.mode === "live")) return ignoreOtherMode(ctx, event);
  const lag = ctx.now - event.created * SECOND;
  measure(ctx, "webhook", { type: event.type, lag_ms: Math.max(0, lag) });
  // A known event changes nothing, so storing can be repeated. Stripe's own retry comes much later.
  await repeatWhileTransient(ctx, () => ingestEvent(ctx, { event, payload }));
}

/**
 * Stores an event of the other mode without its payload: a shop in test mode must not keep data of real customers. It
 * is stored under the shop's own mode, so that it is still unknown to a shop that goes live later.
 */
async function ignoreOtherMode(ctx: Ctx, event: Stripe.Event): Promise<void> {
  recordWebhookSignal(ctx, "webhook_other_mode");
  const { stripeCustomerId } = readEventSubject(event);
  await commit(
    ctx.db,
    insertEvent(ctx.db, {
      ...toEventRow(ctx, event, ""),
      stripeCustomerId,
      status: "ignored",
      ignoredReason: "other_mode",
      payloadRemovedAt: ctx.now,
    }),
  );
}

/** Stores an event without an object, so that the console shows what the wrong destination sends. */
async function ignoreThin(ctx: Ctx, { id, type }: ThinEvent, payload: string): Promise<void> {
  recordWebhookSignal(ctx, "webhook_thin");
  const row = toEventRow(ctx, { id, type, created: ctx.now / SECOND }, payload);
  await commit(
    ctx.db,
    insertEvent(ctx.db, {
      ...row,
      stripeCustomerId: null,
      status: "ignored",
      ignoredReason: "thin",
    }),
  );
}

const toEventRow = (
  ctx: Ctx,
  event: Pick<Stripe.Event, "id" | "created"> & { type: string },
  payload: string,
) => ({
  id: event.id,
  mode: ctx.config.stripe.mode,
  type: event.type,
  payload,
  createdAt: fromStripeTime(event.created) ?? ctx.now,
  receivedAt: ctx.now,
});

/**
 * Stores a verified event and enqueues its customer, unless a queued message for an earlier event will cover it. A
 * known event changes nothing, but if it is still unprocessed it is enqueued again, since its first message may be
 * lost.
 * @returns whether the event was new
 */
export async function ingestEvent(
  ctx: Ctx,
  input: { event: Stripe.Event; payload: string },
): Promise<{ isNew: boolean }> {
  const { event, payload } = input;
  const { stripeProductId, ...subject } = readEventSubject(event);
  const row = toEventRow(ctx, event, payload);
  if (stripeProductId) return ingestCatalogEvent(ctx, { row, stripeProductId });
  const messagesSince = ctx.now - LEASE_MS;
  const [insertion, , dirtyMark] = await ctx.db.$client.batch(
    storeEvent(ctx.db, { ...row, ...subject, messagesSince }),
  );
  const [inserted] = (insertion?.results ?? []) as StoredEvent[];
  const [marked] = (dirtyMark?.results ?? []) as { isExpected: 0 | 1 }[];
  const isNew = inserted !== undefined;
  const stored = inserted ?? (await findEvent(ctx.db, row.mode, row.id));
  // Dead events count as open: a seller resends an event from Stripe to retry it.
  const isOpen = stored?.status === "received" || stored?.status === "dead";
  if (isOpen && stored.customerId && !marked?.isExpected)
    ctx.defer(enqueue(ctx, { customerId: stored.customerId }));
  return { isNew };
}

/** Does the same for an event about a product: requests a pull of the product if it is ours. */
async function ingestCatalogEvent(
  ctx: Ctx,
  { row, stripeProductId }: { row: ReturnType<typeof toEventRow>; stripeProductId: string },
): Promise<{ isNew: boolean }> {
  const catalogEvent = { ...row, stripeCustomerId: null, subjectId: stripeProductId };
  const productId = await findProductIdByStripeId(ctx, { stripeProductId });
  if (!productId) {
    const ignored = { ...catalogEvent, status: "ignored", ignoredReason: "foreign" } as const;
    const [insertion] = await commit(ctx.db, insertEvent(ctx.db, ignored));
    return { isNew: insertion?.meta.changes === 1 };
  }
  const reason = row.id;
  const [insertion] = await commit(ctx.db, [
    ...insertEvent(ctx.db, { ...catalogEvent, status: "received" }),
    addPendingPull(ctx, { productId, reason, onlyAfterChange: true }),
  ]);
  const isNew = insertion?.meta.changes === 1;
  const stored = isNew ? { status: "received" } : await findEvent(ctx.db, row.mode, row.id);
  if (stored?.status === "received" || stored?.status === "dead") {
    if (!isNew) await commit(ctx.db, [addPendingPull(ctx, { productId, reason })]);
    ctx.defer(enqueue(ctx, { productId }));
  }
  return { isNew };
}

/**
 * Enqueues a sync after the response. The dirty mark is already stored, so the next cron run enqueues a lost message.
 */
async function enqueue(ctx: Ctx, message: SyncMessage): Promise<void> {
  try {
    await ctx.syncQueue.send(message);
  } catch (error) {
    logFailure(ctx, "sync.enqueue_failed", error);
    // Recorded so that the next event doesn't rely on this event's message.
    const { customerId } = message;
    if (customerId !== undefined)
      await commit(ctx.db, [recordFailure(ctx.db, { customerId, error })]);
  }
}

type Outcome = "webhook_verified" | "webhook_refused" | "webhook_other_mode" | "webhook_thin";

// Per isolate. Anyone can send invalid deliveries, so they must not cause a write each.
const lastRecorded = new WeakMap<Config["stripe"], Partial<Record<Outcome, number>>>();

/**
 * Records for the doctor whether a delivery was valid and of our mode, after the response and at most once a minute.
 */
function recordWebhookSignal(ctx: Ctx, outcome: Outcome): void {
  const times = lastRecorded.get(ctx.config.stripe) ?? {};
  if (ctx.now - (times[outcome] ?? 0) < MINUTE) return;
  lastRecorded.set(ctx.config.stripe, { ...times, [outcome]: ctx.now });
  ctx.defer(
    recordSignal(ctx, outcome).catch((error: unknown) =>
      logEvent("error", "webhook.signal_failed", { error: summarizeError(error) }, ctx),
    ),
  );
}
