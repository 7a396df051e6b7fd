import type { Mode } from "../../config/config.ts";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import type { ShownEvent } from "./list-events.ts";
import { findEventWithPerson } from "./store-admin.ts";

/** One event, whole. `payload` is the JSON that Stripe sent: what it says of state is never believed. */
export type EventPage = ShownEvent & {
  mode: Mode;
  stripeCustomerId: string | null;
  payload: string;
  doneAt: number | null;
};

/** @throws `not_found` */
export async function showEvent(ctx: Ctx, input: { id: string }): Promise<EventPage> {
  const { mode } = ctx.config.stripe;
  const row = await findEventWithPerson(ctx.db, mode, input.id);
  if (!row) throw fail("not_found");
  const { rowid: _rowid, dirtySeq: _dirtySeq, ...event } = row;
  return { ...event, mode };
}
