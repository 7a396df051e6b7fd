import { and, eq, gt, isNull, lte, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { matches, type Database, type Statement } from "../../db/client.ts";
import { deleteOldest } from "../../db/old-rows.ts";
import type { PageWindow } from "../../db/page-cursor.ts";
import { statements, type StatementKind, type StatementState } from "../../db/schema/statements.ts";
import { sortByTime } from "../../db/sort-by.ts";
import { DAY } from "../../lib/time.ts";

/** A withdrawal from a contract, or its cancellation, that a buyer declared without signing in. */
export type StatementRow = typeof statements.$inferSelect;

/** Matches the partial index. */
const isOpen = sql`${statements.state} = 'open'`;

/** Inserts a statement, unless it is there: the button was pressed twice. */
export function insertStatement(db: Database, row: typeof statements.$inferInsert): Statement {
  return db.insert(statements).values(row).onConflictDoNothing();
}

export function updateStatement(db: Database, id: string, set: Partial<StatementRow>): Statement {
  return db.update(statements).set(set).where(eq(statements.id, id));
}

/**
 * Claims a statement that the shop has work to do on, until a time. Of two concurrent calls, only one gets it.
 * @param input.until when it is due again if the work dies, in unix milliseconds
 */
export function claimStatement(db: Database, input: { id: string; now: number; until: number }) {
  return db
    .update(statements)
    .set({ nextAttemptAt: input.until, attempts: sql`${statements.attempts} + 1` })
    .where(and(eq(statements.id, input.id), lte(statements.nextAttemptAt, input.now)))
    .returning()
    .get();
}

/** Ends a claim, unless there is new work: the team has decided the statement meanwhile. */
export function releaseStatement(
  db: Database,
  input: { id: string; claimedUntil: number; nextAttemptAt: number | null },
): Statement {
  return db
    .update(statements)
    .set({ nextAttemptAt: input.nextAttemptAt })
    .where(matches(statements, { id: input.id, nextAttemptAt: input.claimedUntil }));
}

/** Lists the ids of the statements that the shop has work to do on, those that wait longest first. */
export async function listDueStatements(
  db: Database,
  { now, limit }: { now: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: statements.id })
    .from(statements)
    .where(lte(statements.nextAttemptAt, now))
    .orderBy(statements.nextAttemptAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Lists the ids of the statements that have waited for the team since a time, in unix milliseconds, or longer. */
export async function listWaitingStatements(
  db: Database,
  { mode, until, limit }: { mode: Mode; until: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: statements.id })
    .from(statements)
    .where(and(eq(statements.mode, mode), isOpen, lte(statements.receivedAt, until)))
    .orderBy(statements.receivedAt, statements.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Counts the receipts that were sent since a time, in unix milliseconds: to an address, and to all addresses that the
 * shop does not know.
 */
export async function countReceipts(
  db: Database,
  { email, since }: { email: string; since: number },
): Promise<{ toAddress: number; toStrangers: number }> {
  const count = (where: SQL | undefined) =>
    sql<number>`(SELECT count(*) FROM ${statements} WHERE ${and(gt(statements.receiptSentAt, since), where)})`;
  const row = await db.get<{ toAddress: number; toStrangers: number }>(
    // The indexes of emails and of unmatched statements. A receipt is sent within days.
    sql`SELECT ${count(sql`lower(email) = ${email.toLowerCase()}`)} AS toAddress,
      ${count(and(isNull(statements.userId), gt(statements.receivedAt, since - 7 * DAY)))} AS toStrangers`,
  );
  return row;
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
  kind: "unmatched_statements",
  time: statements.receivedAt,
  where: isNull(statements.userId),
});
