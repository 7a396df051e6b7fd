import type { IncidentRow } from "../incidents/store.ts";
import { desc, eq } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { matches, type Database } from "../../db/client.ts";
import { sweeps } from "../../db/schema/sweeps.ts";

export type SweepRow = typeof sweeps.$inferSelect;

/**
 * A finding of a sweep: a mirrored row that differs, or a Stripe customer that names one of our users but is unknown
 * here.
 */
export type Finding = Pick<IncidentRow, "kind" | "customerId" | "stripeObjectId" | "detail">;

/** The finding that something at Stripe differs from our row. */
export function toDrift(
  customerId: string | null,
  stripeObjectId: string,
  detail: string,
): Finding {
  return { kind: "drift", customerId, stripeObjectId, detail };
}

export function findRunningSweep(db: Database, mode: Mode) {
  return db
    .select()
    .from(sweeps)
    .where(matches(sweeps, { mode, finishedAt: null }))
    .get();
}

/** Inserts a sweep. Does nothing if one is already running. */
export function insertSweep(db: Database, row: typeof sweeps.$inferInsert) {
  return db.insert(sweeps).values(row).onConflictDoNothing();
}

export function updateSweep(
  db: Database,
  id: string,
  set: Partial<Pick<SweepRow, "phase" | "startingAfter" | "checked" | "drifted" | "finishedAt">>,
) {
  return db.update(sweeps).set(set).where(eq(sweeps.id, id));
}

/** Returns sweeps, newest first. Their ids sort by time. */
export function listSweeps(db: Database, mode: Mode, limit: number) {
  return db
    .select()
    .from(sweeps)
    .where(eq(sweeps.mode, mode))
    .orderBy(desc(sweeps.id))
    .limit(limit);
}

export function findLastSweep(db: Database, mode: Mode) {
  return listSweeps(db, mode, 1).get();
}
