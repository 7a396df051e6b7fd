import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, type Database } from "../../db/client.ts";
import { products } from "../../db/schema/catalog.ts";
import { cursors } from "../../db/schema/sweeps.ts";

/**
 * What is still to be done about a product: `push` its state to Stripe, `pull` Stripe's, or walk through the `holders`
 * of its gifts.
 */
export type OwedKind = "push" | "pull" | "holders";

/** Beside what is owed stands who works on it. */
type Kind = OwedKind | "lease";

/** `value` changes with everything that is owed anew, so that only what was seen is settled. */
export type Owed = { name: string; value: string; since: number };

type Place = { mode: Mode; kind: Kind; productId: string };

const nameOf = ({ mode, kind, productId }: Place) => `catalog:${mode}:${kind}:${productId}`;

/**
 * Notes that something is owed, and why. What was owed before stays owed, with its reasons and since when.
 * @param input.onlyAfterChange only where the statement before it in the batch changed something
 */
export function owe(
  db: Database,
  input: Place & { reason: string; now: number; onlyAfterChange?: boolean },
) {
  const { reason, now, onlyAfterChange = false } = input;
  const when = onlyAfterChange ? sql`changes() > 0` : sql`true`;
  return db
    .insert(cursors)
    .select(sql`SELECT ${nameOf(input)}, json_array(${reason}), ${now} WHERE ${when}`)
    .onConflictDoUpdate({
      target: cursors.name,
      set: { value: sql`json_insert(${cursors.value}, '$[#]', ${reason})` },
    });
}

/** Begins a walk, or begins it anew. */
export function beginWalk(db: Database, input: Omit<Place, "kind"> & { run: string; now: number }) {
  const value = JSON.stringify({ run: input.run, after: "" });
  return db
    .insert(cursors)
    .values({ name: nameOf({ ...input, kind: "holders" }), value, updatedAt: input.now })
    .onConflictDoUpdate({ target: cursors.name, set: { value } });
}

/** Where a walk stands now, unless it was begun anew. */
export function saveWalk(db: Database, owed: Owed, value: string) {
  return db
    .update(cursors)
    .set({ value })
    .where(and(eq(cursors.name, owed.name), eq(cursors.value, owed.value)));
}

/** What is owed of one kind; undefined where nothing is. */
export function findOwed(db: Database, place: Place): Promise<Owed | undefined> {
  return db
    .select({ name: cursors.name, value: cursors.value, since: cursors.updatedAt })
    .from(cursors)
    .where(eq(cursors.name, nameOf(place)))
    .get();
}

/** Since when a push is owed, by product id. */
export async function listUnpushed(
  db: Database,
  mode: Mode,
  productIds: string[],
): Promise<Map<string, number>> {
  const names = new Map(
    productIds.map((productId) => [nameOf({ mode, kind: "push", productId }), productId]),
  );
  const rows = await db
    .select({ name: cursors.name, since: cursors.updatedAt })
    .from(cursors)
    .where(isOneOf(cursors.name, [...names.keys()]));
  return new Map(rows.map((row) => [names.get(row.name) ?? "", row.since]));
}

/** Settles what was seen; where more is owed meanwhile, all of it stays. */
export function settleOwed(db: Database, owed: Owed) {
  return db.delete(cursors).where(and(eq(cursors.name, owed.name), eq(cursors.value, owed.value)));
}

/** Products that something is owed for, a page of rows after `afterName` ("" is the beginning). */
export async function listOwed(
  db: Database,
  mode: Mode,
  afterName: string,
  limit: number,
): Promise<{ name: string; productId: string }[]> {
  const prefix = `catalog:${mode}:`;
  const rows = await db
    .select({ name: cursors.name })
    .from(cursors)
    .where(and(gt(cursors.name, afterName || prefix), lt(cursors.name, `catalog:${mode};`)))
    .orderBy(cursors.name)
    .limit(limit);
  return rows.map(({ name }) => ({ name, productId: name.split(":").at(-1) ?? "" }));
}

/** Takes a product's lease when it is free. @returns a row only to the taker */
export async function takeLease(
  db: Database,
  input: Omit<Place, "kind"> & { token: string; now: number; until: number },
): Promise<boolean> {
  const { token, now, until } = input;
  const rows = await db
    .insert(cursors)
    .values({ name: nameOf({ ...input, kind: "lease" }), value: token, updatedAt: until })
    .onConflictDoUpdate({
      target: cursors.name,
      set: { value: token, updatedAt: until },
      setWhere: sql`${cursors.updatedAt} <= ${now}`,
    })
    .returning({ value: cursors.value });
  return rows[0]?.value === token;
}

const isLeased = (input: Omit<Place, "kind">, token: string) =>
  and(eq(cursors.name, nameOf({ ...input, kind: "lease" })), eq(cursors.value, token));

export function releaseLease(db: Database, input: Omit<Place, "kind"> & { token: string }) {
  return db.delete(cursors).where(isLeased(input, input.token));
}

/** First in a batch: breaks it where the lease is no longer ours. */
export function assertLease(db: Database, input: Omit<Place, "kind"> & { token: string }) {
  const name = nameOf({ ...input, kind: "lease" });
  const isOurs = sql`EXISTS (SELECT 1 FROM cursors WHERE name = ${name} AND value = ${input.token})`;
  return db
    .update(products)
    .set({ name: sql`CASE WHEN ${isOurs} THEN name END` })
    .where(eq(products.id, input.productId));
}
