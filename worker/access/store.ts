import { inForce } from "../in-force.ts";
import { and, asc, desc, eq, gt, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import { abortUnless, matches, type Database, type Statement } from "../db/client.ts";
import { benefits, productBenefits } from "../db/schema/catalog.ts";
import { gifts, grants } from "../db/schema/grants.ts";
import { selectEntitlementText } from "../feed/entitlement.ts";
import { alignOwnGrants } from "./store-seats.ts";
import type { GrantRow, GrantWithBenefit } from "./strategy.ts";
import { switches } from "../db/schema/sweeps.ts";

export type GiftRow = typeof gifts.$inferSelect;

/** Lists the user's gifts in this mode, newest first. */
export function listGiftsOfUser(db: Database, userId: string, mode: Mode) {
  return db
    .select()
    .from(gifts)
    .where(matches(gifts, { userId, mode }))
    .orderBy(desc(gifts.createdAt));
}

export function findGift(db: Database, id: string, mode: Mode) {
  return db.select().from(gifts).where(matches(gifts, { id, mode })).get();
}

/** Lists the users with a gift of this product that was not revoked, ordered by id, after `afterUserId`. */
export function listUsersWithGift(
  db: Database,
  input: { mode: Mode; productId: string; afterUserId: string; limit: number },
) {
  return db
    .selectDistinct({ userId: gifts.userId })
    .from(gifts)
    .where(
      and(
        matches(gifts, { productId: input.productId, mode: input.mode, endedAt: null }),
        gt(gifts.userId, input.afterUserId),
      ),
    )
    .orderBy(asc(gifts.userId))
    .limit(input.limit);
}

/** Aborts the batch unless the user exists and is active when the batch runs. */
export function insertGift(db: Database, row: GiftRow): Statement {
  const userId = sql<string>`(SELECT id FROM users WHERE id = ${row.userId} AND status = 'active')`;
  return db.insert(gifts).values({ ...row, userId });
}

/** Revokes a gift. Keeps the first time if it was already revoked. */
export function markGiftRevoked(db: Database, id: string, now: number): Statement {
  return db
    .update(gifts)
    .set({ endedAt: now })
    .where(matches(gifts, { id, endedAt: null }));
}

/** Takes back that a gift was revoked. */
export function setGiftRestored(db: Database, id: string): Statement {
  return db.update(gifts).set({ endedAt: null }).where(eq(gifts.id, id));
}

/** Aborts the batch if the gift was revoked since it was read; its other statements would grant it again. */
export function assertGiftNotRevoked(id: string) {
  return abortUnless(gifts.note, isNull(gifts.endedAt), eq(gifts.id, id));
}

const ENTITLEMENT = selectEntitlementText({
  now: "?1",
  customerId: "?2",
  feature: "?3",
  mode: "?4",
});

/** Returns the JSON of whether a user may use a feature. */
export async function readEntitlementText(
  db: Database,
  input: { userId: string; key: string; mode: Mode; now: number },
): Promise<string> {
  const data = await db.$client
    .prepare(ENTITLEMENT)
    .bind(input.now, input.userId, input.key, input.mode)
    .first<string>("data");
  return data ?? "";
}

/** Lists every grant of this mode that the user has or had. */
export function listGrantsOfUser(db: Database, userId: string, mode: Mode) {
  return db.select().from(grants).where(matches(grants, { userId, mode }));
}

/** Lists the grants of this mode in force at `now` with their benefits, each product's in the seller's order. */
export function listGrantsInForceAt(
  db: Database,
  userId: string,
  mode: Mode,
  now: number,
): Promise<GrantWithBenefit[]> {
  return selectGrantsWithBenefits(db, and(matches(grants, { userId, mode }), inForce(now)));
}

/** Lists every grant of this mode the user has or had with its benefit, each product's in the seller's order. */
export function listGrantsWithBenefits(
  db: Database,
  userId: string,
  mode: Mode,
): Promise<GrantWithBenefit[]> {
  return selectGrantsWithBenefits(db, matches(grants, { userId, mode }));
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
    UNION ALL SELECT id FROM gifts ${isKnown}`);
  return rows.map(({ id }) => id);
}

/**
 * Inserts a grant, or updates the columns that a sync decides; `id` and `grantedAt` never change. Aborts the batch if
 * the user was deleted meanwhile.
 */
export function upsertGrant(db: Database, row: GrantRow): Statement {
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

/** Revokes the grants and gifts of a user who is already marked as deleted. Does nothing for other users. */
export function endAccessOfDeleted(db: Database, userId: string, now: number): Statement[] {
  const deletedUserId = sql`(SELECT id FROM users WHERE id = ${userId} AND status = 'deleted')`;
  return [
    db
      .update(grants)
      .set({ revokedAt: now })
      .where(and(eq(grants.userId, deletedUserId), isNull(grants.revokedAt))),
    db
      .update(gifts)
      .set({ endedAt: now })
      .where(and(eq(gifts.userId, deletedUserId), isNull(gifts.endedAt))),
    // A seat is its buyer's again.
    alignOwnGrants(
      sql`seat_pools.id IN (SELECT seat_of FROM gifts WHERE gifts.user_id = ${deletedUserId} AND seat_of IS NOT NULL)`,
    ),
  ];
}

/**
 * Gives the user a gift, and its grant, of the product of an imported license key, unless the key is already claimed.
 */
export function insertGiftOfKey(input: {
  keyId: string;
  userId: string;
  productId: string;
  giftId: string;
  grantId: string;
  mode: Mode;
  now: number;
}): Statement[] {
  const { keyId, userId, productId, giftId, grantId, mode, now } = input;
  return [
    sql`
      INSERT INTO gifts (id, user_id, product_id, mode, quantity, given_by, note, created_at)
      SELECT ${giftId}, ${userId}, ${productId}, ${mode}, 1, 'license-claim', 'Brought a license key from before: ' || id, ${now}
      FROM license_keys WHERE id = ${keyId} AND user_id IS NULL`,
    sql`
      INSERT INTO grants (id, user_id, benefit_id, product_id, source_type, source_id, mode, quantity, reason, granted_at)
      SELECT ${grantId}, ${userId}, benefit_id, ${productId}, 'gift', ${giftId}, ${mode}, 1, 'gift', ${now}
      FROM license_keys WHERE id = ${keyId} AND user_id IS NULL`,
  ];
}

/** Lists grants in force that wait for a key, oldest first, after `afterId`. */
export async function listWaitingGrants(
  db: Database,
  input: ({ userId: string } | { benefitId: string }) & {
    mode: Mode;
    now: number;
    afterId: string;
    limit: number;
  },
): Promise<GrantWithBenefit<"license_key">[]> {
  const rows = await db
    .select({ grant: grants, benefit: benefits })
    .from(grants)
    .innerJoin(benefits, eq(benefits.id, grants.benefitId))
    .where(
      and(
        "userId" in input ? eq(grants.userId, input.userId) : eq(grants.benefitId, input.benefitId),
        isNotNull(grants.waitingFor),
        gt(grants.id, input.afterId),
        eq(benefits.type, "license_key"),
        eq(grants.mode, input.mode),
        inForce(input.now),
      ),
    )
    .orderBy(asc(grants.id))
    .limit(input.limit);
  return rows as GrantWithBenefit<"license_key">[];
}

/** Returns what a benefit's waiting grants in force at `now` wait for; at most `max` rows. */
export function listWaitingReasons(
  db: Database,
  { benefitId, mode, now, max }: { benefitId: string; mode: Mode; now: number; max: number },
) {
  return db
    .select({ waitingFor: grants.waitingFor })
    .from(grants)
    .where(and(matches(grants, { benefitId, mode }), isNotNull(grants.waitingFor), inForce(now)))
    .limit(max);
}

/** Sets who must act before the grant gets a key; null if it has one. Run it after the key was inserted or assigned. */
export function updateWaitingFor(input: { grantId: string; isNamed: boolean }) {
  return sql`
    UPDATE grants SET waiting_for = CASE
      WHEN EXISTS (SELECT 1 FROM license_keys WHERE grant_id = grants.id AND rotated_at IS NULL) THEN NULL
      WHEN ${input.isNamed} AND (SELECT name FROM users WHERE id = grants.user_id) IS NULL THEN 'buyer_name'
      ELSE 'seller_keys' END
    WHERE id = ${input.grantId}`;
}

/** Returns the outage mode switch; undefined if it is off. */
export function findOutageMode(db: Database) {
  return db.select().from(switches).where(eq(switches.name, "revocations_frozen")).get();
}

export function insertOutageMode(db: Database, since: number): Statement {
  return db.insert(switches).values({ name: "revocations_frozen", since }).onConflictDoNothing();
}

export function deleteOutageMode(db: Database): Statement {
  return db.delete(switches).where(eq(switches.name, "revocations_frozen"));
}
