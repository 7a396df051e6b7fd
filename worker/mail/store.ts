import { and, asc, eq, lte } from "drizzle-orm";
import { isOneOf, type Database } from "../db/client.ts";
import { users } from "../db/schema/account.ts";
import { outboxEmails } from "../db/schema/outbox.ts";

export type OutboxEmailRow = typeof outboxEmails.$inferSelect;

/** Queues an email. If one with the same key exists, only its due time changes, and only before the first attempt. */
export function insertEmail(db: Database, row: typeof outboxEmails.$inferInsert) {
  return db
    .insert(outboxEmails)
    .values(row)
    .onConflictDoUpdate({
      target: [outboxEmails.kind, outboxEmails.dedupeKey],
      set: { nextAttemptAt: row.nextAttemptAt },
      setWhere: and(eq(outboxEmails.status, "queued"), eq(outboxEmails.attempts, 0)),
    });
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

/**
 * Claims an email for one attempt. Only one worker gets the row: for any other that read the same row, `attempts` no
 * longer matches. No other worker tries before `retryAt`.
 */
export function claimEmail(db: Database, email: OutboxEmailRow, retryAt: number) {
  return db
    .update(outboxEmails)
    .set({ attempts: email.attempts + 1, nextAttemptAt: retryAt })
    .where(
      and(
        eq(outboxEmails.id, email.id),
        eq(outboxEmails.status, "queued"),
        eq(outboxEmails.attempts, email.attempts),
      ),
    )
    .returning()
    .get();
}

/** Saves the outcome of an attempt. An email that stays `queued` is retried when its claim expires. */
export function saveDeliveryOutcome(
  db: Database,
  id: string,
  outcome: Pick<OutboxEmailRow, "status" | "error" | "sentAt">,
) {
  return db
    .update(outboxEmails)
    .set(outcome)
    .where(and(eq(outboxEmails.id, id), eq(outboxEmails.status, "queued")));
}

/** Returns the recipient of an email. */
export function findRecipient(db: Database, userId: string) {
  return db
    .select({
      name: users.name,
      email: users.email,
      emailVerified: users.emailVerified,
      status: users.status,
    })
    .from(users)
    .where(eq(users.id, userId))
    .get();
}
