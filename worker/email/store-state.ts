import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";

/** How many of the latest emails are looked at. */
const LATEST = 20;

/**
 * How sending goes.
 * @property dueSince when the email that waits longest was due, in Unix milliseconds; null if none waits
 * @property rejected how many of the latest 20 emails were rejected for good, and 0 if one was sent after them
 */
export type OutboxState = { dueSince: number | null; rejected: number };

/** Reads a few rows, however many emails there are. */
export async function readOutboxState(db: Database): Promise<OutboxState> {
  const [state] = await db.all<OutboxState>(
    sql`WITH latest AS MATERIALIZED (SELECT id, status FROM emails ORDER BY id DESC LIMIT ${LATEST})
      SELECT (SELECT min(next_attempt_at) FROM emails WHERE status = 'queued') AS "dueSince",
        (SELECT count(*) FROM latest WHERE status = 'dead'
          AND id > coalesce((SELECT max(id) FROM latest WHERE status = 'sent'), '')) AS rejected`,
  );
  return state ?? { dueSince: null, rejected: 0 };
}
