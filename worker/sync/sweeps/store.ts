import { and, desc, eq, getTableColumns, isNull } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { customers } from "../../db/schema/billing.ts";
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

/** Moves a walk on, unless somebody else has meanwhile. */
export function moveCursor(
  db: Database,
  input: { name: string; value: string; to: string; updatedAt: number },
) {
  return db
    .update(cursors)
    .set({ value: input.to, updatedAt: input.updatedAt })
    .where(and(eq(cursors.name, input.name), eq(cursors.value, input.value)));
}

/** Keeps the value of a row that is there. */
export function insertOrTouchCursor(db: Database, row: typeof cursors.$inferInsert) {
  return db
    .insert(cursors)
    .values(row)
    .onConflictDoUpdate({ target: cursors.name, set: { updatedAt: row.updatedAt } });
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

/** Newest first: their ids sort by time. */
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

/** The same finding is written once. */
export function insertIncident(db: Database, row: typeof incidents.$inferInsert) {
  return db.insert(incidents).values(row).onConflictDoNothing();
}

/** An incident and whose it is; a person who is gone has no name. */
export type ListedIncident = IncidentRow & {
  userId: string | null;
  userName: string | null;
  userEmail: string | null;
};

/** Newest first. */
export function listIncidents(db: Database, mode: Mode, limit: number): Promise<ListedIncident[]> {
  return db
    .select({
      ...getTableColumns(incidents),
      userId: users.id,
      userName: users.name,
      userEmail: users.email,
    })
    .from(incidents)
    .leftJoin(customers, eq(customers.id, incidents.customerId))
    .leftJoin(users, eq(users.id, customers.userId))
    .where(eq(incidents.mode, mode))
    .orderBy(desc(incidents.createdAt))
    .limit(limit);
}
