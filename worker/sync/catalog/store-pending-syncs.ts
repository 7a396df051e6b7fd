import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { abortUnless, isOneOf, matches, type Database, type Statement } from "../../db/client.ts";
import { products } from "../../db/schema/catalog.ts";
import { pendingSyncs, productLeases } from "../../db/schema/sweeps.ts";

/** `value` changes with every new request, so that only what the worker saw is marked as synced. */
export type PendingSync = typeof pendingSyncs.$inferSelect;

/**
 * What is pending for a product: `push` its state to Stripe, `pull` its state from Stripe, or `gifts`, a walk through
 * the users with a gift of it.
 */
export type PendingSyncKind = PendingSync["kind"];

type ProductKey = { mode: Mode; productId: string };
type RowKey = ProductKey & { kind: PendingSyncKind };

const { mode, kind, productId } = pendingSyncs;
const rowKeyColumns = [mode, productId, kind];

const isRow = (key: RowKey) =>
  and(eq(mode, key.mode), eq(productId, key.productId), eq(kind, key.kind));

/** The row as it was read; not if a request was added since. */
const isUnchanged = (pending: PendingSync) =>
  and(isRow(pending), eq(pendingSyncs.value, pending.value));

/**
 * Adds a pending sync with its reason. An existing one keeps its reasons and its start time.
 * @param input.onlyAfterChange applies only if the previous statement in the batch changed something
 */
export function addPendingSync(
  db: Database,
  input: RowKey & { reason: string; now: number; onlyAfterChange?: boolean },
) {
  const { reason, now, onlyAfterChange = false } = input;
  const when = onlyAfterChange ? sql`changes() > 0` : sql`true`;
  return db
    .insert(pendingSyncs)
    .select(
      sql`SELECT ${input.mode}, ${input.kind}, ${input.productId}, json_array(${reason}), ${now} WHERE ${when}`,
    )
    .onConflictDoUpdate({
      target: rowKeyColumns,
      set: { value: sql`json_insert(${pendingSyncs.value}, '$[#]', ${reason})` },
    });
}

/** Starts a walk, or restarts it. */
export function startResync(
  db: Database,
  input: ProductKey & { run: string; now: number },
): Statement {
  const value = JSON.stringify({ run: input.run, after: "" });
  return db
    .insert(pendingSyncs)
    .values({
      mode: input.mode,
      kind: "gifts",
      productId: input.productId,
      value,
      since: input.now,
    })
    .onConflictDoUpdate({ target: rowKeyColumns, set: { value } });
}

/** Saves the cursor of a walk, unless the walk was restarted. */
export function saveResyncCursor(db: Database, pending: PendingSync, value: string): Statement {
  return db.update(pendingSyncs).set({ value }).where(isUnchanged(pending));
}

/** Returns the pending sync of one kind, or undefined if there is none. */
export function findPendingSync(db: Database, rowKey: RowKey): Promise<PendingSync | undefined> {
  return db.select().from(pendingSyncs).where(isRow(rowKey)).get();
}

/** Returns since when a push has been pending, by product id. */
export async function mapPendingPushTimes(
  db: Database,
  ofMode: Mode,
  productIds: string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ productId, since: pendingSyncs.since })
    .from(pendingSyncs)
    .where(and(eq(mode, ofMode), isOneOf(productId, productIds), eq(kind, "push")));
  return new Map(rows.map((row) => [row.productId, row.since]));
}

/** Removes a pending sync, unless new requests were added since it was read; then all of it stays. */
export function markSynced(db: Database, pending: PendingSync): Statement {
  return db.delete(pendingSyncs).where(isUnchanged(pending));
}

/** Returns a page of the products with pending syncs, by id after `afterProductId` ("" starts at the beginning). */
export async function listProductsWithPendingSyncs(
  db: Database,
  ofMode: Mode,
  afterProductId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ productId })
    .from(pendingSyncs)
    .where(and(eq(mode, ofMode), gt(productId, afterProductId)))
    .orderBy(productId)
    .limit(limit);
  return rows.map((row) => row.productId);
}

/**
 * Acquires a product's lease if it is free.
 * @returns whether it was acquired
 */
export async function acquireLease(
  db: Database,
  input: ProductKey & { token: string; now: number; until: number },
): Promise<boolean> {
  const { now, ...lease } = input;
  const rows = await db
    .insert(productLeases)
    .values(lease)
    .onConflictDoUpdate({
      target: [productLeases.mode, productLeases.productId],
      set: { token: lease.token, until: lease.until },
      setWhere: lte(productLeases.until, now),
    })
    .returning({ token: productLeases.token });
  return rows[0]?.token === input.token;
}

const isLeaseOf = (input: ProductKey & { token: string }) =>
  matches(productLeases, { mode: input.mode, productId: input.productId, token: input.token });

export function releaseLease(db: Database, input: ProductKey & { token: string }): Statement {
  return db.delete(productLeases).where(isLeaseOf(input));
}

/** Fails the batch if we no longer hold the lease. Must be the first statement of the batch. */
export function assertLease(input: ProductKey & { token: string }) {
  const isOurs = sql`EXISTS (SELECT 1 FROM product_leases WHERE ${isLeaseOf(input)})`;
  return abortUnless(products.name, isOurs, eq(products.id, input.productId));
}
