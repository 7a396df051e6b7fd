import { eq, sql } from "drizzle-orm";
import { matches, type Database, type Statement } from "../db/client.ts";
import { customerNotes } from "../db/schema/customer-notes.ts";

export type NoteRow = typeof customerNotes.$inferSelect;

/** Inserts a note, unless the customer's account is deleted. */
export function insertNote(row: Omit<NoteRow, "updatedAt">): Statement {
  return sql`INSERT INTO customer_notes (id, user_id, author_id, body, created_at)
      SELECT ${row.id}, id, ${row.authorId}, ${row.body}, ${row.createdAt}
      FROM users WHERE id = ${row.userId} AND status <> 'deleted'`;
}

export function findNote(db: Database, { id, userId }: { id: string; userId: string }) {
  return db.select().from(customerNotes).where(matches(customerNotes, { id, userId })).get();
}

export function updateNote(
  db: Database,
  input: { id: string; body: string; now: number },
): Statement {
  return db
    .update(customerNotes)
    .set({ body: input.body, updatedAt: input.now })
    .where(eq(customerNotes.id, input.id));
}

export function deleteNote(db: Database, id: string): Statement {
  return db.delete(customerNotes).where(eq(customerNotes.id, id));
}
