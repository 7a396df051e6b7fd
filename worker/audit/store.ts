import { and, desc, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import { isOneOf, type Database, type Statement } from "../db/client.ts";
import { users } from "../db/schema/account.ts";
import { auditEntries } from "../db/schema/audit.ts";

export type AuditEntryRow = typeof auditEntries.$inferSelect;

/** An existing entry is kept unchanged. */
export function insertEntry(db: Database, row: AuditEntryRow) {
  return db.insert(auditEntries).values(row).onConflictDoNothing();
}

/** Inserts the entry only if the previous statement in the batch changed a row. */
export function insertEntryIfChanged(row: AuditEntryRow) {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  return sql`INSERT INTO audit_entries
      (id, actor_type, actor_id, action, target_id, before, after, request_id, created_at)
      SELECT ${row.id}, ${row.actorType}, ${row.actorId}, ${row.action}, ${row.targetId},
        ${json(row.before)}, ${json(row.after)}, ${row.requestId}, ${row.createdAt}
      WHERE changes() > 0`;
}

/**
 * Removes what entries say about a deleted user: their tags, their devices, why the team changed their
 * subscriptions, and the invitations to their email. Run it while the keys and the invitations are still there: it finds
 * the entries by them.
 * @param input.userId the id in SQL; null for a user who is not deleted
 * @param input.email verified, in lower case; null if there is none
 */
export function redactEntriesOfDeleted(
  db: Database,
  { userId, email }: { userId: SQL; email: string | null },
): Statement[] {
  return [
    db
      .update(auditEntries)
      .set({ before: sql`'{}'` })
      .where(
        sql`action = 'license.device_removed'
          AND target_id IN (SELECT id FROM license_keys WHERE user_id = ${userId})`,
      ),
    db
      .update(auditEntries)
      .set({ before: sql`'{}'`, after: sql`'{}'` })
      .where(
        sql`target_id = ${userId} AND action IN ('tag.added', 'tag.removed', 'customer.updated')`,
      ),
    // Of a refund, the reason is one of Stripe's, and of the shop's accounts.
    db
      .update(auditEntries)
      .set({ after: sql`json_remove(after, '$.reason')` })
      .where(
        sql`target_id IN (SELECT id FROM subscriptions WHERE user_id = ${userId})
          AND action <> 'subscription.refunded'`,
      ),
    db
      .update(auditEntries)
      .set({ after: sql`json_remove(after, '$.email')` })
      .where(
        sql`${userId} IS NOT NULL AND action = 'invitation.created'
          AND target_id IN (SELECT id FROM invitations WHERE email = ${email})`,
      ),
  ];
}

/** Returns entries, newest first, each with the actor's name. */
export function listEntries(
  db: Database,
  input: {
    targetId?: string | undefined;
    targetIds?: string[] | undefined;
    actorId?: string | undefined;
    action?: string | undefined;
    /** Ids sort by time: this is the first one that is listed. */
    fromId?: string | undefined;
    beforeId?: string | undefined;
    limit: number;
  },
) {
  const { targetId, targetIds, actorId, action, fromId, beforeId } = input;
  return db
    .select({ entry: auditEntries, actorName: users.name, actorEmail: users.email })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(
      and(
        targetId === undefined ? undefined : eq(auditEntries.targetId, targetId),
        targetIds === undefined ? undefined : isOneOf(auditEntries.targetId, targetIds),
        actorId === undefined ? undefined : eq(auditEntries.actorId, actorId),
        action === undefined ? undefined : eq(auditEntries.action, action),
        fromId === undefined ? undefined : gte(auditEntries.id, fromId),
        beforeId === undefined ? undefined : lt(auditEntries.id, beforeId),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(input.limit);
}

/** Returns the account that remains of an account after its merges: itself if it was never merged. */
export async function findMergedInto(db: Database, userId: string): Promise<string> {
  // The first column sorts a chain of merges: an account is closed by its merge, so it has one at most.
  const [last] = await db.all<{ id: string }>(sql`
    WITH RECURSIVE merged (depth, id) AS (
      SELECT 0, ${userId}
      UNION ALL
      SELECT merged.depth + 1, json_extract(entry.after, '$.into')
        FROM merged JOIN audit_entries entry ON entry.target_id = merged.id
        WHERE +entry.action = 'account.merged'
    )
    SELECT id FROM merged ORDER BY depth DESC LIMIT 1`);
  return last?.id ?? userId;
}
