import { eq, sql } from "drizzle-orm";
import type { Database, Statement } from "../db/client.ts";
import { deleteOldest } from "../db/old-rows.ts";
import { renderedMarkdown } from "../db/schema/rendered-markdown.ts";

export function findRendered(db: Database, hash: string) {
  return db
    .select({ html: renderedMarkdown.html })
    .from(renderedMarkdown)
    .where(eq(renderedMarkdown.hash, hash))
    .get();
}

/** Stores the HTML of a text. If it is stored already, it only becomes newer. */
export function upsertRendered(db: Database, row: typeof renderedMarkdown.$inferInsert): Statement {
  return db
    .insert(renderedMarkdown)
    .values(row)
    .onConflictDoUpdate({
      target: renderedMarkdown.hash,
      set: { createdAt: sql`excluded.created_at` },
    });
}

/**
 * The HTML of texts that were saved long ago: most are former versions. A text that is still in use is rendered once
 * more afterwards.
 */
export const oldRenderedMarkdown = deleteOldest(renderedMarkdown, {
  name: "rendered texts",
  kind: "rendered_texts",
  time: renderedMarkdown.createdAt,
});
