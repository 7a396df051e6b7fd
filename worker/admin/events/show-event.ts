import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { findEventWithUser } from "./events.query.ts";

export type EventDetails = Awaited<ReturnType<typeof showEvent>>;

/**
 * Returns one event. `payload` is the JSON that Stripe sent; it is only displayed, never used as state. Null if it was
 * removed at `payloadRemovedAt`.
 * @throws `not_found`
 */
export async function showEvent(ctx: Ctx, input: { id: string }) {
  const { mode } = ctx.config.stripe;
  const row = await findEventWithUser(ctx.db, mode, input.id);
  if (!row) throw fail("not_found");
  const { rowid: _rowid, dirtySeq: _dirtySeq, ...event } = row;
  return { ...event, payload: event.payloadRemovedAt === null ? event.payload : null, mode };
}
