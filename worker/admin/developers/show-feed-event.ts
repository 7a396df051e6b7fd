import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { toWireEvent } from "../../feed/wire-event.ts";
import { findFeedEvent, listDeliveriesOfEvent } from "./feed.query.ts";

export type FeedEventDetails = Awaited<ReturnType<typeof showFeedEvent>>;

/**
 * Returns one event of the feed with who made the change, what other programs see of it, and its deliveries.
 * @param input.id as other programs see it: `evt_` and the sequence
 * @throws `not_found`
 */
export async function showFeedEvent(ctx: Ctx, input: { id: string }) {
  const { mode } = ctx.config.stripe;
  const sequence = Number(input.id.slice("evt_".length));
  const row = await findFeedEvent(ctx.db, mode, sequence);
  if (!row) throw fail("not_found");
  const { data: _, ...event } = row;
  return {
    ...event,
    wire: toWireEvent(row),
    deliveries: await listDeliveriesOfEvent(ctx.db, mode, sequence),
  };
}
