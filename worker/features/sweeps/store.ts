import { and, desc, eq, isNull } from "drizzle-orm";
import type { Mode } from "../../config.ts";
import type { Database } from "../../db/client.ts";
import { cursors, incidents, sweeps } from "../../db/schema/sweeps.ts";

export type SweepRow = typeof sweeps.$inferSelect;
export type IncidentRow = typeof incidents.$inferSelect;

/** What a page showed: a mirror that differs, or a customer that says it is ours and that we do not have. */
export type Finding = Pick<IncidentRow, "kind" | "customerId" | "stripeObjectId" | "detail">;

export function findCursor(db: Database, name: string) {
  return db.select().from(cursors).where(eq(cursors.name, name)).get();
}

export function putCursor(db: Database, row: typeof cursors.$inferInsert) {
  return db
    .insert(cursors)
    .values(row)
    .onConflictDoUpdate({
      target: cursors.name,
      set: { value: row.value, updatedAt: row.updatedAt },
    });
}

export function findRunningSweep(db: Database, mode: Mode) {
  return db
    .select()
    .from(sweeps)
    .where(and(eq(sweeps.mode, mode), isNull(sweeps.finishedAt)))
    .get();
}

/** Does nothing where one runs already. */
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

/** Newest first. */
export function listSweeps(db: Database, mode: Mode, limit: number) {
  return db
    .select()
    .from(sweeps)
    .where(eq(sweeps.mode, mode))
    .orderBy(desc(sweeps.startedAt))
    .limit(limit);
}

/** The same finding is written once. */
export function insertIncident(db: Database, row: typeof incidents.$inferInsert) {
  return db.insert(incidents).values(row).onConflictDoNothing();
}

/** Newest first. */
export function listIncidents(db: Database, mode: Mode, limit: number) {
  return db
    .select()
    .from(incidents)
    .where(eq(incidents.mode, mode))
    .orderBy(desc(incidents.createdAt))
    .limit(limit);
}
