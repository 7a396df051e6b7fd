import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import { abortUnless, isAbortedAt, matches, type Database, type Statement } from "../db/client.ts";
import { seatDomains, seatPools } from "../db/schema/grants.ts";
import { blockedSeats, invitedSeats, isOpen, poolId, takenSeats } from "./store-seats.ts";

/** An email domain whose users may take free seats of a purchase by themselves. */
export type SeatDomainRow = typeof seatDomains.$inferSelect;

/** Which domain of which purchase. */
export type SeatDomainKey = Pick<SeatDomainRow, "poolId" | "domain">;

/** Lists the domains of a purchase, oldest first. */
export function listSeatDomains(db: Database, pool: string) {
  return db
    .select()
    .from(seatDomains)
    .where(eq(seatDomains.poolId, pool))
    .orderBy(asc(seatDomains.createdAt), asc(seatDomains.domain));
}

export function findSeatDomain(db: Database, key: SeatDomainKey) {
  return db.select().from(seatDomains).where(matches(seatDomains, key)).get();
}

/** Adds a domain, unless the purchase has it. */
export function insertSeatDomain(
  db: Database,
  row: Pick<SeatDomainRow, "poolId" | "domain" | "token" | "createdAt">,
) {
  return db.insert(seatDomains).values(row).onConflictDoNothing();
}

export function deleteSeatDomain(db: Database, key: SeatDomainKey) {
  return db.delete(seatDomains).where(matches(seatDomains, key));
}

/** Saves what the DNS answered. */
export function saveDnsAnswer(
  db: Database,
  {
    poolId: pool,
    domain,
    answer,
    now,
  }: SeatDomainKey & Pick<SeatDomainRow, "answer"> & { now: number },
) {
  const provenAt = sql`coalesce(${seatDomains.provenAt}, ${now})`;
  return db
    .update(seatDomains)
    .set({ answer, checkedAt: now, ...(answer === "found" && { provenAt }) })
    .where(matches(seatDomains, { poolId: pool, domain }));
}

/**
 * Lists the domains that were proven once and not checked since a time, the longest ago first. Those of purchases that
 * give no access are left out.
 */
export function listDueDomains(
  db: Database,
  { mode, before, now, limit }: { mode: Mode; before: number; now: number; limit: number },
) {
  return db
    .select()
    .from(seatDomains)
    .where(
      and(
        lt(seatDomains.checkedAt, before),
        sql`${seatDomains.provenAt} IS NOT NULL AND EXISTS (SELECT 1 FROM seat_pools
          WHERE seat_pools.id = ${seatDomains.poolId} AND ${isOpen(now)} AND seat_pools.mode = ${mode})`,
      ),
    )
    .orderBy(asc(seatDomains.checkedAt))
    .limit(limit);
}

/**
 * The SQL of whether a user may take a seat of a pool by the domain: they have none, and nobody has taken their last one
 * back. A user has few seats, so the index of their gifts is used.
 */
const mayTake = (userId: string) =>
  sql`coalesce((SELECT gifts.ended_at IS NOT NULL AND NOT gifts.seat_taken_back FROM gifts
    WHERE gifts.user_id = ${userId} AND +gifts.seat_of = seat_pools.id ORDER BY gifts.created_at DESC LIMIT 1), 1)`;

/** Lists the purchases with free seats that a user may take by the domain of their email. */
export function listOpenSeats(
  db: Database,
  { domain, userId, mode, now }: { domain: string; userId: string; mode: Mode; now: number },
): Promise<{ id: string; productId: string }[]> {
  return db.all(sql`SELECT seat_pools.id, seat_pools.product_id AS productId
    FROM seat_domains JOIN seat_pools ON seat_pools.id = seat_domains.pool_id
    WHERE seat_domains.domain = ${domain} AND seat_domains.answer = 'found' AND +seat_pools.mode = ${mode}
      AND +seat_pools.user_id <> ${userId} AND ${isOpen(now)} AND ${mayTake(userId)}
      AND seat_pools.keeps_own + ${takenSeats(poolId)} + ${invitedSeats(poolId, now)} + ${blockedSeats(poolId, now)}
        < seat_pools.quantity
    LIMIT 10`);
}

/** Aborts the batch unless the domain is proven, and the user may take a seat by it, when the batch runs. */
export function assertOffered({
  poolId: pool,
  domain,
  userId,
}: SeatDomainKey & { userId: string }): Statement {
  return abortUnless(
    seatPools.createdAt,
    sql`${mayTake(userId)} AND EXISTS (SELECT 1 FROM seat_domains WHERE seat_domains.pool_id = ${pool}
      AND seat_domains.domain = ${domain} AND seat_domains.answer = 'found')`,
    eq(seatPools.id, pool),
  );
}

/** Whether `assertOffered` aborted the batch. */
export const isOfferEnded = (error: unknown): boolean => isAbortedAt(seatPools.createdAt, error);
