import { and, asc, eq, lte, sql } from "drizzle-orm";
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
 * Queues a copy of an email, unless one with the same key exists, or the user was sent as many copies in the last hour
 * as `limit` allows.
 */
export function insertCopy(
  row: Pick<OutboxEmailRow, "id" | "kind" | "dedupeKey" | "sourceId" | "copyOf" | "userId"> &
    Pick<OutboxEmailRow, "covers" | "facts" | "status" | "nextAttemptAt" | "createdAt">,
  limit: number,
): Statement {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  return sql`
    INSERT INTO emails (id, user_id, kind, dedupe_key, source_id, covers, facts, copy_of, status, attempts,
      next_attempt_at, created_at)
    SELECT ${row.id}, ${row.userId}, ${row.kind}, ${row.dedupeKey}, ${row.sourceId}, ${json(row.covers)},
      ${json(row.facts)}, ${row.copyOf}, ${row.status}, 0, ${row.nextAttemptAt}, ${row.createdAt}
    WHERE (SELECT count(*) FROM emails WHERE user_id = ${row.userId}
      AND created_at > ${row.createdAt - HOUR} AND copy_of IS NOT NULL) < ${limit}
    ON CONFLICT DO NOTHING`;
}

/** Returns an email to a user. */
export function findEmail(db: Database, { id, userId }: { id: string; userId: string }) {
  return db.select().from(outboxEmails).where(matches(outboxEmails, { id, userId })).get();
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

/** Returns due emails, the longest overdue first; if `ids` is given, only those. */
export function listDueEmails(
  db: Database,
  input: { now: number; limit: number; ids?: string[] | undefined },
) {
  return db
    .select()
    .from(outboxEmails)
    .where(
      and(
        input.ids && isOneOf(outboxEmails.id, input.ids),
        eq(outboxEmails.status, "queued"),
        lte(outboxEmails.nextAttemptAt, input.now),
      ),
    )
    .orderBy(asc(outboxEmails.nextAttemptAt))
    .limit(input.limit);
}

/** Returns those of these emails that were claimed when they were queued, and not by anybody else since. */
export function listClaimedEmails(db: Database, ids: string[]) {
  return db
    .select()
    .from(outboxEmails)
    .where(
      and(isOneOf(outboxEmails.id, ids), matches(outboxEmails, { status: "queued", attempts: 1 })),
    );
}

/**
 * Claims an email for one attempt. Only one worker gets the row: for any other that read the same row, `attempts` no
 * longer matches. No other worker tries before `retryAt`.
 */
export function claimEmail(db: Database, email: OutboxEmailRow, retryAt: number) {
  return db
    .update(outboxEmails)
    .set({ attempts: email.attempts + 1, nextAttemptAt: retryAt })
    .where(matches(outboxEmails, { id: email.id, status: "queued", attempts: email.attempts }))
    .returning()
    .get();
}

/** Saves the outcome of an attempt. An email that stays `queued` is retried when its claim expires. */
export function saveDeliveryOutcome(
  db: Database,
  id: string,
  outcome: Pick<OutboxEmailRow, "status" | "error" | "sentAt">,
) {
  // The address of a deleted account is needed only while the email may be tried again.
  const facts =
    outcome.status === "queued"
      ? {}
      : {
          facts: sql`CASE WHEN ${outboxEmails.kind} = 'account_deleted' THEN NULL ELSE ${outboxEmails.facts} END`,
        };
  return db
    .update(outboxEmails)
    .set({ ...outcome, ...facts })
    .where(matches(outboxEmails, { id, status: "queued" }));
}
