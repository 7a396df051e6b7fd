import type { IncidentRow } from "../incidents/store.ts";
import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { matches, type Database, type Statement } from "../../db/client.ts";
import { stripeCustomers } from "../../db/schema/billing.ts";
import { sweeps, type SweepTask } from "../../db/schema/sweeps.ts";

export type SweepRow = typeof sweeps.$inferSelect;
export type { SweepTask };

/**
 * A finding of a sweep: a mirrored row that differs, or a Stripe customer that names one of our users but is unknown
 * here.
 */
export type Finding = Pick<IncidentRow, "kind" | "customerId" | "stripeObjectId" | "detail">;

/** The finding that something at Stripe differs from our row. */
export function toDrift(
  customerId: string | null,
  stripeObjectId: string,
  detail: string,
): Finding {
  return { kind: "drift", customerId, stripeObjectId, detail };
}

export function findRunningSweep(db: Database, mode: Mode) {
  return db
    .select()
    .from(sweeps)
    .where(matches(sweeps, { mode, finishedAt: null }))
    .get();
}

/** Inserts a sweep. Does nothing if one is already running. */
export function insertSweep(db: Database, row: typeof sweeps.$inferInsert): Statement {
  return db.insert(sweeps).values(row).onConflictDoNothing();
}

/** What changes while a sweep runs. */
export type SweepProgress = Pick<
  SweepRow,
  "kind" | "since" | "partUntil" | "tasks" | "phase" | "startingAfter"
> &
  Pick<SweepRow, "checked" | "drifted" | "finishedAt">;

/** Changes a sweep, unless another worker has done so since this row was read. */
export function updateSweep(
  db: Database,
  { id, tasks }: SweepRow,
  set: Partial<SweepProgress>,
): Statement {
  return db
    .update(sweeps)
    .set(set)
    .where(matches(sweeps, { id, tasks, finishedAt: null }));
}

/** Returns sweeps, newest first. Their ids sort by time. */
export function listSweeps(db: Database, mode: Mode, limit: number) {
  return db
    .select()
    .from(sweeps)
    .where(eq(sweeps.mode, mode))
    .orderBy(desc(sweeps.id))
    .limit(limit);
}

export function findLastSweep(db: Database, mode: Mode) {
  return listSweeps(db, mode, 1).get();
}

export function findLastFinishedSweep(db: Database, mode: Mode) {
  return db
    .select()
    .from(sweeps)
    .where(and(eq(sweeps.mode, mode), isNotNull(sweeps.finishedAt)))
    .orderBy(desc(sweeps.id))
    .limit(1)
    .get();
}

/** Returns when the shop's first Stripe customer was created, in Unix milliseconds; null if there is none. */
export async function findFirstCustomerTime(db: Database, mode: Mode): Promise<number | null> {
  const first = await db
    .select({ createdAt: stripeCustomers.createdAt })
    .from(stripeCustomers)
    .where(sql`+${stripeCustomers.mode} = ${mode}`)
    .orderBy(asc(stripeCustomers.id))
    .limit(1)
    .get();
  return first?.createdAt ?? null;
}

/** Counts the users, and the Stripe customers of this mode: how much a rebuild has to do. Reads an entry of each. */
export async function countRebuilt(
  db: Database,
  mode: Mode,
): Promise<{ users: number; customers: number }> {
  const [row] = await db.all<{ users: number; customers: number }>(
    sql`SELECT (SELECT count(*) FROM users) AS users,
      (SELECT count(*) FROM customers
        WHERE mode = ${mode} AND stripe_customer_id IS NOT NULL) AS customers`,
  );
  return row!;
}
