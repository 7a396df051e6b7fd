import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { readLines, writeLines } from "../../stored-lines.ts";
import { keyOfChunk, type ArchivedEvent } from "./chunks.ts";
import { eraseLines } from "./read-archive.ts";

/**
 * Removes the personal data of deleted users from the archive, by writing the chunks anew. What fails, or was changed
 * by another worker in the meantime, is done by the next run.
 * @param input.chunks how many are written at most
 * @throws `unavailable` if R2 does not answer
 */
export async function eraseArchivedEvents(ctx: Ctx, input: { chunks: number }): Promise<void> {
  const pending = await ctx.db.all<{ id: number; userIds: string }>(sql`
    SELECT chunk_id AS id, json_group_array(user_id) AS userIds FROM feed_erasures
    GROUP BY chunk_id ORDER BY chunk_id LIMIT ${input.chunks}`);
  for (const { id, userIds } of pending) {
    const key = keyOfChunk(id);
    const stored = await readLines<ArchivedEvent>(ctx.files, key);
    if (stored) {
      const lines = await eraseLines(ctx, stored.lines, JSON.parse(userIds) as string[]);
      if (!(await writeLines(ctx.files, { key, lines, etag: stored.etag }))) continue;
    }
    await commit(ctx.db, [
      sql`DELETE FROM feed_erasures WHERE chunk_id = ${id}
        AND user_id IN (SELECT value FROM json_each(${userIds}))`,
    ]);
  }
}
