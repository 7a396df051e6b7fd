import { sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";
import type { EventRow } from "../../sync/inbox/store.ts";

/** An event in a list. `rowid` is its position in the order of arrival. */
export type ListedEvent = Pick<
  EventRow,
  | "id"
  | "type"
  | "status"
  | "attempts"
  | "error"
  | "ignoredReason"
  | "nextAttemptAt"
  | "createdAt"
  | "receivedAt"
  | "customerId"
  | "dirtySeq"
  | "payloadRemovedAt"
> & { rowid: number; userId: string | null; userName: string | null; userEmail: string | null };

/** `payload`: null if it is in R2, or was removed. */
export type EventWithUser = ListedEvent &
  Pick<EventRow, "stripeCustomerId" | "doneAt"> & { payload: string | null };

const eventColumns = sql`e.rowid AS "rowid", e.id, e.type, e.status, e.attempts, e.error,
  e.ignored_reason AS "ignoredReason", e.next_attempt_at AS "nextAttemptAt", e.created_at AS "createdAt",
  e.received_at AS "receivedAt", e.customer_id AS "customerId", e.dirty_seq AS "dirtySeq",
  e.payload_removed_at AS "payloadRemovedAt",
  u.id AS "userId", u.name AS "userName", u.email AS "userEmail"`;

const joinUsers = sql`LEFT JOIN customers c ON c.id = e.customer_id LEFT JOIN users u ON u.id = c.user_id`;

/** The statuses to filter by. Nearly all events are `done`, so that status has no filter. */
export type EventStatus = "received" | "unmatched" | "dead" | "ignored";

const isUnassigned = (status: SQL) => sql`e.customer_id IS NULL AND e.status = ${status}`;

const ofDirtyCustomers = sql`customers dirty CROSS JOIN events e
    ON dirty.dirty_seq > dirty.synced_seq AND e.customer_id = dirty.id AND e.dirty_seq > dirty.synced_seq`;

// Each condition uses an index or matches few rows: waiting events belong to dirty customers or to catalog products.
// `+` keeps SQLite from using the primary key, which is not in order of arrival.
const conditions: Record<EventStatus | "any", (mode: Mode) => SQL> = {
  any: (mode) => sql`+e.mode = ${mode}`,
  dead: (mode) => sql`e.mode = ${mode} AND e.status = 'dead'`,
  ignored: (mode) => sql`${isUnassigned(sql`'ignored'`)} AND +e.mode = ${mode}`,
  unmatched: (mode) => sql`${isUnassigned(sql`'unmatched'`)} AND +e.mode = ${mode}`,
  received: (mode) => sql`+e.mode = ${mode} AND e.rowid IN (
    SELECT e.rowid FROM ${ofDirtyCustomers} WHERE e.status = 'received'
    UNION ALL SELECT e.rowid FROM events e WHERE ${isUnassigned(sql`'received'`)})`,
};

/** Lists events by arrival, newest first, before `beforeRowid`. */
export function listEventsByArrival(
  db: Database,
  input: {
    mode: Mode;
    status?: EventStatus | undefined;
    beforeRowid?: number | undefined;
    limit: number;
  },
): Promise<ListedEvent[]> {
  const { mode, status = "any", beforeRowid = Number.MAX_SAFE_INTEGER, limit } = input;
  return db.all<ListedEvent>(
    sql`SELECT ${eventColumns} FROM events e ${joinUsers}
      WHERE ${conditions[status](mode)} AND e.rowid < ${beforeRowid} ORDER BY e.rowid DESC LIMIT ${limit}`,
  );
}

/** Lists one customer's events, latest first, in the order of their dirty marks, which is that of an index. */
export function listEventsOfCustomer(
  db: Database,
  input: {
    customerId: string;
    status?: EventStatus | undefined;
    before?: { dirtySeq: number; rowid: number } | undefined;
    limit: number;
  },
): Promise<ListedEvent[]> {
  const { customerId, status, limit } = input;
  const { dirtySeq, rowid } = input.before ?? { dirtySeq: Number.MAX_SAFE_INTEGER, rowid: 0 };
  return db.all<ListedEvent>(
    sql`SELECT ${eventColumns} FROM events e ${joinUsers}
      WHERE e.customer_id = ${customerId} AND e.dirty_seq <= ${dirtySeq}
        AND (e.dirty_seq, e.rowid) < (${dirtySeq}, ${rowid}) ${status ? sql`AND e.status = ${status}` : sql``}
      ORDER BY e.dirty_seq DESC, e.rowid DESC LIMIT ${limit}`,
  );
}

/** Returns one event with its user, and its payload if that is still in the database, or else null. */
export async function findEventWithUser(
  db: Database,
  mode: Mode,
  id: string,
): Promise<EventWithUser | undefined> {
  const [row] = await db.all<EventWithUser>(
    sql`SELECT ${eventColumns}, e.stripe_customer_id AS "stripeCustomerId", e.done_at AS "doneAt",
        COALESCE(NULLIF(e.payload, ''), (SELECT payload FROM event_payloads WHERE position = e.rowid)) AS payload
      FROM events e ${joinUsers} WHERE e.mode = ${mode} AND e.id = ${id}`,
  );
  return row;
}

/** Lists the ids of dead events, oldest first. */
export async function listDeadEventIds(db: Database, mode: Mode, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`SELECT id FROM events WHERE mode = ${mode} AND status = 'dead' ORDER BY rowid LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Returns those of these ids that are in the inbox. */
export async function listKnownEventIds(
  db: Database,
  mode: Mode,
  ids: string[],
): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`SELECT id FROM events WHERE mode = ${mode} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
  return rows.map(({ id }) => id);
}
