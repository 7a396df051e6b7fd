import { sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database, Statement } from "../../db/client.ts";

/** An event with a payload, as it is kept in R2. */
export type EventPayload = { id: string; mode: Mode; receivedAt: number; payload: string };

/** A payload that is in the database. It is the `position`-th event that arrived; its event may have been deleted. */
export type StoredPayload = { position: number } & (
  | EventPayload
  | { [Name in keyof EventPayload]: null }
);

/** An event whose payload is to be erased in R2. */
export type PayloadErasure = Pick<EventPayload, "id" | "mode" | "receivedAt">;

/** What the job that moves payloads has to do. `oldEvents`: whether events after that position have arrived. */
export async function findPayloadWork(
  db: Database,
  oldAfter: number,
): Promise<{ payloads: boolean; erasures: boolean; oldEvents: boolean }> {
  const row = await db.get<{ payloads: 0 | 1; erasures: 0 | 1; oldEvents: 0 | 1 }>(
    sql`SELECT EXISTS (SELECT 1 FROM event_payloads) AS payloads,
      EXISTS (SELECT 1 FROM payload_erasures) AS erasures,
      EXISTS (SELECT 1 FROM events WHERE rowid > ${oldAfter}) AS "oldEvents"`,
  );
  return {
    payloads: row.payloads === 1,
    erasures: row.erasures === 1,
    oldEvents: row.oldEvents === 1,
  };
}

/** Few enough to fit into the memory of a Worker several times. */
const MAX_CHARACTERS = 4_000_000;

/** Rows of `found`, which has a position and a payload, until their payloads have that many characters. */
const untilLarge = (found: SQL) => sql`(SELECT * FROM (
    SELECT *, sum(length(payload)) OVER (ORDER BY position) - length(payload) AS before FROM (${found}))
  WHERE before < ${MAX_CHARACTERS})`;

/**
 * Returns the oldest payloads in the database, at most `limit`. Those of deleted events and deleted users are left out:
 * only their positions are there.
 */
export function listOldestPayloads(db: Database, limit: number): Promise<StoredPayload[]> {
  const oldest = sql`SELECT * FROM event_payloads ORDER BY position LIMIT ${limit}`;
  return db.all<StoredPayload>(
    sql`SELECT p.position, e.id, e.mode, e.received_at AS "receivedAt", iif(e.id IS NULL, NULL, p.payload) AS payload
      FROM ${untilLarge(oldest)} p
      LEFT JOIN events e ON e.rowid = p.position AND e.payload_removed_at IS NULL ORDER BY p.position`,
  );
}

/** Returns the payloads of a user's events that are in the database. */
export function listMovingPayloads(
  db: Database,
  userId: string,
): Promise<Pick<EventPayload, "id" | "payload">[]> {
  return db.all(
    sql`SELECT e.id, p.payload FROM customers c CROSS JOIN events e ON e.customer_id = c.id
      CROSS JOIN event_payloads p ON p.position = e.rowid
      WHERE c.user_id = ${userId} AND e.payload_removed_at IS NULL`,
  );
}

/** Deletes the payloads at these positions. */
export function deletePayloads(positions: number[]): Statement {
  return sql`DELETE FROM event_payloads WHERE position IN (SELECT value FROM json_each(${JSON.stringify(positions)}))`;
}

/** Returns the events that arrived next after a position, with the payloads that older versions stored in the row. */
export function listPayloadsInEvents(
  db: Database,
  input: { after: number; limit: number },
): Promise<({ position: number } & EventPayload)[]> {
  const next = sql`SELECT rowid AS position, id, mode, received_at AS "receivedAt",
      iif(payload_removed_at IS NULL, payload, '') AS payload
    FROM events WHERE rowid > ${input.after} ORDER BY rowid LIMIT ${input.limit}`;
  return db.all(sql`SELECT * FROM ${untilLarge(next)} ORDER BY position`);
}

/** Empties the payloads in the rows of these events. */
export function emptyPayloads(positions: number[]): Statement {
  return sql`UPDATE events SET payload = '' WHERE payload <> ''
      AND rowid IN (SELECT value FROM json_each(${JSON.stringify(positions)}))`;
}

/**
 * Returns the statements that erase the payloads of events: at once in the database, and by the next run of the job in
 * R2.
 * @param condition selects rows of `events`
 */
export function erasePayloads(condition: SQL, now: number): Statement[] {
  return [
    sql`INSERT INTO payload_erasures (mode, event_id, received_at, requested_at)
        SELECT mode, id, received_at, ${now} FROM events WHERE ${condition} ON CONFLICT DO NOTHING`,
    sql`DELETE FROM event_payloads WHERE position IN (SELECT rowid FROM events WHERE ${condition})`,
    sql`UPDATE events SET payload = '', payload_removed_at = COALESCE(payload_removed_at, ${now}), error = NULL WHERE ${condition}`,
  ];
}

/** Erases the payloads of a user's events, also of those that arrived before we knew the Stripe customer. */
export function erasePayloadsOfUser(userId: SQL, now: number): Statement[] {
  const ofOwnCustomers = sql`customer_id IN (SELECT id FROM customers WHERE user_id = ${userId})`;
  // The first two conditions are those of an index.
  const wasUnassigned = sql`customer_id IS NULL AND status IN ('ignored', 'unmatched')
    AND stripe_customer_id IN (SELECT stripe_customer_id FROM customers WHERE user_id = ${userId})`;
  return [ofOwnCustomers, wasUnassigned].flatMap((condition) => erasePayloads(condition, now));
}

/** Returns the erasures that are due, by the time at which the events arrived, which is the order of the objects. */
export function listErasures(db: Database, limit: number): Promise<PayloadErasure[]> {
  return db.all<PayloadErasure>(
    sql`SELECT event_id AS id, mode, received_at AS "receivedAt" FROM payload_erasures
      ORDER BY mode, received_at, event_id LIMIT ${limit}`,
  );
}

/** Notes that these payloads are erased. */
export function deleteErasures(erasures: PayloadErasure[]): Statement {
  return sql`DELETE FROM payload_erasures WHERE (mode, received_at, event_id) IN (
      SELECT value ->> 'mode', value ->> 'receivedAt', value ->> 'id' FROM json_each(${JSON.stringify(erasures)}))`;
}

/** Returns since when the oldest payload waits to be moved, and the oldest erasure to be done; null if none does. */
export async function findOldestPayloadWork(
  db: Database,
): Promise<{ movesSince: number | null; erasuresSince: number | null }> {
  return db.get(
    sql`SELECT (SELECT received_at FROM events WHERE rowid = (SELECT min(position) FROM event_payloads)) AS "movesSince",
      (SELECT min(requested_at) FROM payload_erasures) AS "erasuresSince"`,
  );
}
