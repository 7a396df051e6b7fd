import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { DAY } from "../../lib/time.ts";
import { deleteEventsAt, listOldestEvents, removeOldPayloads } from "./store.ts";

const BATCH_SIZE = 1000;
/** The next night continues. */
const MAX_BATCHES = 20;

/** Only these need nothing more. The others wait for a sync, or for a person. */
const FINISHED = new Set(["done", "ignored"]);

/**
 * Runs nightly: deletes finished events older than `EVENT_DAYS`, so that the database does not grow with every event
 * forever. By then, Stripe sends none of them again: it lists events for 30 days. One that arrived again nevertheless
 * would cause one sync, and a sync that finds nothing new changes nothing.
 * @returns how many were deleted
 */
export async function deleteOldEvents(ctx: Ctx): Promise<number> {
  const receivedBefore = ctx.now - ctx.config.stripe.eventDays * DAY;
  let deleted = 0;
  let after = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const oldest = await listOldestEvents(ctx.db, { after, limit: BATCH_SIZE });
    const old = oldest.filter(({ receivedAt }) => receivedAt < receivedBefore);
    const finished = old.filter(({ status }) => FINISHED.has(status));
    if (finished.length > 0)
      await commit(ctx.db, [
        deleteEventsAt(
          ctx.db,
          finished.map(({ position }) => position),
        ),
      ]);
    deleted += finished.length;
    after = oldest.at(-1)?.position ?? after;
    if (old.length < BATCH_SIZE) break;
  }
  return deleted;
}

/**
 * Runs nightly: removes the payloads of events older than `EVENT_PAYLOAD_DAYS`. They contain personal data, and the
 * database has a limited size. The events themselves stay in the list.
 * @returns how many were removed
 */
export async function removeOldEventPayloads(ctx: Ctx): Promise<number> {
  const receivedBefore = ctx.now - ctx.config.stripe.eventPayloadDays * DAY;
  let removed = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { meta } = await removeOldPayloads(ctx.db, {
      receivedBefore,
      now: ctx.now,
      limit: BATCH_SIZE,
    });
    removed += meta.changes;
    if (meta.changes < BATCH_SIZE) break;
  }
  return removed;
}
