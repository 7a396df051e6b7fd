import type Stripe from "stripe";
import type { Ctx, SyncMessage } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { logFailure } from "../../lib/log.ts";
import { recordChange } from "../../audit/record-change.ts";
import { readEventSubject } from "../../stripe/events.ts";
import { findProductIdByStripeId, addPendingPull } from "../../sync/catalog/pull-product.ts";
import { decideMatches } from "../../sync/customer/match-events.ts";
import { markCatalogForReplay } from "../../sync/inbox/store.ts";
import { listEventsToMatch, type UnmatchedEvent } from "../../sync/inbox/store-unmatched.ts";
import { REPLAY_BATCH_SIZE } from "./schema.ts";
import { readPayloadOf } from "./show-event.ts";
import { countDeadEvents } from "../../sync/inbox/store-waiting.ts";
import { findEventWithUser, listDeadEventIds } from "./events.query.ts";

/** The number of events that are processed again, that concern nothing of ours, and that are still dead. */
export type ReplayResult = { replayed: number; skipped: number; stillDead: number };

/** Counting stops here: the caller only needs to know that more are left. */
const COUNT_LIMIT = 1000;

/**
 * Replays events: marks and enqueues their customers or products for a sync; the events wait until it is done. Stripe
 * is asked about an event whose customer is unknown. Payloads are not applied, so neither the order nor the number of
 * replays matters. `status: "dead"` takes the oldest 100; repeat the call while more are left.
 * @throws `event_payload_removed` if one of the given events is about Stripe's catalog, is from a version that stored
 *   its product only in the payload, and has lost that
 * @throws `not_found` if none of the given events exists
 */
export async function replayEvents(
  ctx: Ctx,
  input: { eventIds: string[] } | { status: "dead" },
): Promise<ReplayResult> {
  const { mode } = ctx.config.stripe;
  const requestedIds =
    "eventIds" in input
      ? [...new Set(input.eventIds)]
      : await listDeadEventIds(ctx.db, mode, REPLAY_BATCH_SIZE);
  const stored =
    requestedIds.length === 0 ? [] : await listEventsToMatch(ctx.db, { mode, ids: requestedIds });
  if ("eventIds" in input && stored.length === 0) throw fail("not_found");
  const canBeProcessed = ({ ignoredReason }: UnmatchedEvent) =>
    ignoredReason !== "other_mode" && ignoredReason !== "thin";
  const isOfCatalog = ({ type }: UnmatchedEvent) => /^(product|price)\./.test(type);
  const processable = stored.filter(canBeProcessed);
  const { ofProducts, isLost } = await findProductsOf(ctx, processable.filter(isOfCatalog));
  const { matched, postponed, statements } = await decideMatches(ctx, {
    events: processable.filter((event) => !isOfCatalog(event)),
    maxSubjects: REPLAY_BATCH_SIZE,
  });
  const replayedIds = [...matched, ...ofProducts].map(({ id }) => id).concat(postponed);
  if ("eventIds" in input && replayedIds.length === 0 && isLost)
    throw fail("event_payload_removed");
  if (stored.length > 0) {
    await commit(ctx.db, [
      ...statements,
      ...(ofProducts.length > 0
        ? [markCatalogForReplay({ mode, eventIds: ofProducts.map(({ id }) => id) })]
        : []),
      ...ofProducts.map(({ id, productId }) => addPendingPull(ctx, { productId, reason: id })),
      recordChange(ctx, {
        action: "event.replayed",
        targetId: stored.length === 1 ? stored[0]!.id : "events",
        after: { events: stored.map(({ id }) => id) },
      }),
    ]);
    ctx.defer(
      enqueue(ctx, [
        ...unique(
          matched.map(({ customerId }) => customerId),
          (customerId) => ({ customerId }),
        ),
        ...unique(
          ofProducts.map(({ productId }) => productId),
          (productId) => ({ productId }),
        ),
      ]),
    );
  }
  return {
    replayed: replayedIds.length,
    skipped: requestedIds.length - replayedIds.length,
    stillDead: await countDeadEvents(ctx.db, mode, COUNT_LIMIT),
  };
}

function unique(ids: string[], toMessage: (id: string) => SyncMessage): SyncMessage[] {
  return [...new Set(ids)].map(toMessage);
}

/** Returns those of these events that concern a product of ours, and whether it is unknown what one is about. */
async function findProductsOf(ctx: Ctx, events: UnmatchedEvent[]) {
  const ofProducts: { id: string; productId: string }[] = [];
  let isLost = false;
  for (const event of events) {
    const stripeProductId = event.subjectId ?? (await readProductOf(ctx, event.id));
    if (stripeProductId === null) isLost = true;
    const productId = stripeProductId && (await findProductIdByStripeId(ctx, { stripeProductId }));
    if (productId) ofProducts.push({ id: event.id, productId });
  }
  return { ofProducts, isLost };
}

/** Returns Stripe's id of the product from the payload, for events of versions that stored it only there. */
async function readProductOf(ctx: Ctx, eventId: string): Promise<string | null> {
  const event = await findEventWithUser(ctx.db, ctx.config.stripe.mode, eventId);
  const payload = event && (await readPayloadOf(ctx, event));
  return payload ? readEventSubject(JSON.parse(payload) as Stripe.Event).stripeProductId : null;
}

/** Best effort: if it fails, cron enqueues pending syncs within five minutes. */
async function enqueue(ctx: Ctx, messages: SyncMessage[]): Promise<void> {
  try {
    await ctx.syncQueue.sendBatch(messages.map((body) => ({ body })));
  } catch (error) {
    logFailure(ctx, "sync.enqueue_failed", error);
  }
}
