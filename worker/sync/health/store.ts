import { and, eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { cursors } from "../../db/schema/sweeps.ts";

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
