import type { Mode } from "../../config/config.ts";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import type { EventSummary } from "./list-events.ts";
import { findEventWithUser } from "./store-admin.ts";

/**
 * One event with its details. `payload` is the JSON that Stripe sent; it is only displayed, never used as state. Null
 * if it was removed at `payloadRemovedAt`.
 */
export type EventDetails = EventSummary & {
  mode: Mode;
  stripeCustomerId: string | null;
  payload: string | null;
  doneAt: number | null;
};

/**
 * Returns one event.
 * @throws `not_found`
 */
export async function showEvent(ctx: Ctx, input: { id: string }): Promise<EventDetails> {
  const { mode } = ctx.config.stripe;
  const row = await findEventWithUser(ctx.db, mode, input.id);
  if (!row) throw fail("not_found");
  const { rowid: _rowid, dirtySeq: _dirtySeq, ...event } = row;
  return { ...event, payload: event.payloadRemovedAt === null ? event.payload : null, mode };
}
