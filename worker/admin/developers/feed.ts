import type { Ctx } from "../../context.ts";
import {
  PAGE_SIZE,
  type PageInput,
  decodeCursor,
  encodeCursor,
  type Page,
} from "../../db/page-cursor.ts";
import { toEventId, toWireEvent } from "../../feed/wire-event.ts";
import {
  readNewestSequence,
  findUserId,
  listFeedEvents,
  findFeedEvent,
  listDeliveriesOfEvent,
} from "./developers.query.ts";
import { fail } from "../../errors.ts";

export type FeedEventSummary = Awaited<ReturnType<typeof listFeed>>["items"][number];

/**
 * Lists the feed, newest first. With a filter by type, and in the archive, a page may have fewer events than there are.
 * @param input.search a customer's id or email. An unknown one finds nothing.
 * @throws `invalid_input` if the cursor is of another list; `unavailable` if the archive does not answer
 */
export async function listFeed(
  ctx: Ctx,
  input: PageInput & { type?: string | undefined; search?: string | undefined },
) {
  const { type, search, cursor, limit = PAGE_SIZE } = input;
  const userId = search === undefined ? undefined : await findUserId(ctx.db, search);
  if (userId === null) return { items: [], nextCursor: null };
  const newest = await readNewestSequence(ctx.db);
  // A user has few events, and an index by user.
  const window = openScan({
    cursor,
    newest,
    isBounded: type !== undefined && userId === undefined,
  });
  const filter = { mode: ctx.config.stripe.mode, type, userId, limit: limit + 1 };
  const { rows, limitedTo } = await listFeedEvents(ctx, { ...filter, ...window });
  const after = limitedTo === null ? window.after : limitedTo - 1;
  const page = closeScan(rows, limit, { ...window, after });
  return {
    ...page,
    // The id is the one that other programs see.
    items: page.items.map((event) => ({ ...event, id: toEventId(event.sequence) })),
  };
}

/** How many events of the feed one page of a filtered list looks through. */
const SCANNED_EVENTS = 5000;

/** The sequences of the feed between which a page looks, both exclusive. */
export type ScanWindow = { before: number; after: number };

/**
 * Returns where a page of a list by sequence, newest first, looks.
 * @param input.isBounded whether the list has a filter without an index. Its pages look through a part of the feed, so
 *   that they cost the same for rare events; a page may then have fewer rows than there are, or none.
 * @throws `invalid_input` if the cursor is of another list
 */
export function openScan(input: {
  cursor: string | undefined;
  newest: number;
  isBounded: boolean;
}): ScanWindow {
  const before = input.cursor ? Number(decodeCursor(input.cursor).value) : input.newest + 1;
  return { before, after: input.isBounded ? Math.max(before - SCANNED_EVENTS - 1, 0) : 0 };
}

/** Builds the page from rows that were queried in the window with one extra row. */
export function closeScan<Row extends { sequence: number }>(
  rows: Row[],
  limit: number,
  { after }: ScanWindow,
): Page<Row> {
  const items = rows.slice(0, limit);
  const nextBefore = rows.length > limit ? items.at(-1)!.sequence : after + 1;
  return { items, nextCursor: nextBefore > 1 ? encodeCursor({ value: nextBefore, id: "" }) : null };
}

export type FeedEventDetails = Awaited<ReturnType<typeof showFeedEvent>>;

/**
 * Returns one event of the feed with who made the change, what other programs see of it, and its deliveries.
 * @param input.id as other programs see it: `evt_` and the sequence
 * @throws `not_found`
 */
export async function showFeedEvent(ctx: Ctx, input: { id: string }) {
  const { mode } = ctx.config.stripe;
  const sequence = Number(input.id.slice("evt_".length));
  const row = await findFeedEvent(ctx, mode, sequence);
  if (!row) throw fail("not_found");
  const { data: _, ...event } = row;
  return {
    ...event,
    wire: toWireEvent(row),
    deliveries: await listDeliveriesOfEvent(ctx.db, mode, sequence),
  };
}
