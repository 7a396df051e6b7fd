import { and, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import { abortUnless, isAbortedAt, matches, type Database, type Statement } from "../db/client.ts";
import { gifts, grants, seatPools } from "../db/schema/grants.ts";
import type { GiftRow } from "./store.ts";

/** The seats of one purchase. A seat that somebody has is a row of `gifts` with `seatOf`. */
export type SeatPoolRow = typeof seatPools.$inferSelect;

/** A seat pool, and how many of its seats are used: by the buyer, by others, and by open invitations. */
export type CountedPool = SeatPoolRow & { taken: number; invited: number };

/** The SQL of how many seats of a pool others have. */
export const takenSeats = (poolId: SQL) =>
  sql`(SELECT count(*) FROM gifts WHERE gifts.seat_of = ${poolId} AND gifts.ended_at IS NULL)`;
/** The SQL of how many seats wait for whom they were offered. */
export const invitedSeats = (poolId: SQL, now: number) =>
  sql`(SELECT count(*) FROM claims WHERE claims.seat_of = ${poolId} AND claims.claimed_at IS NULL
    AND claims.revoked_at IS NULL AND claims.expires_at > ${now})`;
/** The SQL of how many seats were given back and are not free yet. */
export const blockedSeats = (poolId: SQL, now: number) =>
  sql`(SELECT count(*) FROM gifts WHERE gifts.seat_of = ${poolId} AND gifts.ended_at IS NOT NULL
    AND gifts.seat_free_at > ${now})`;

/** The id in a query of `seat_pools`. */
export const poolId = sql`seat_pools.id`;

/** Returns how many seats of a pool are used. */
export const countUsed = ({ keepsOwn, taken, invited }: CountedPool): number =>
  Number(keepsOwn) + taken + invited;

async function listPools(db: Database, where: SQL, now: number): Promise<CountedPool[]> {
  const rows = await db
    .select({
      pool: seatPools,
      taken: sql<number>`${takenSeats(poolId)}`,
      invited: sql<number>`${invitedSeats(poolId, now)}`,
    })
    .from(seatPools)
    .where(where);
  return rows.map(({ pool, ...counts }) => ({ ...pool, ...counts }));
}

/** Lists the seat pools of what a user has bought in this mode. */
export const listPoolsOfUser = (
  db: Database,
  { userId, mode, now }: { userId: string; mode: Mode; now: number },
): Promise<CountedPool[]> =>
  listPools(db, sql`${seatPools.userId} = ${userId} AND ${seatPools.mode} = ${mode}`, now);

export async function findPool(
  db: Database,
  { id, now }: { id: string; now: number },
): Promise<CountedPool | undefined> {
  return (await listPools(db, sql`${seatPools.id} = ${id}`, now))[0];
}

/** Finds the pool that a link gives seats of. */
export function findPoolByLink(db: Database, linkHash: string, mode: Mode) {
  return db.select().from(seatPools).where(matches(seatPools, { linkHash, mode })).get();
}

/** Returns how many seats of a pool nobody can have yet, and when the first of them is free, in unix milliseconds. */
export async function readBlockedSeats(
  db: Database,
  { id, now }: { id: string; now: number },
): Promise<{ count: number; freeAt: number | null }> {
  const [row] = await db.all<{ count: number; freeAt: number | null }>(
    sql`SELECT count(*) AS count, min(seat_free_at) AS freeAt FROM gifts
      WHERE seat_of = ${id} AND ended_at IS NOT NULL AND seat_free_at > ${now}`,
  );
  return row ?? { count: 0, freeAt: null };
}

/** Makes the pool of a purchase, unless there is one. */
export function insertPool(db: Database, row: SeatPoolRow) {
  return db.insert(seatPools).values(row).onConflictDoNothing();
}

/** Saves what a pool says of its purchase. Only the sync of the buyer does, so that it sees each change. */
export function updatePool(
  db: Database,
  id: string,
  state: Pick<SeatPoolRow, "productId" | "quantity" | "endsAt"> & { takeFirst?: null },
): Statement {
  return db.update(seatPools).set(state).where(eq(seatPools.id, id));
}

/** Chooses the seats and invitations that end first if there are fewer seats; null for the newest. */
export function setTakeFirst(db: Database, id: string, takeFirst: string[] | null): Statement {
  return db.update(seatPools).set({ takeFirst }).where(eq(seatPools.id, id));
}

/** Whether the user of a seat manages the others. Does nothing for a seat that has ended. */
export function setManager(db: Database, seatId: string, managesSeats: boolean): Statement {
  return db
    .update(gifts)
    .set({ managesSeats })
    .where(matches(gifts, { id: seatId, endedAt: null }));
}

/** Whether the buyer keeps a seat. */
export function setOwnSeat(db: Database, id: string, keepsOwn: boolean): Statement {
  return db.update(seatPools).set({ keepsOwn }).where(eq(seatPools.id, id));
}

/** Replaces the link of a pool, or removes it. */
export function setLink(
  db: Database,
  id: string,
  link: Pick<SeatPoolRow, "linkHash" | "linkMadeAt" | "linkExpiresAt" | "linkLimit">,
): Statement {
  return db
    .update(seatPools)
    .set({ ...link, linkUsed: 0 })
    .where(eq(seatPools.id, id));
}

/**
 * Last of the writes that use seats: aborts the batch if more seats are used than there are, or if the purchase gives no
 * access now. A seat that was given back counts until somebody else may have it.
 */
export function assertSeats(id: string, now: number): Statement {
  const used = sql`${seatPools.keepsOwn} + ${takenSeats(poolId)} + ${invitedSeats(poolId, now)} + ${blockedSeats(poolId, now)}`;
  return abortUnless(
    seatPools.quantity,
    sql`${used} <= ${seatPools.quantity} AND ${isOpen(now)}`,
    eq(seatPools.id, id),
  );
}

/** The SQL of whether the purchase of a pool gives access. */
export const isOpen = (now: number) =>
  sql`(${seatPools.endsAt} IS NULL OR ${seatPools.endsAt} > ${now})`;

/** Whether `assertSeats` aborted the batch. */
export const isOutOfSeats = (error: unknown): boolean => isAbortedAt(seatPools.quantity, error);

/** Counts one seat of the link. Aborts the batch if the link is another one now, has expired, or gave them all. */
export function useLink(id: string, linkHash: string, now: number): Statement {
  return sql`UPDATE seat_pools SET link_used = CASE WHEN link_hash = ${linkHash} AND link_expires_at > ${now}
    AND link_used < link_limit THEN link_used + 1 END WHERE id = ${id}`;
}

/** Whether `useLink` aborted the batch. */
export const isLinkUsedUp = (error: unknown): boolean => isAbortedAt(seatPools.linkUsed, error);

/**
 * Gives a seat: its product and its end are those of the pool when the batch runs. Aborts the batch unless the user is
 * active, and if the user has a seat of the pool.
 */
export function insertSeat(db: Database, row: GiftRow & { seatOf: string }): Statement {
  const userId = sql<string>`(SELECT id FROM users WHERE id = ${row.userId} AND status = 'active'
    AND NOT EXISTS (SELECT 1 FROM gifts g WHERE g.seat_of = ${row.seatOf} AND g.user_id = ${row.userId} AND g.ended_at IS NULL))`;
  const ofPool = (column: string) =>
    sql`(SELECT ${sql.identifier(column)} FROM seat_pools WHERE id = ${row.seatOf})`;
  return db.insert(gifts).values({
    ...row,
    userId,
    productId: ofPool("product_id"),
    // As the invitation says now; a seat by link has none.
    managesSeats: sql`coalesce((SELECT manages_seats FROM claims WHERE id = ${row.id}), 0)`,
    endsAt: ofPool("ends_at"),
  });
}

/** Lists who has seats of a pool, newest first. */
export function listSeats(db: Database, seatOf: string) {
  return db
    .select()
    .from(gifts)
    .where(and(eq(gifts.seatOf, seatOf), isNull(gifts.endedAt)))
    .orderBy(desc(gifts.createdAt), desc(gifts.id));
}

/** Finds the seat of a pool that a user has. */
export function findSeatOfUser(db: Database, seatOf: string, userId: string) {
  return db
    .select()
    .from(gifts)
    .where(matches(gifts, { seatOf, userId, endedAt: null }))
    .get();
}

/**
 * Ends seats and their grants.
 * @param input.freeAt when others can have them; null for at once
 * @param input.isTakenBack whether somebody took them back, so that their users can't take others by themselves
 */
export function endSeats(
  db: Database,
  {
    ids,
    now,
    freeAt,
    isTakenBack = false,
  }: { ids: string[]; now: number; freeAt: number | null; isTakenBack?: boolean },
): Statement[] {
  const list = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return [
    db
      .update(gifts)
      .set({ endedAt: now, seatFreeAt: freeAt, seatTakenBack: isTakenBack })
      .where(and(sql`${gifts.id} IN ${list}`, isNull(gifts.endedAt))),
    db
      .update(grants)
      .set({ revokedAt: now, reason: "gift_revoked" })
      .where(
        and(
          eq(grants.sourceType, "gift"),
          sql`${grants.sourceId} IN ${list}`,
          isNull(grants.revokedAt),
        ),
      ),
  ];
}

/**
 * Makes all seats of a pool end when the pool says, and their grants with them. A grant that was revoked because its
 * seat had ended by time is in force again; one that was revoked for another reason stays so.
 */
export function alignSeats(db: Database, id: string): Statement[] {
  const endsAt = sql`(SELECT ends_at FROM seat_pools WHERE id = ${id})`;
  return [
    sql`UPDATE gifts SET ends_at = ${endsAt} WHERE seat_of = ${id} AND ended_at IS NULL AND ends_at IS NOT ${endsAt}`,
    alignGrants(
      db,
      id,
      sql`(SELECT g.id FROM gifts g WHERE g.seat_of = ${id} AND g.ended_at IS NULL)`,
    ),
  ];
}

/** Does the same with one seat that was given in this batch, whose grants were made from an earlier read. */
export const alignNewSeat = (db: Database, id: string, seatId: string): Statement =>
  alignGrants(db, id, sql`(${seatId})`);

function alignGrants(db: Database, id: string, seats: SQL) {
  const endsAt = sql`(SELECT ends_at FROM seat_pools WHERE id = ${id})`;
  return db
    .update(grants)
    .set({ endsAt, revokedAt: null, reason: "gift" })
    .where(
      and(
        eq(grants.sourceType, "gift"),
        sql`${grants.sourceId} IN ${seats}`,
        sql`(${grants.revokedAt} IS NULL OR ${grants.reason} = 'gift_ended')`,
        sql`(${grants.endsAt} IS NOT ${endsAt} OR ${grants.revokedAt} IS NOT NULL)`,
      ),
    );
}

/** Moves seats to the product that the purchase is of now. */
export function setProductOfSeats(db: Database, ids: string[], productId: string): Statement {
  const list = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return db
    .update(gifts)
    .set({ productId })
    .where(sql`${gifts.id} IN ${list}`);
}

/** Returns how many seats are the buyer's: those that nobody else has, and none if they gave up their own. */
export function countOwnSeats(
  pool: Pick<CountedPool, "keepsOwn" | "taken">,
  quantity: number,
): number {
  return pool.keepsOwn ? Math.max(1, quantity - pool.taken) : 0;
}

/**
 * Sets the quantity of the buyer's own grants to the seats that nobody else has, as of when the batch runs. A buyer
 * without a seat of their own has no grants in force.
 * @param pools the SQL of a condition on `seat_pools`
 */
export function alignOwnGrants(pools: SQL): Statement {
  return sql`UPDATE grants SET quantity = own.seats FROM (
      SELECT id, source_type, user_id, product_id, max(1, quantity - ${takenSeats(poolId)}) AS seats
      FROM seat_pools WHERE ${pools} AND keeps_own) AS own
    WHERE grants.source_type = own.source_type AND grants.source_id = own.id AND grants.user_id = own.user_id
      AND grants.product_id = own.product_id AND grants.revoked_at IS NULL AND grants.quantity <> own.seats`;
}

/** The condition of `alignOwnGrants` for one pool. */
export const isPool = (id: string): SQL => sql`seat_pools.id = ${id}`;
