import { and, asc, eq, lte, or, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import { abortUnless, matches, type Database, type Statement } from "../db/client.ts";
import { webhookEndpoints } from "../db/schema/developers.ts";
import { pick } from "../lib/pick.ts";
import { newestSequence } from "../feed/store.ts";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

const isEndpoint = (id: string) => eq(webhookEndpoints.id, id);

/** Returns the endpoints of a mode, oldest first. There are few. */
export function listEndpointRows(db: Database, mode: Mode) {
  return db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.mode, mode))
    .orderBy(asc(webhookEndpoints.createdAt));
}

export function countEndpoints(db: Database, mode: Mode): Promise<number> {
  return db.$count(webhookEndpoints, eq(webhookEndpoints.mode, mode));
}

export function findEndpointRow(db: Database, mode: Mode, id: string) {
  return db
    .select()
    .from(webhookEndpoints)
    .where(and(isEndpoint(id), eq(webhookEndpoints.mode, mode)))
    .get();
}

type NewEndpointRow = Omit<typeof webhookEndpoints.$inferInsert, "plannedUpTo">;

/** Inserts an endpoint that gets the events from now on. */
export function insertEndpoint(db: Database, row: NewEndpointRow): Statement {
  return db.insert(webhookEndpoints).values({ ...row, plannedUpTo: newestSequence });
}

/** Returns the endpoints of both modes that are not disabled and that a user, or a key of theirs, created. */
export function listEndpointsOf(db: Database, userId: string) {
  return db
    .select(pick(webhookEndpoints, ["id", "url", "types", "status"]))
    .from(webhookEndpoints)
    .where(
      sql`status <> 'disabled' AND created_by IN (
        SELECT ${userId} UNION ALL SELECT id FROM api_keys WHERE created_by = ${userId})`,
    );
}

/** Aborts the batch if the endpoint was changed since it was read. Must be the first statement. */
export function assertEndpointUnchanged({ id, updatedAt }: EndpointRow) {
  const isUnchanged = eq(webhookEndpoints.updatedAt, updatedAt);
  return abortUnless(webhookEndpoints.url, isUnchanged, isEndpoint(id));
}

export function updateEndpoint(
  db: Database,
  id: string,
  changes: Partial<EndpointRow>,
  condition?: SQL,
) {
  return db
    .update(webhookEndpoints)
    .set(changes)
    .where(and(isEndpoint(id), condition));
}

/** Deletes an endpoint; its deliveries are deleted with it. */
export function removeEndpoint(db: Database, id: string): Statement {
  return db.delete(webhookEndpoints).where(isEndpoint(id));
}

/**
 * Acquires the endpoint's lease if the endpoint is enabled, is not blocked, and the lease is free.
 * @returns the endpoint, or undefined if the lease was not acquired
 */
export function acquireLease(
  db: Database,
  input: { id: string; mode: Mode; token: string; now: number; until: number },
) {
  return db
    .update(webhookEndpoints)
    .set({ leaseToken: input.token, leaseUntil: input.until })
    .where(
      and(
        isEndpoint(input.id),
        matches(webhookEndpoints, { mode: input.mode, status: "enabled" }),
        lte(webhookEndpoints.leaseUntil, input.now),
        lte(webhookEndpoints.blockedUntil, input.now),
      ),
    )
    .returning()
    .get();
}

/** Fails the batch if we no longer hold the lease. Must be the first statement of the batch. */
export function assertLease(id: string, token: string) {
  return abortUnless(
    webhookEndpoints.url,
    sql`${webhookEndpoints.leaseToken} IS ${token}`,
    isEndpoint(id),
  );
}

/**
 * Returns the ids of enabled endpoints with work to do now: new events are in the feed, or a delivery is due. Leaves
 * out those that are being worked on: the holder of the lease looks for new events when releasing it.
 */
export async function listDueEndpointIds(db: Database, mode: Mode, now: number): Promise<string[]> {
  const rows = await db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(
        matches(webhookEndpoints, { mode, status: "enabled" }),
        lte(webhookEndpoints.blockedUntil, now),
        lte(webhookEndpoints.leaseUntil, now),
        or(
          sql`${webhookEndpoints.plannedUpTo} < (SELECT max(sequence) FROM feed_events)`,
          sql`EXISTS (SELECT 1 FROM webhook_deliveries INDEXED BY webhook_deliveries_next
            WHERE endpoint_id = ${webhookEndpoints.id} AND status = 'pending'
              AND next_attempt_at <= ${now})`,
        ),
      ),
    );
  return rows.map(({ id }) => id);
}
