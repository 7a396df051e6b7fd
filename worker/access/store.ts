import { inForce } from "./in-force.ts";
import { and, asc, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import { abortUnless, type Database } from "../db/client.ts";
import { users } from "../db/schema/account.ts";
import { benefits, productBenefits } from "../db/schema/catalog.ts";
import { gifts, grants } from "../db/schema/grants.ts";
import type { GrantRow, GrantWithBenefit } from "./strategy.ts";
import { switches } from "../db/schema/sweeps.ts";

export type GiftRow = typeof gifts.$inferSelect;

/** Lists the user's gifts in this mode, newest first. */
export function listGiftsOfUser(db: Database, userId: string, mode: Mode) {
  return db
    .select()
    .from(gifts)
    .where(and(eq(gifts.userId, userId), eq(gifts.mode, mode)))
    .orderBy(desc(gifts.createdAt));
}

export function findGift(db: Database, id: string, mode: Mode) {
  return db
    .select()
    .from(gifts)
    .where(and(eq(gifts.id, id), eq(gifts.mode, mode)))
    .get();
}

/** Aborts the batch unless the user exists and is active when the batch runs. */
export function insertGift(db: Database, row: GiftRow) {
  const userId = sql<string>`(SELECT id FROM users WHERE id = ${row.userId} AND status = 'active')`;
  return db.insert(gifts).values({ ...row, userId });
}

/** Revokes a gift. Keeps the first time if it was already revoked. */
export function markGiftRevoked(db: Database, id: string, now: number) {
  return db
    .update(gifts)
    .set({ endedAt: now })
    .where(and(eq(gifts.id, id), isNull(gifts.endedAt)));
}

/** Aborts the batch if the gift was revoked since it was read; its other statements would grant it again. */
export function assertGiftNotRevoked(db: Database, id: string) {
  return abortUnless(db, gifts.note, isNull(gifts.endedAt), eq(gifts.id, id));
}

export async function findUserStatus(db: Database, userId: string) {
  const columns = { status: users.status };
  const row = await db.select(columns).from(users).where(eq(users.id, userId)).get();
  return row?.status;
}

/** Lists every grant of this mode that the user has or had. */
export function listGrantsOfUser(db: Database, userId: string, mode: Mode) {
  return db
    .select()
    .from(grants)
    .where(and(eq(grants.userId, userId), eq(grants.mode, mode)));
}

/** Lists the grants of this mode in force at `now` with their benefits, each product's in the seller's order. */
export function listGrantsInForceAt(
  db: Database,
  userId: string,
  mode: Mode,
  now: number,
): Promise<GrantWithBenefit[]> {
  return selectGrantsWithBenefits(
    db,
    and(eq(grants.userId, userId), eq(grants.mode, mode), inForce(now)),
  );
}

/** Lists every grant of this mode the user has or had with its benefit, each product's in the seller's order. */
export function listGrantsWithBenefits(
  db: Database,
  userId: string,
  mode: Mode,
): Promise<GrantWithBenefit[]> {
  return selectGrantsWithBenefits(db, and(eq(grants.userId, userId), eq(grants.mode, mode)));
}

async function selectGrantsWithBenefits(
  db: Database,
  filter: SQL | undefined,
): Promise<GrantWithBenefit[]> {
  const rows = await db
    .select({ grant: grants, benefit: benefits })
    .from(grants)
    .innerJoin(benefits, eq(benefits.id, grants.benefitId))
    .leftJoin(
      productBenefits,
      and(
        eq(productBenefits.productId, grants.productId),
        eq(productBenefits.benefitId, grants.benefitId),
      ),
    )
    .where(filter)
    .orderBy(asc(productBenefits.position));
  return rows as GrantWithBenefit[];
}

/** Returns which of these ids are orders, subscriptions or gifts of the user. */
export async function listKnownSourceIds(
  db: Database,
  input: { userId: string; ids: string[] },
): Promise<string[]> {
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(input.ids)}))`;
  const isKnown = sql`WHERE id IN ${ids} AND +user_id = ${input.userId}`;
  const rows = await db.all<{ id: string }>(sql`
    SELECT id FROM orders ${isKnown} UNION ALL SELECT id FROM subscriptions ${isKnown}
    UNION ALL SELECT id FROM comps ${isKnown}`);
  return rows.map(({ id }) => id);
}

/**
 * Inserts a grant, or updates the columns that a sync decides; `id` and `grantedAt` never change. Aborts the batch if
 * the user was deleted meanwhile.
 */
export function upsertGrant(db: Database, row: GrantRow) {
  const userId = sql<string>`(SELECT id FROM users WHERE id = ${row.userId} AND status <> 'deleted')`;
  return db
    .insert(grants)
    .values({ ...row, userId })
    .onConflictDoUpdate({
      target: [grants.userId, grants.benefitId, grants.sourceType, grants.sourceId],
      set: {
        reason: sql`excluded.reason`,
        productId: sql`excluded.product_id`,
        quantity: sql`excluded.quantity`,
        waitingFor: sql`excluded.waiting_for`,
        endsAt: sql`excluded.ends_at`,
        revokedAt: sql`excluded.revoked_at`,
      },
    });
}

/** Returns the outage mode switch; undefined if it is off. */
export function findOutageMode(db: Database) {
  return db.select().from(switches).where(eq(switches.name, "revocations_frozen")).get();
}

export function insertOutageMode(db: Database, since: number) {
  return db.insert(switches).values({ name: "revocations_frozen", since }).onConflictDoNothing();
}

export function deleteOutageMode(db: Database) {
  return db.delete(switches).where(eq(switches.name, "revocations_frozen"));
}
