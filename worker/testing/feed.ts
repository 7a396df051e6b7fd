import { sql } from "drizzle-orm";
import { selectChangesText } from "../feed/changes.ts";
import { feedEvent, type FeedEvent } from "../feed/feed-event.ts";
import { resolveSubject, type Subject } from "../feed/record-events.ts";
import type { FeedRow } from "../feed/store.ts";
import { toWireEvent } from "../feed/wire-event.ts";
import type { TestShop } from "./shop.ts";

/** Returns the events of a user or of an object, oldest first. Fails if one is not what the reference says. */
export async function listFeed(
  shop: Pick<TestShop, "ctx">,
  of: { userId: string } | { objectId: string },
): Promise<FeedEvent[]> {
  const filter = "userId" in of ? sql`user_id = ${of.userId}` : sql`object_id = ${of.objectId}`;
  const rows = await shop.ctx().db.all<Record<string, unknown>>(sql`
    SELECT sequence, type, user_id AS userId, data, created_at AS createdAt FROM feed_events
    WHERE ${filter} ORDER BY sequence`);
  return rows.map((row) => feedEvent.parse(toWireEvent(row as FeedRow)));
}

/** Returns the types of the events that `act` causes for a user or an object, in order. */
export async function recordTypes(
  shop: Pick<TestShop, "ctx">,
  of: { userId: string } | { objectId: string },
  act: () => Promise<unknown>,
): Promise<string[]> {
  const before = (await listFeed(shop, of)).length;
  await act();
  return (await listFeed(shop, of)).slice(before).map(({ type }) => type);
}

/** Returns the types of the events that are missing in the feed: none, if every change was recorded. */
export async function listMissingEvents(
  shop: Pick<TestShop, "ctx">,
  subject: Subject,
  now = Date.now(),
): Promise<string[]> {
  const { sources, ids } = resolveSubject(subject);
  const missing = await Promise.all(
    sources.map(async (source) => {
      const { results } = await shop
        .ctx()
        .db.$client.prepare(selectChangesText(source))
        .bind(now, "test", JSON.stringify(ids))
        .all<{ type: string; object_id: string; data: string }>();
      return results.map(({ type, data }) => `${type} ${data}`);
    }),
  );
  return missing.flat();
}
