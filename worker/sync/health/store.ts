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
