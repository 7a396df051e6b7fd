import type { Ctx } from "../../context.ts";
import { DAY } from "../../lib/time.ts";
import { removeOldPayloads } from "./store.ts";

const BATCH_SIZE = 1000;
/** The next night continues. */
const MAX_BATCHES = 20;

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
