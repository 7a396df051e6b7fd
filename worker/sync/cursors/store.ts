import { eq } from "drizzle-orm";
import { matches, type Database } from "../../db/client.ts";
import { cursors } from "../../db/schema/sweeps.ts";

export function findCursor(db: Database, name: string) {
  return db.select().from(cursors).where(eq(cursors.name, name)).get();
}

export function upsertCursor(db: Database, row: typeof cursors.$inferInsert) {
  return db
    .insert(cursors)
    .values(row)
    .onConflictDoUpdate({
      target: cursors.name,
      set: { value: row.value, updatedAt: row.updatedAt },
    });
}

/** Advances a cursor, unless another worker has already advanced it. */
export function advanceCursor(
  db: Database,
  { to, updatedAt, name, value }: { name: string; value: string; to: string; updatedAt: number },
) {
  return db.update(cursors).set({ value: to, updatedAt }).where(matches(cursors, { name, value }));
}
