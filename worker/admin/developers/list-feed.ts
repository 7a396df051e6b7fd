import type { Ctx } from "../../context.ts";
import { PAGE_SIZE, type PageInput } from "../../db/page-cursor.ts";
import { toEventId } from "../../feed/wire-event.ts";
import { readNewestSequence, findUserId, listFeedEvents } from "./feed.query.ts";
import { closeScan, openScan } from "./scan-page.ts";

export type FeedEventSummary = Awaited<ReturnType<typeof listFeed>>["items"][number];

/**
 * Lists the feed, newest first. With a filter by type, a page may have fewer events than there are.
 * @param input.search a customer's id or email. An unknown one finds nothing.
 * @throws `invalid_input` if the cursor is of another list
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
  const page = closeScan(await listFeedEvents(ctx.db, { ...filter, ...window }), limit, window);
  return {
    ...page,
    // The id is the one that other programs see.
    items: page.items.map((event) => ({ ...event, id: toEventId(event.sequence) })),
  };
}
