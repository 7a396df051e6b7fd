import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { readTogether, type Database } from "../../db/client.ts";

/** A few rows that say how the shop is. Times in Unix milliseconds. */
type KnownState = {
  /** When cron ran last, whether its steps succeeded or not. Null if it never did. */
  lastRunAt: number | null;
  /** What its latest run found, as text. */
  state: string | null;
  firstUserAt: number | null;
};

/** Reads them in one call. */
export async function readKnownState(db: Database, mode: Mode): Promise<KnownState> {
  const [[run], [saved], [user]] = await readTogether<
    [{ at: number | null }, { value: string }, { at: number }]
  >(db, [
    sql`SELECT max(last_at) AS at FROM health_signals WHERE mode = ${mode}
      AND signal IN ('cron_frequent', 'cron_step_failed', 'cron_without_stripe')`,
    sql`SELECT value FROM cursors WHERE name = ${`shop-state:${mode}`}`,
    sql`SELECT created_at AS at FROM users ORDER BY id LIMIT 1`,
  ]);
  return {
    lastRunAt: run?.at ?? null,
    state: saved?.value ?? null,
    firstUserAt: user?.at ?? null,
  };
}
