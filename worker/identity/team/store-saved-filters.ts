import { and, asc, eq, sql } from "drizzle-orm";
import { matches, type Database, type Statement } from "../../db/client.ts";
import { savedFilters } from "../../db/schema/team.ts";

export type SavedFilterRow = typeof savedFilters.$inferSelect;

const { id, name, query } = savedFilters;

/** Lists a member's filters of a list, by name. */
export function listFilters(db: Database, input: { userId: string; list: string }) {
  return db
    .select({ id, name, query })
    .from(savedFilters)
    .where(matches(savedFilters, { userId: input.userId, list: input.list }))
    .orderBy(asc(name));
}

/** Inserts a filter, or replaces the query of the one with this name. */
export function upsertFilter(db: Database, row: SavedFilterRow): Statement {
  return db
    .insert(savedFilters)
    .values(row)
    .onConflictDoUpdate({
      target: [savedFilters.userId, savedFilters.list, savedFilters.name],
      set: { query: sql`excluded.query` },
    });
}

export function findFilter(db: Database, { id, userId }: { id: string; userId: string }) {
  return db.select().from(savedFilters).where(matches(savedFilters, { id, userId })).get();
}

export function setFilterName(db: Database, input: { id: string; name: string }): Statement {
  return db.update(savedFilters).set({ name: input.name }).where(eq(savedFilters.id, input.id));
}

/** Deletes a filter of this member, if there is one with this id. */
export function deleteFilter(
  db: Database,
  { id, userId }: { id: string; userId: string },
): Statement {
  return db.delete(savedFilters).where(matches(savedFilters, { id, userId }));
}

/** Deletes all filters of a user, unless they are on the team. */
export function deleteFiltersUnlessMember(db: Database, userId: string): Statement {
  const isMember = sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND role <> 'buyer' AND status = 'active')`;
  return db.delete(savedFilters).where(and(eq(savedFilters.userId, userId), sql`NOT ${isMember}`));
}
