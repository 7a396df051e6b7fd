import { and, asc, eq, lte } from "drizzle-orm";
import { isOneOf, type Database } from "../db/client.ts";
import { users } from "../db/schema/account.ts";
import { mails } from "../db/schema/outbox.ts";

export type MailRow = typeof mails.$inferSelect;

/** Where the same thing is told already, only its time may move, and that only before anybody tried to send it. */
export function insertMail(db: Database, row: typeof mails.$inferInsert) {
  return db
    .insert(mails)
    .values(row)
    .onConflictDoUpdate({
      target: [mails.kind, mails.about],
      set: { nextAttemptAt: row.nextAttemptAt },
      setWhere: and(eq(mails.status, "queued"), eq(mails.attempts, 0)),
    });
}

/** Mails whose time has come, the longest due first; of these ids, where some are given. */
export function listDueMails(
  db: Database,
  input: { now: number; limit: number; ids?: string[] | undefined },
) {
  return db
    .select()
    .from(mails)
    .where(
      and(
        input.ids && isOneOf(mails.id, input.ids),
        eq(mails.status, "queued"),
        lte(mails.nextAttemptAt, input.now),
      ),
    )
    .orderBy(asc(mails.nextAttemptAt))
    .limit(input.limit);
}

/**
 * Takes a mail for one attempt. A row comes back only to the taker: who read the same row at the same time finds its
 * attempts counted. Until `retryAt` nobody else tries.
 */
export function claimMail(db: Database, mail: MailRow, retryAt: number) {
  return db
    .update(mails)
    .set({ attempts: mail.attempts + 1, nextAttemptAt: retryAt })
    .where(
      and(eq(mails.id, mail.id), eq(mails.status, "queued"), eq(mails.attempts, mail.attempts)),
    )
    .returning()
    .get();
}

/** What became of an attempt; `queued` with an error is tried again at the time that it was claimed until. */
export function settleMail(
  db: Database,
  id: string,
  outcome: Pick<MailRow, "status" | "error" | "sentAt">,
) {
  return db
    .update(mails)
    .set(outcome)
    .where(and(eq(mails.id, id), eq(mails.status, "queued")));
}

/** Whom a mail goes to. */
export function findReceiver(db: Database, userId: string) {
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
