import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { DAY } from "../lib/time.ts";
import { developerSettings } from "../settings/developer-settings.ts";
import type { EventType } from "./event-types.ts";
import { hidesKeys } from "./license.ts";
import { findEventRow, findFeedRange, listEventRows } from "./store.ts";
import { toWireEvent, type WireEvent } from "./wire-event.ts";

/** The most events that one request looks through for the types that it asks for. */
const MAX_SCANNED = 5000;

/**
 * Lists the events after a sequence, oldest first. Events older than the seller's retention are not in the feed.
 * @param input.after where to continue; left out for the oldest event in the feed
 * @param input.limit at most 100
 * @returns the sequence to continue after, or null if there are no later events now. A page can be empty and still have
 *   one, when it only passed over other types, or read as much of the archive as one page may. `newestSequence` is that of the newest event of all types; 0 if there
 *   is none.
 * @throws `cursor_expired` with `oldestSequence`, if events after `after` have left the feed; `unavailable` if the page
 *   has archived events and R2 does not answer
 */
export async function listEvents(
  ctx: Ctx,
  input: {
    after?: number | undefined;
    limit: number;
    types?: EventType[] | undefined;
    customer?: string | undefined;
  },
): Promise<{ data: WireEvent[]; nextCursor: string | null; newestSequence: number }> {
  const { limit, types, customer } = input;
  const { oldest, newest } = await readFeedRange(ctx);
  const { after = oldest - 1 } = input;
  if (after < oldest - 1)
    throw fail("cursor_expired", {
      oldestSequence: oldest,
      detail: `The oldest event in the feed is ${oldest}. Fetch the present state, then continue there.`,
    });
  const end = customer === undefined ? Math.min(newest, after + MAX_SCANNED) : newest;
  const { rows, limitedTo } = await listEventRows(ctx, {
    mode: ctx.config.stripe.mode,
    after,
    until: end,
    types,
    customer,
    limit: limit + 1,
  });
  const until = limitedTo ?? end;
  const page = rows.slice(0, limit);
  const isPageFull = rows.length > limit;
  const next = isPageFull ? page.at(-1)?.sequence : until < newest ? until : undefined;
  return {
    data: page.map((row) => toWireEvent(row, hidesKeys(ctx))),
    nextCursor: next === undefined ? null : String(next),
    newestSequence: newest,
  };
}

/**
 * Returns one event.
 * @throws `not_found`, also if it has left the feed; `unavailable` as `listEvents`
 */
export async function requireEvent(ctx: Ctx, input: { sequence: number }): Promise<WireEvent> {
  const { oldest } = await readFeedRange(ctx);
  const { mode } = ctx.config.stripe;
  const row = await findEventRow(ctx, { mode, sequence: input.sequence });
  if (!row || row.sequence < oldest) throw fail("not_found", { reason: "no such event" });
  return toWireEvent(row, hidesKeys(ctx));
}

/** Returns the sequences between which events are in the feed. If none is, `oldest` is that of the next one. */
async function readFeedRange(ctx: Ctx): Promise<{ oldest: number; newest: number }> {
  const { feedRetentionDays } = await developerSettings.read(ctx);
  const range = await findFeedRange(ctx.db, ctx.now - feedRetentionDays * DAY);
  const newest = range.newest ?? 0;
  return { oldest: range.oldest ?? newest + 1, newest };
}
