import { sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";

/** Counts dead events, up to `limit`. */
export async function countDeadEvents(db: Database, mode: Mode, limit: number): Promise<number> {
  const [row] = await db.all<{ count: number }>(
    sql`SELECT count(*) AS count FROM (SELECT 1 FROM events WHERE mode = ${mode} AND status = 'dead' LIMIT ${limit})`,
  );
  return row?.count ?? 0;
}

/** Selects `at`: when the oldest event of a dirty customer arrived, of at most `limit` customers; null if none waits. */
export function selectOldestWaitingTime(limit: number): SQL {
  return sql`SELECT min(e.received_at) AS at
      FROM (SELECT id, synced_seq FROM customers WHERE dirty_seq > synced_seq ORDER BY id LIMIT ${limit}) c
      CROSS JOIN events e ON e.customer_id = c.id AND e.dirty_seq > c.synced_seq
      WHERE e.status IN ('received', 'dead')`;
}

/** Returns that time. */
export async function findOldestWaitingTime(db: Database, limit: number): Promise<number | null> {
  const [row] = await db.all<{ at: number | null }>(selectOldestWaitingTime(limit));
  return row?.at ?? null;
}
