import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { toWireEvent, type WireEvent } from "../../feed/wire-event.ts";
import {
  findFeedEvent,
  listDeliveriesOfEvent,
  type EventDelivery,
  type FeedEventRow,
} from "./feed.query.ts";

/** An event of the feed with who made the change, what other programs see of it, and its deliveries. */
export type FeedEventDetails = Omit<FeedEventRow, "data"> & {
  wire: WireEvent;
  deliveries: EventDelivery[];
};

/**
 * Returns one event of the feed.
 * @param input.id as other programs see it: `evt_` and the sequence
 * @throws `not_found`
 */
export async function showFeedEvent(ctx: Ctx, input: { id: string }): Promise<FeedEventDetails> {
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
