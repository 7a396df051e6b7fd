import { and, desc, lt, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { abortUnless, isOneOf, matches, type Database, type Statement } from "../../db/client.ts";
import type { PageWindow } from "../../db/page-cursor.ts";
import { customerMessages, type LeftOutCounts } from "../../db/schema/customer-messages.ts";
import { outboxEmails } from "../../db/schema/outbox.ts";
import type { OutboxEmailRow } from "../store.ts";

export type MessageRow = typeof customerMessages.$inferSelect;

/** The texts of a message and whom it is for. */
export type MessageContent = Pick<
  MessageRow,
  "purpose" | "recipients" | "userId" | "subject" | "body"
>;

/** In the words of the partial indexes, so that SQLite uses them. */
const isEmailOfMessage = sql.raw("kind IN ('message', 'news')");
const isOpen = sql.raw("started_at IS NOT NULL AND ended_at IS NULL");

export function findMessage(db: Database, id: string) {
  return db.select().from(customerMessages).where(matches(customerMessages, { id })).get();
}

/** Lists messages, newest first. Ids start with their creation time. */
export function listMessageRows(db: Database, { after, limit }: PageWindow) {
  return db
    .select()
    .from(customerMessages)
    .where(after && lt(customerMessages.id, after.id))
    .orderBy(desc(customerMessages.id))
    .limit(limit);
}

/** Lists the messages that are being sent, or were stopped and have emails that wait. */
export function listOpenMessages(db: Database, mode: Mode) {
  return db
    .select()
    .from(customerMessages)
    .where(and(isOpen, matches(customerMessages, { mode })))
    .orderBy(customerMessages.id);
}

export function insertMessage(db: Database, row: typeof customerMessages.$inferInsert): Statement {
  return db.insert(customerMessages).values(row);
}

/** Changes a draft, if nobody else has changed or sent it since. */
export function updateDraft(
  db: Database,
  draft: Pick<MessageRow, "id" | "updatedAt">,
  change: Partial<MessageRow>,
): Statement {
  return db.update(customerMessages).set(change).where(isUnchangedDraft(draft));
}

/** Deletes a draft, if nobody else has changed or sent it since. */
export function deleteDraft(db: Database, draft: Pick<MessageRow, "id" | "updatedAt">): Statement {
  return db.delete(customerMessages).where(isUnchangedDraft(draft));
}

const isUnchangedDraft = ({ id, updatedAt }: Pick<MessageRow, "id" | "updatedAt">) =>
  matches(customerMessages, { id, updatedAt, status: "draft" });

/** Stops a message that is being sent. Emails that wait are skipped when they are due. */
export function stopMessage(db: Database, id: string): Statement {
  return db
    .update(customerMessages)
    .set({ status: "stopped" })
    .where(
      and(matches(customerMessages, { id, endedAt: null }), sql`status IN ('listing', 'sending')`),
    );
}

/**
 * Queues the emails of a page of recipients, and saves where listing continues. The batch aborts if another worker has
 * listed this page, or somebody has stopped the message.
 * @param input.listedUpTo where the next page begins; null after the last one
 */
export function saveListedPage(
  db: Database,
  message: Pick<MessageRow, "id" | "listedUpTo">,
  input: {
    rows: Pick<
      OutboxEmailRow,
      "id" | "userId" | "kind" | "dedupeKey" | "sourceId" | "status" | "nextAttemptAt" | "createdAt"
    >[];
    leftOut: LeftOutCounts;
    listedUpTo: string | null;
  },
): Statement[] {
  const { rows, leftOut, listedUpTo } = input;
  const ofMessage = matches(customerMessages, { id: message.id });
  return [
    abortUnless(
      customerMessages.status,
      matches(customerMessages, { status: "listing", listedUpTo: message.listedUpTo }),
      ofMessage,
    ),
    sql`INSERT INTO emails (id, user_id, kind, dedupe_key, source_id, status, attempts, next_attempt_at, created_at)
      SELECT value ->> 'id', value ->> 'userId', value ->> 'kind', value ->> 'dedupeKey', value ->> 'sourceId',
        value ->> 'status', 0, value ->> 'nextAttemptAt', value ->> 'createdAt'
      FROM json_each(${JSON.stringify(rows)}) WHERE true
      ON CONFLICT DO NOTHING`,
    db
      .update(customerMessages)
      .set({
        // Without those that had their email before.
        queued: sql`${customerMessages.queued} + changes()`,
        leftOut,
        ...(listedUpTo === null ? { status: "sending" as const } : { listedUpTo }),
      })
      .where(ofMessage),
  ];
}

/** How many emails of a message have a status. */
export type EmailCount = Pick<OutboxEmailRow, "sourceId" | "status"> & { count: number };

/** Counts the emails of messages by their status, without copies. */
export function countEmailsOfMessages(db: Database, ids: string[]): Promise<EmailCount[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const { sourceId, status } = outboxEmails;
  return db
    .select({ sourceId, status, count: sql<number>`count(*)` })
    .from(outboxEmails)
    .where(and(isEmailOfMessage, isOneOf(sourceId, ids), sql`copy_of IS NULL`))
    .groupBy(sourceId, status);
}

/** Ends a message of which no email waits any longer, and keeps what became of them. */
export function endMessage(
  db: Database,
  input: Pick<MessageRow, "id" | "sentCount" | "failedCount"> & { endedAt: number },
): Statement {
  const { id, ...outcome } = input;
  const status: SQL = sql`CASE status WHEN 'sending' THEN 'sent' ELSE status END`;
  return db
    .update(customerMessages)
    .set({ ...outcome, status: status as SQL<MessageRow["status"]> })
    .where(
      and(matches(customerMessages, { id, endedAt: null }), sql`status IN ('sending', 'stopped')`),
    );
}
