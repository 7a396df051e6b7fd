import { and, eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
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
  input: { name: string; value: string; to: string; updatedAt: number },
) {
  return db
    .update(cursors)
    .set({ value: input.to, updatedAt: input.updatedAt })
    .where(and(eq(cursors.name, input.name), eq(cursors.value, input.value)));
}
