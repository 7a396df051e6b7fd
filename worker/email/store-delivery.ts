import { and, asc, lte, sql, type SQL } from "drizzle-orm";
import { isOneOf, matches, type Database, type Statement } from "../db/client.ts";
import { outboxEmails, senderPauses } from "../db/schema/outbox.ts";
import { HOUR, MINUTE } from "../lib/time.ts";
import type { OutboxEmailRow } from "./store.ts";

/**
 * Delay before the next attempt, by attempt. The delay also serves as the lease on the email, so the first is longer
 * than an attempt can take. The sum is less than a day, since the sender remembers idempotency keys for a day.
 */
const RETRY_DELAYS_MS = [
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  10 * HOUR,
] as const;
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** In the words of the partial indexes, so that SQLite uses them. */
const isQueued = sql.raw("status = 'queued'");
const isFirst = sql.raw(
  "kind NOT IN ('price_change', 'price_change_canceled', 'message', 'news') AND batch IS NOT 'direct'",
);

/** What decides how a due email is sent. */
export type DueEmail = Pick<OutboxEmailRow, "id" | "batch" | "attempts" | "nextAttemptAt">;

/**
 * Returns due emails, the longest overdue first. Those of a price move and messages of the team, which are many, come
 * only when no others are due.
 */
export async function listDueEmails(
  db: Database,
  { now, limit }: { now: number; limit: number },
): Promise<DueEmail[]> {
  const first = await listDue(
    db,
    and(isQueued, isFirst, lte(outboxEmails.nextAttemptAt, now)),
    limit,
  );
  return first.length > 0
    ? first
    : listDue(db, and(isQueued, lte(outboxEmails.nextAttemptAt, now)), limit);
}

function listDue(db: Database, condition: SQL | undefined, limit: number): Promise<DueEmail[]> {
  const { id, batch, attempts, nextAttemptAt } = outboxEmails;
  return db
    .select({ id, batch, attempts, nextAttemptAt })
    .from(outboxEmails)
    .where(condition)
    .orderBy(asc(nextAttemptAt))
    .limit(limit);
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
 * Claims those of these emails that are due for one attempt: no other worker gets them before its lease has ended.
 * @param batch how those are sent for which it was not decided before
 */
export function claimEmails(
  db: Database,
  input: { ids: string[]; batch: string; now: number },
): Promise<OutboxEmailRow[]> {
  return claim(db, isOneOf(outboxEmails.id, input.ids), input);
}

/** Claims all emails of an earlier request for another attempt. They are due at the same time. */
export function claimBatch(
  db: Database,
  { batch, nextAttemptAt, now }: { batch: string; nextAttemptAt: number; now: number },
): Promise<OutboxEmailRow[]> {
  return claim(db, matches(outboxEmails, { nextAttemptAt, batch }), { batch, now });
}

function claim(
  db: Database,
  which: SQL | undefined,
  { batch, now }: { batch: string; now: number },
): Promise<OutboxEmailRow[]> {
  const { attempts, nextAttemptAt } = outboxEmails;
  // In the text: D1 binds numbers as floats, and `$[6.0]` is no JSON path.
  const last = RETRY_DELAYS_MS.length - 1;
  return db
    .update(outboxEmails)
    .set({
      attempts: sql`${attempts} + 1`,
      nextAttemptAt: sql`${now} + json_extract(${JSON.stringify(RETRY_DELAYS_MS)}, '$[' || min(${attempts}, ${sql.raw(String(last))}) || ']')`,
      batch: sql`coalesce(nullif(${outboxEmails.batch}, 'direct'), ${batch})`,
    })
    .where(and(which, isQueued, lte(nextAttemptAt, now)))
    .returning();
}

/** How an attempt ended for an email that needs no further one. `error`: why it was not sent. */
export type Finished = Pick<OutboxEmailRow, "id" | "error" | "sentAt" | "messageId"> & {
  status: "sent" | "skipped" | "dead";
};

/** How an attempt ended for an email that is tried again. */
export type Requeued = Pick<
  OutboxEmailRow,
  "id" | "error" | "batch" | "attempts" | "nextAttemptAt"
>;

/** Returns the writes that save how attempts ended. An outcome that another worker has saved stays. */
export function saveOutcomes({
  finished,
  requeued,
}: {
  finished: Finished[];
  requeued: Requeued[];
}): Statement[] {
  return [
    // The address of a deleted account is needed only while the email may be tried again.
    ...finished.map(
      ({ id, status, error, sentAt, messageId }) =>
        sql`UPDATE emails SET status = ${status}, error = ${error}, sent_at = ${sentAt},
            message_id = ${messageId},
            facts = CASE WHEN kind = 'account_deleted' THEN NULL ELSE facts END
          WHERE id = ${id} AND status = 'queued'`,
    ),
    ...(requeued.length === 0
      ? []
      : [
          sql`UPDATE emails SET error = o.error, batch = o.batch, attempts = o.attempts,
              next_attempt_at = o.nextAttemptAt
            FROM (SELECT ${fields("id", "error", "batch", "attempts", "nextAttemptAt")}
              FROM json_each(${JSON.stringify(requeued)})) AS o
            WHERE emails.id = o.id AND emails.status = 'queued'`,
        ]),
  ];
}

const fields = (...names: string[]) =>
  sql.raw(names.map((name) => `value ->> '${name}' AS ${name}`).join(", "));

type PauseRow = typeof senderPauses.$inferSelect;

/** Returns the last pause of a sender, which may have ended. */
export function findPause(db: Database, sender: string) {
  return db.select().from(senderPauses).where(matches(senderPauses, { sender })).get();
}

/** Saves a pause, unless one that is longer was saved meanwhile. */
export function upsertPause(db: Database, row: PauseRow): Statement {
  return db
    .insert(senderPauses)
    .values(row)
    .onConflictDoUpdate({
      target: senderPauses.sender,
      set: row,
      setWhere: sql`${senderPauses.until} < ${row.until}`,
    });
}
