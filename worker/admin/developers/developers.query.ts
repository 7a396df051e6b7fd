import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Ctx } from "../../context.ts";
import { type Database, isOneOf, readTogether } from "../../db/client.ts";
import { selectChunks, type ChunkRef } from "../../feed/archive/chunks.ts";
import { addArchived } from "../../feed/archive/read-archive.ts";
import { isPublicText } from "../../feed/event-types.ts";
import { findEventRow, isInFilter, type FeedRow } from "../../feed/store.ts";
import { pick } from "../../lib/pick.ts";
import { users } from "../../db/schema/account.ts";

/**
 * An event of the feed in the console's list. `objectId` is the id of the order, license, … that changed; for an
 * entitlement `<user id>:<feature key>`. `userId` is null for products. `createdAt` is in unix milliseconds.
 */
export type ListedFeedEvent = {
  sequence: number;
  type: string;
  objectId: string;
  userId: string | null;
  userName: string | null;
  userEmail: string | null;
  createdAt: number;
};

const isPublic = sql.raw(isPublicText("e.type"));

const columns = sql`e.sequence, e.type, e.object_id AS "objectId", e.user_id AS "userId",
  u.name AS "userName", u.email AS "userEmail", e.created_at AS "createdAt"`;

/** Which events to list. `userId`: only this user's; `type`: only this type. */
export type FeedFilter = {
  mode: Mode;
  type?: string | undefined;
  userId?: string | undefined;
};

/**
 * Lists events before the sequence `before`, newest first, also those in the archive.
 * @param filter.after lists no event up to this sequence, which bounds how many rows a rare type reads
 * @returns `limitedTo`: the sequence down to which the archive was read, if the page ends there; else null
 * @throws `unavailable` if the page has archived events and R2 does not answer
 */
export async function listFeedEvents(
  ctx: Ctx,
  filter: FeedFilter & { before: number; after: number; limit: number },
): Promise<{ rows: ListedFeedEvent[]; limitedTo: number | null }> {
  const { mode, type, userId, before, after, limit } = filter;
  const { db } = ctx;
  const [rows, chunks] = await readTogether<[ListedFeedEvent, ChunkRef]>(db, [
    sql`SELECT ${columns} FROM feed_events e LEFT JOIN users u ON u.id = e.user_id
        WHERE e.sequence < ${before} AND e.sequence > ${after} AND e.mode = ${mode} AND ${isPublic}
          ${userId === undefined ? sql`` : sql`AND e.user_id = ${userId}`}
          ${type === undefined ? sql`` : sql`AND e.type = ${type}`}
        ORDER BY e.sequence DESC LIMIT ${limit}`,
    selectChunks({ after, before, customer: userId, order: "DESC" }),
  ]);
  const types = type === undefined ? undefined : [type];
  const page = await addArchived(ctx, {
    rows,
    chunks,
    order: "DESC",
    limit,
    matches: (event) =>
      event.sequence < before &&
      event.sequence > after &&
      isInFilter(event, { mode, types, customer: userId }),
    toRow: toListedEvent,
  });
  return { ...page, rows: await nameUsers(db, page.rows) };
}

const toListedEvent = (event: FeedRow): ListedFeedEvent => ({
  ...pick(event, ["sequence", "type", "objectId", "userId", "createdAt"]),
  userName: null,
  userEmail: null,
});

/** Adds the names of the users of archived events. Deleted users have none. */
async function nameUsers(db: Database, rows: ListedFeedEvent[]): Promise<ListedFeedEvent[]> {
  const ids = rows.flatMap(({ userId, userName, userEmail }) =>
    userId !== null && userName === null && userEmail === null ? [userId] : [],
  );
  if (ids.length === 0) return rows;
  const named = await db
    .select({ id: users.id, userName: users.name, userEmail: users.email })
    .from(users)
    .where(isOneOf(users.id, ids));
  const byId = new Map(named.map(({ id, ...names }) => [id, names]));
  return rows.map((row) => ({ ...row, ...byId.get(row.userId ?? "") }));
}

/** Returns the id of the user with this id or email, in any case; null if there is none. */
export async function findUserId(db: Database, search: string): Promise<string | null> {
  if (search.startsWith("usr_")) return search;
  const [row] = await db.all<{ id: string }>(
    sql`SELECT id FROM users WHERE email = ${search.toLowerCase()} LIMIT 1`,
  );
  return row?.id ?? null;
}

/** Returns the sequence of the newest event, 0 if there is none. */
export async function readNewestSequence(db: Database): Promise<number> {
  const [row] = await db.all<{ sequence: number }>(
    sql`SELECT coalesce(max(sequence), 0) AS sequence FROM feed_events`,
  );
  return row?.sequence ?? 0;
}

/** An event with its data, as JSON, and who made the change. */
export type FeedEventRow = ListedFeedEvent & {
  data: string;
  actorType: "user" | "key" | "system";
  actorId: string;
  actorName: string | null;
  requestId: string;
};

/** Returns one event with the names of its user and of who made the change; undefined if there is none in this mode. */
export async function findFeedEvent(
  ctx: Ctx,
  mode: Mode,
  sequence: number,
): Promise<FeedEventRow | undefined> {
  const event = await findEventRow(ctx, { mode, sequence });
  if (!event) return undefined;
  const [names] = await ctx.db.all<Pick<FeedEventRow, "userName" | "userEmail" | "actorName">>(
    sql`SELECT u.name AS "userName", u.email AS "userEmail", coalesce(a.name, a.email, k.name) AS "actorName"
      FROM (SELECT ${event.userId} AS user_id, ${event.actorId} AS actor_id) e
        LEFT JOIN users u ON u.id = e.user_id LEFT JOIN users a ON a.id = e.actor_id
        LEFT JOIN api_keys k ON k.id = e.actor_id`,
  );
  return (
    names && {
      ...toListedEvent(event),
      ...names,
      ...pick(event, ["data", "actorType", "actorId", "requestId"]),
    }
  );
}

/** A delivery of an event. `responseStatus` is null without an answer; `attemptedAt` in unix milliseconds. */
export type EventDelivery = {
  id: string;
  endpointId: string;
  url: string;
  status: "pending" | "delivered" | "failed";
  error: string | null;
  responseStatus: number | null;
  attemptedAt: number | null;
};

/** Lists the deliveries of one event, one for each endpoint that gets it. */
export function listDeliveriesOfEvent(
  db: Database,
  mode: Mode,
  sequence: number,
): Promise<EventDelivery[]> {
  return db.all<EventDelivery>(
    sql`SELECT d.id, e.id AS "endpointId", e.url, d.status, d.error, d.response_status AS "responseStatus",
        d.attempted_at AS "attemptedAt"
      FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.sequence = ${sequence}
      WHERE e.mode = ${mode} ORDER BY e.created_at`,
  );
}

/** A feature that products include. `key` is what a program asks for; two benefits may share one. */
export type ListedFeature = { key: string; name: string };

/** Lists the features that a product includes which is not archived, those with a key of their own first. */
export function listFeatures(db: Database, mode: Mode): Promise<ListedFeature[]> {
  return db.all<ListedFeature>(
    sql`SELECT coalesce(json_extract(b.settings, '$.key'), b.id) AS key, min(b.name) AS name
      FROM benefits b
      WHERE b.type = 'feature' AND EXISTS (SELECT 1 FROM product_benefits pb JOIN products p ON p.id = pb.product_id
        WHERE pb.benefit_id = b.id AND p.mode = ${mode} AND p.status <> 'archived')
      GROUP BY key ORDER BY min(json_extract(b.settings, '$.key')) IS NULL, name`,
  );
}

/** Returns the names of users, or their emails if they have no name, by id. Deleted users have neither. */
export async function mapUserNames(
  db: Database,
  ids: string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(isOneOf(users.id, ids));
  return new Map(rows.map(({ id, name, email }) => [id, name ?? email]));
}
