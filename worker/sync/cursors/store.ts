import { eq } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { abortUnless, matches, type Database, type Statement } from "../../db/client.ts";
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

/**
 * Where a job of this mode stands, as JSON.
 * @param job names the cursor
 */
export function defineCursor<State>(job: string) {
  const nameOf = (ctx: Ctx) => `${job}:${ctx.config.stripe.mode}`;
  return {
    /** Returns what was saved last, or null if nothing was. */
    async read(ctx: Ctx): Promise<State | null> {
      const row = await findCursor(ctx.db, nameOf(ctx));
      return row ? (JSON.parse(row.value) as State) : null;
    },
    /** Returns the write that saves a state. */
    save(ctx: Ctx, state: State): Statement {
      const value = JSON.stringify(state);
      return upsertCursor(ctx.db, { name: nameOf(ctx), value, updatedAt: ctx.now });
    },
    /** Returns the writes that replace a state. They abort the batch if another worker has already replaced it. */
    replace(ctx: Ctx, from: State, to: State): Statement[] {
      const isUnchanged = eq(cursors.value, JSON.stringify(from));
      return [
        abortUnless(cursors.value, isUnchanged, eq(cursors.name, nameOf(ctx))),
        this.save(ctx, to),
      ];
    },
    /** Returns the write that replaces a state, unless another worker has already replaced it. */
    advance(ctx: Ctx, from: State, to: State): Statement {
      return ctx.db
        .update(cursors)
        .set({ value: JSON.stringify(to), updatedAt: ctx.now })
        .where(matches(cursors, { name: nameOf(ctx), value: JSON.stringify(from) }));
    },
  };
}
