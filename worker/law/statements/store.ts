import { and, eq, isNull, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { matches, type Database } from "../../db/client.ts";
import { deleteOldest } from "../../db/old-rows.ts";
import type { PageWindow } from "../../db/page-cursor.ts";
import { statements, type StatementKind, type StatementState } from "../../db/schema/statements.ts";
import { sortByTime } from "../../db/sort-by.ts";
import { DAY } from "../../lib/time.ts";

/** A withdrawal from a contract, or its cancellation, that a buyer declared without signing in. */
export type StatementRow = typeof statements.$inferSelect;

/** Matches the partial index. */
const isOpen = sql`${statements.state} = 'open'`;

export function insertStatement(db: Database, row: typeof statements.$inferInsert) {
  return db.insert(statements).values(row);
}

export function findStatement(db: Database, id: string, mode: Mode) {
  return db.select().from(statements).where(matches(statements, { id, mode })).get();
}

/** Lists statements, newest first: those of a kind, in a state, about the contracts of a user. */
export function listStatements(
  db: Database,
  filter: {
    mode: Mode;
    kind?: StatementKind | undefined;
    state?: StatementState | undefined;
    userId?: string | undefined;
  },
  { after, limit }: PageWindow,
) {
  const { mode, kind, state, userId } = filter;
  const { isAfter, orderBy } = sortByTime(statements.receivedAt, statements.id, {
    oldestFirst: false,
    after,
  });
  return db
    .select()
    .from(statements)
    .where(
      and(
        eq(statements.mode, mode),
        kind && eq(statements.kind, kind),
        // The partial index of open ones serves a constant, but no parameter.
        state === "open" ? isOpen : state && eq(statements.state, state),
        userId === undefined ? undefined : eq(statements.userId, userId),
        isAfter,
      ),
    )
    .orderBy(...orderBy)
    .limit(limit);
}

/** Counts the statements that wait for a decision. */
export async function countOpenStatements(db: Database, mode: Mode): Promise<number> {
  const row = await db
    .select({ count: sql<number>`count(*)` })
    .from(statements)
    .where(and(eq(statements.mode, mode), isOpen))
    .get();
  return row?.count ?? 0;
}

/** What a statement loses when the account is deleted that it is about, or that has its email. */
export const erasedStatement = { name: "", email: "", contract: "", reason: null, note: null };

/** Statements about no known contract: nothing else says how long they are needed. */
export const unmatchedStatements = deleteOldest(statements, {
  name: "statements about unknown contracts",
  time: statements.receivedAt,
  // Claims from a contract end after three years in most countries.
  keptMs: 3 * 365 * DAY,
  where: isNull(statements.userId),
});
