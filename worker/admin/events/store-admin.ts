import { sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { sqlStatement, type Database } from "../../db/client.ts";
import type { EventRow } from "../../sync/inbox/store.ts";

/** An event in a list. `rowid` is its place in the order of arrival. */
export type ListedEvent = Pick<
  EventRow,
  | "id"
  | "type"
  | "status"
  | "attempts"
  | "error"
  | "createdAt"
  | "receivedAt"
  | "customerId"
  | "dirtySeq"
> & { rowid: number; userId: string | null; userName: string | null; userEmail: string | null };

const shown = sql`e.rowid AS "rowid", e.id, e.type, e.status, e.attempts, e.error, e.created_at AS "createdAt",
  e.received_at AS "receivedAt", e.customer_id AS "customerId", e.dirty_seq AS "dirtySeq",
  u.id AS "userId", u.name AS "userName", u.email AS "userEmail"`;

const withPeople = sql`LEFT JOIN customers c ON c.id = e.customer_id LEFT JOIN users u ON u.id = c.user_id`;

/** The statuses that a seller looks for. What is done is nearly all there is, so it needs no list of its own. */
export type EventStatus = "received" | "dead" | "ignored";

const ofNobody = (status: SQL) =>
  sql`e.customer_id IS NULL AND e.status = ${status} AND e.dirty_seq IS NULL`;

// Each is found by an index, or is few: waiting events are those of customers that are dirty, and of the catalog's
// products. The plus signs keep the planner from the primary key, which knows no order of arrival.
const conditions: Record<EventStatus | "any", (mode: Mode) => SQL> = {
  any: (mode) => sql`+e.mode = ${mode}`,
  dead: (mode) => sql`e.mode = ${mode} AND e.status = 'dead'`,
  ignored: (mode) => sql`${ofNobody(sql`'ignored'`)} AND +e.mode = ${mode}`,
  received: (mode) => sql`+e.mode = ${mode} AND e.rowid IN (
    SELECT rowid FROM events WHERE status = 'received'
      AND customer_id IN (SELECT id FROM customers WHERE dirty_seq > synced_seq)
    UNION ALL SELECT e.rowid FROM events e WHERE ${ofNobody(sql`'received'`)})`,
};

/** Events newest first, by arrival, before the end of the page before. */
export function listArrivals(
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
    sql`SELECT ${shown} FROM events e ${withPeople}
      WHERE ${conditions[status](mode)} AND e.rowid < ${beforeRowid} ORDER BY e.rowid DESC LIMIT ${limit}`,
  );
}

/**
 * One customer's events, the latest first. Their order is that of the dirty marks they made: by it the index has each
 * status in order.
 */
export function listOfCustomer(
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
  const statuses = status ? [status] : ["received", "done", "dead"];
  const parts = statuses.map(
    (of) => sql`SELECT * FROM (SELECT rowid AS place, dirty_seq AS seq FROM events
      WHERE customer_id = ${customerId} AND status = ${of} AND dirty_seq <= ${dirtySeq}
        AND (dirty_seq, rowid) < (${dirtySeq}, ${rowid})
      ORDER BY dirty_seq DESC, rowid DESC LIMIT ${limit})`,
  );
  return db.all<ListedEvent>(
    sql`SELECT ${shown} FROM (${sql.join(parts, sql` UNION ALL `)}) found
      JOIN events e ON e.rowid = found.place ${withPeople}
      ORDER BY found.seq DESC, found.place DESC LIMIT ${limit}`,
  );
}

/** One event with its payload and whose it is. */
export async function findEventWithPerson(
  db: Database,
  mode: Mode,
  id: string,
): Promise<(ListedEvent & Pick<EventRow, "stripeCustomerId" | "payload" | "doneAt">) | undefined> {
  const [row] = await db.all<
    ListedEvent & Pick<EventRow, "stripeCustomerId" | "payload" | "doneAt">
  >(
    sql`SELECT ${shown}, e.stripe_customer_id AS "stripeCustomerId", e.payload, e.done_at AS "doneAt"
      FROM events e ${withPeople} WHERE e.mode = ${mode} AND e.id = ${id}`,
  );
  return row;
}

/** The dead, the oldest first. */
export async function listDeadIds(db: Database, mode: Mode, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`SELECT id FROM events WHERE mode = ${mode} AND status = 'dead' ORDER BY rowid LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** How many are dead, counted up to `most`. */
export async function countDead(db: Database, mode: Mode, most: number): Promise<number> {
  const [row] = await db.all<{ count: number }>(
    sql`SELECT count(*) AS count FROM (SELECT 1 FROM events WHERE mode = ${mode} AND status = 'dead' LIMIT ${most})`,
  );
  return row?.count ?? 0;
}

/** Of these events, those that are of a customer of ours; one that was of nobody may have become so. */
export function listReplayable(db: Database, mode: Mode, ids: string[]) {
  return db.all<{ id: string; customerId: string }>(
    sql`SELECT e.id, c.id AS "customerId" FROM events e JOIN customers c ON ${isOf}
      WHERE e.mode = ${mode} AND e.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
}

const isOf = sql`c.id = COALESCE(e.customer_id,
  (SELECT id FROM customers WHERE mode = e.mode AND stripe_customer_id = e.stripe_customer_id))`;

/** Of these events, those of Stripe's catalog that are of no customer. */
export function listCatalogEvents(db: Database, mode: Mode, ids: string[]) {
  return db.all<{ id: string; payload: string }>(
    sql`SELECT id, payload FROM events WHERE mode = ${mode} AND customer_id IS NULL
      AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      AND (type LIKE 'product.%' OR type LIKE 'price.%')`,
  );
}

/**
 * The writes of a replay: each customer's dirty mark, and the events as waiting again. One that was of nobody gets the
 * customer it has become of, and that customer's mark.
 */
export function replay(
  db: Database,
  input: { mode: Mode; eventIds: string[]; customerIds: string[] },
) {
  const ids = JSON.stringify(input.eventIds);
  const ofThese = sql`mode = ${input.mode} AND id IN (SELECT value FROM json_each(${ids}))`;
  return [
    sqlStatement(
      db,
      sql`UPDATE customers SET dirty_seq = dirty_seq + 1
        WHERE id IN (SELECT value FROM json_each(${JSON.stringify(input.customerIds)}))`,
    ),
    sqlStatement(
      db,
      sql`UPDATE events SET customer_id = c.id, dirty_seq = c.dirty_seq FROM customers c
        WHERE c.mode = events.mode AND c.stripe_customer_id = events.stripe_customer_id
          AND events.customer_id IS NULL AND events.mode = ${input.mode}
          AND events.id IN (SELECT value FROM json_each(${ids}))`,
    ),
    sqlStatement(db, sql`UPDATE events SET status = 'received', done_at = NULL WHERE ${ofThese}`),
  ];
}

/** Of these ids, those that are in the inbox. */
export async function listKnownIds(db: Database, mode: Mode, ids: string[]): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`SELECT id FROM events WHERE mode = ${mode} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
  return rows.map(({ id }) => id);
}

/** When the first of the waiting customers' events came, looking at `most` customers; null where none waits. */
export async function findOldestWaiting(db: Database, most: number): Promise<number | null> {
  const [row] = await db.all<{ at: number | null }>(
    sql`SELECT min(received_at) AS at FROM events WHERE status IN ('received', 'dead')
      AND customer_id IN (SELECT id FROM customers WHERE dirty_seq > synced_seq ORDER BY id LIMIT ${most})`,
  );
  return row?.at ?? null;
}
