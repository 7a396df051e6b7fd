import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { ingestEvent } from "./receive-event.ts";
import { listKnownEventIds } from "../inbox/store.ts";

/**
 * Ingests those of these events that no webhook delivered.
 * @returns how many were new
 */
export async function ingestMissingEvents(
  ctx: Ctx,
  input: { events: Stripe.Event[] },
): Promise<number> {
  if (input.events.length === 0) return 0;
  const ids = input.events.map(({ id }) => id);
  const known = new Set(
    (await listKnownEventIds(ctx.db, { ids, mode: ctx.config.stripe.mode })).map(({ id }) => id),
  );
  let ingested = 0;
  for (const event of input.events) {
    if (known.has(event.id)) continue;
    const { isNew } = await ingestEvent(ctx, { event, payload: JSON.stringify(event) });
    if (isNew) ingested++;
  }
  return ingested;
}
