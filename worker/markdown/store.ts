import { eq, lt, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { renderedMarkdown } from "../db/schema/rendered-markdown.ts";

export function findRendered(db: Database, hash: string) {
  return db
    .select({ html: renderedMarkdown.html })
    .from(renderedMarkdown)
    .where(eq(renderedMarkdown.hash, hash))
    .get();
}

/** Stores the HTML of a text. If it is stored already, it only becomes newer. */
export function upsertRendered(db: Database, row: typeof renderedMarkdown.$inferInsert) {
  return db
    .insert(renderedMarkdown)
    .values(row)
    .onConflictDoUpdate({
      target: renderedMarkdown.hash,
      set: { createdAt: sql`excluded.created_at` },
    });
}

export function deleteRenderedBefore(db: Database, before: number) {
  return db.delete(renderedMarkdown).where(lt(renderedMarkdown.createdAt, before));
}
