import { and, count, desc, eq, getTableColumns, gt, max, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database, Statement } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { stripeCustomers } from "../../db/schema/billing.ts";
import { incidents } from "../../db/schema/sweeps.ts";

export type IncidentRow = typeof incidents.$inferSelect;

/** Inserts an incident, unless it is already recorded. */
export function insertIncident(db: Database, row: typeof incidents.$inferInsert) {
  return db.insert(incidents).values(row).onConflictDoNothing();
}

/**
 * Inserts an incident for each unknown purchase whose grants were revoked for that, once. Put it after the writes of
 * the user's grants.
 */
export function insertMissingSources(input: {
  customerId: string;
  userId: string;
  mode: Mode;
  now: number;
}): Statement {
  const { customerId, userId, mode, now } = input;
  return sql`INSERT INTO incidents (id, mode, kind, customer_id, stripe_object_id, detail, created_at)
      SELECT DISTINCT 'inc_once_missing_source_' || source_id, mode, 'missing_source', ${customerId}, source_id,
        'Access from ' || source_id || ' was revoked: it is unknown here and at Stripe.', ${now}
      FROM grants WHERE user_id = ${userId} AND mode = ${mode} AND reason = 'source_missing'
      ON CONFLICT DO NOTHING`;
}

/** Returns how many incidents of a kind were recorded after a time, and when the latest was (null if none). */
export async function countIncidentsSince(
  db: Database,
  input: { mode: Mode; kind: IncidentRow["kind"]; since: number },
): Promise<{ count: number; latestAt: number | null }> {
  const { mode, kind, since } = input;
  const row = await db
    .select({ count: count(), latestAt: max(incidents.createdAt) })
    .from(incidents)
    .where(and(eq(incidents.mode, mode), gt(incidents.createdAt, since), eq(incidents.kind, kind)))
    .get();
  return row ?? { count: 0, latestAt: null };
}

/** An incident and its user. The user fields are null if the user no longer exists. */
export type ListedIncident = IncidentRow & {
  userId: string | null;
  userName: string | null;
  userEmail: string | null;
};

/** Newest first. */
export function listIncidents(db: Database, mode: Mode, limit: number): Promise<ListedIncident[]> {
  return db
    .select({
      ...getTableColumns(incidents),
      userId: users.id,
      userName: users.name,
      userEmail: users.email,
    })
    .from(incidents)
    .leftJoin(stripeCustomers, eq(stripeCustomers.id, incidents.customerId))
    .leftJoin(users, eq(users.id, stripeCustomers.userId))
    .where(eq(incidents.mode, mode))
    .orderBy(desc(incidents.createdAt))
    .limit(limit);
}
