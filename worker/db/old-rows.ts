import { and, lte, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Config } from "../config/config.ts";
import { DAY } from "../lib/time.ts";
import { daysKept, type ExpiringKind } from "../shared/retention-days.ts";
import type { Database, Statement } from "./client.ts";

/**
 * Rows that are removed some time after the time in one of their columns. Cron does it in steps, however many there
 * are: `worker/sync/health/remove-old-rows.ts`. Each kind is in the store of its table, and in `worker/run-cron.ts`.
 */
export type OldRows = {
  /** What the log and the doctor call them, like "expired sessions". */
  name: string;
  /** What the retention schedule calls them: it says how long they are kept after their time. */
  kind: ExpiringKind;
  /**
   * Returns the writes that remove those whose time is `until` or before, the oldest first and `limit` of them at most.
   * Together they change fewer rows than `limit` only if none is left.
   */
  remove(input: { until: number; now: number; limit: number }): Statement[];
  /** Selects `at`: the time of the oldest one that is there, in Unix milliseconds. */
  oldest(): SQL;
};

/**
 * Rows that are deleted some time after the time in a column. An index must begin with it, or the table must be small.
 * @param input.where leaves out those that are kept
 */
export function deleteOldest(
  table: SQLiteTable,
  input: { name: string; kind: ExpiringKind; time: SQLiteColumn; where?: SQL | undefined },
): OldRows {
  const { name, kind, time, where } = input;
  return {
    name,
    kind,
    remove: ({ until, limit }) => [
      sql`DELETE FROM ${table} WHERE rowid IN (
        SELECT rowid FROM ${table} WHERE ${and(lte(time, until), where)} ORDER BY ${time} LIMIT ${limit})`,
    ],
    oldest: () =>
      sql`SELECT ${time} AS at FROM ${table} WHERE ${where ?? sql`true`} ORDER BY ${time} LIMIT 1`,
  };
}

/** How long the retention schedule keeps a kind of data after the end of its use, in milliseconds. */
export function keptMsOf(kind: ExpiringKind, { stripe }: Pick<Config, "stripe">): number {
  const { eventDays, eventPayloadDays } = stripe;
  return daysKept(kind, { EVENT_DAYS: eventDays, EVENT_PAYLOAD_DAYS: eventPayloadDays }) * DAY;
}

/** Returns the time of the oldest of these rows, in Unix milliseconds; null if there is none. */
export async function findOldest(db: Database, { oldest }: OldRows): Promise<number | null> {
  return (await db.all<{ at: number }>(oldest()))[0]?.at ?? null;
}
