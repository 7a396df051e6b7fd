import { eq, lte } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import {
  abortUnless,
  isAbortedAt,
  matches,
  type Database,
  type Statement,
} from "../../db/client.ts";
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
    /** Returns whether `replace` aborted a batch. */
    isReplaced: (error: unknown): boolean => isAbortedAt(cursors.value, error),
    /** Returns the write that replaces a state, unless another worker has already replaced it. */
    advance(ctx: Ctx, from: State, to: State): Statement {
      return ctx.db
        .update(cursors)
        .set({ value: JSON.stringify(to), updatedAt: ctx.now })
        .where(matches(cursors, { name: nameOf(ctx), value: JSON.stringify(from) }));
    },
  };
}

/** A job that this worker alone does, until it releases it. */
export type Lease = {
  /** Returns the write that keeps it for as long again, for the batch of a step. */
  renew(): Statement;
  release(): Promise<unknown>;
};

/**
 * Defines a lease, so that only one worker at a time does a job of this mode. A worker that died holds it for
 * `durationMs`.
 */
export function defineLease(job: string, durationMs: number) {
  return {
    /** Takes the lease. @returns null if another worker has it */
    async take(ctx: Ctx): Promise<Lease | null> {
      const name = `lease:${job}:${ctx.config.stripe.mode}`;
      const value = crypto.randomUUID();
      const startedAt = Date.now();
      // The context's time stands still, and a job may take long.
      const until = () => ctx.now + (Date.now() - startedAt) + durationMs;
      const isOurs = matches(cursors, { name, value });
      const taken = await ctx.db
        .insert(cursors)
        .values({ name, value, updatedAt: until() })
        .onConflictDoUpdate({
          target: cursors.name,
          set: { value, updatedAt: until() },
          setWhere: lte(cursors.updatedAt, ctx.now),
        })
        .returning({ name: cursors.name });
      if (taken.length === 0) return null;
      return {
        renew: () => ctx.db.update(cursors).set({ updatedAt: until() }).where(isOurs),
        release: () => ctx.db.update(cursors).set({ updatedAt: 0 }).where(isOurs),
      };
    },
  };
}
