import { sql } from "drizzle-orm";
import { isOneOf, matches, type Database, type Statement } from "../db/client.ts";
import { grants } from "../db/schema/grants.ts";
import { outboxEmails, type EmailFacts } from "../db/schema/outbox.ts";
import { HOUR } from "../lib/time.ts";

export type OutboxEmailRow = typeof outboxEmails.$inferSelect;

/**
 * Queues an email. If one with the same key exists, only its due time changes, and only before the first attempt.
 * @param dueAt its due time then, in unix milliseconds
 */
export function insertEmail(
  db: Database,
  row: typeof outboxEmails.$inferInsert,
  dueAt = row.nextAttemptAt,
) {
  return db
    .insert(outboxEmails)
    .values(row)
    .onConflictDoUpdate({
      target: [outboxEmails.kind, outboxEmails.dedupeKey],
      set: { nextAttemptAt: dueAt },
      setWhere: matches(outboxEmails, { status: "queued", attempts: 0 }),
    });
}

/**
 * Queues an email that a member sends, most often a copy, unless one with the same key exists, or the user was sent as
 * many copies in the last hour as `limit` allows.
 * @param limit null for what is no copy, whose key limits it
 */
export function insertCopy(
  row: Pick<OutboxEmailRow, "id" | "kind" | "dedupeKey" | "sourceId" | "copyOf" | "userId"> &
    Pick<OutboxEmailRow, "covers" | "facts" | "status" | "nextAttemptAt" | "createdAt">,
  limit: number | null,
): Statement {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  const copies = sql`(SELECT count(*) FROM emails WHERE user_id = ${row.userId}
      AND created_at > ${row.createdAt - HOUR} AND copy_of IS NOT NULL)`;
  return sql`
    INSERT INTO emails (id, user_id, kind, dedupe_key, source_id, covers, facts, copy_of, status, attempts,
      next_attempt_at, created_at)
    SELECT ${row.id}, ${row.userId}, ${row.kind}, ${row.dedupeKey}, ${row.sourceId}, ${json(row.covers)},
      ${json(row.facts)}, ${row.copyOf}, ${row.status}, 0, ${row.nextAttemptAt}, ${row.createdAt}
    WHERE ${limit === null ? sql`true` : sql`${copies} < ${limit}`}
    ON CONFLICT DO NOTHING`;
}

/** Returns the id of an email to a user that the sender knows by this id. */
export function findEmailByMessage(
  db: Database,
  { userId, messageId }: { userId: string; messageId: string },
) {
  return db
    .select({ id: outboxEmails.id })
    .from(outboxEmails)
    .where(matches(outboxEmails, { userId, messageId }))
    .get();
}

/** Saves what became of an email after it was sent. */
export function markEmailProblem(
  db: Database,
  input: { id: string; problem: "bounced" | "complained"; detail: string | null },
): Statement {
  const { id, problem, detail } = input;
  return db
    .update(outboxEmails)
    .set({ problem, error: detail })
    .where(matches(outboxEmails, { id }));
}

/** Whether the email about something was sent. */
export async function wasSent(
  db: Database,
  { kind, dedupeKey }: Pick<OutboxEmailRow, "kind" | "dedupeKey">,
): Promise<boolean> {
  const found = await db
    .select({ id: outboxEmails.id })
    .from(outboxEmails)
    .where(matches(outboxEmails, { kind, dedupeKey, status: "sent" }))
    .get();
  return found !== undefined;
}

/** Returns an email to a user. */
export function findEmail(db: Database, { id, userId }: { id: string; userId: string }) {
  return db.select().from(outboxEmails).where(matches(outboxEmails, { id, userId })).get();
}

/** Returns the email of a purchase or gift as it was first sent. */
export function findPurchaseEmail(
  db: Database,
  { userId, sourceId }: { userId: string; sourceId: string },
) {
  return db
    .select()
    .from(outboxEmails)
    .where(matches(outboxEmails, { userId, kind: "purchase", sourceId, copyOf: null }))
    .get();
}

/** Returns the email with this key, which is unique. */
export function findEmailByKey(db: Database, key: Pick<OutboxEmailRow, "kind" | "dedupeKey">) {
  return db.select().from(outboxEmails).where(matches(outboxEmails, key)).get();
}

/**
 * Queues the email about license keys, if one of the grants has its key now. The oldest grant that has one is what the
 * email is about, so another email follows when the next one gets its key.
 */
export function insertKeysArrivedEmail(row: {
  id: string;
  userId: string;
  sourceId: string;
  grantIds: string[];
  now: number;
}): Statement {
  return sql`
    INSERT INTO emails (id, user_id, kind, dedupe_key, source_id, status, attempts, next_attempt_at, created_at)
    SELECT ${row.id}, ${row.userId}, 'keys_arrived', min(grants.id), ${row.sourceId}, 'queued', 0, ${row.now}, ${row.now}
    FROM grants WHERE ${isOneOf(grants.id, row.grantIds)} AND waiting_for IS NULL
    HAVING min(grants.id) IS NOT NULL
    ON CONFLICT DO NOTHING`;
}

/** Queues the email about a deleted account, if the user is marked as deleted. */
export function insertAccountDeletedEmail(row: {
  id: string;
  userId: string;
  facts: EmailFacts;
  now: number;
}): Statement {
  return sql`
    INSERT INTO emails (id, user_id, kind, dedupe_key, source_id, facts, status, attempts, next_attempt_at, created_at)
    SELECT ${row.id}, id, 'account_deleted', id, id, ${JSON.stringify(row.facts)}, 'queued', 0, ${row.now}, ${row.now}
    FROM users WHERE id = ${row.userId} AND status = 'deleted'
    ON CONFLICT DO NOTHING`;
}
