import { and, desc, gt, like } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { matches, type Database } from "../../db/client.ts";
import { healthSignals } from "../../db/schema/sweeps.ts";

export function findHealthSignal(db: Database, mode: Mode, signal: string) {
  return db
    .select({ firstAt: healthSignals.firstAt, lastAt: healthSignals.lastAt })
    .from(healthSignals)
    .where(matches(healthSignals, { mode, signal }))
    .get();
}

/** Keeps the time of the first one. */
export function upsertHealthSignal(
  db: Database,
  input: { mode: Mode; signal: string; now: number },
) {
  const { mode, signal, now } = input;
  return db
    .insert(healthSignals)
    .values({ mode, signal, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [healthSignals.mode, healthSignals.signal],
      set: { lastAt: now },
    });
}

/** Lists the signals of all modes that begin like this and were recorded after a time, the newest first. */
export function listHealthSignals(
  db: Database,
  { prefix, after }: { prefix: string; after: number },
) {
  const { signal, lastAt } = healthSignals;
  return db
    .select({ signal, lastAt })
    .from(healthSignals)
    .where(and(like(signal, `${prefix}%`), gt(lastAt, after)))
    .orderBy(desc(lastAt));
}
