import { and, asc, desc, eq, gt, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import type { Database } from "../db/client.ts";
import { users } from "../db/schema/account.ts";
import { benefits, productBenefits } from "../db/schema/catalog.ts";
import { comps, grants } from "../db/schema/grants.ts";
import type { GrantRow, Held } from "./strategy.ts";
import { switches } from "../db/schema/sweeps.ts";

export type CompRow = typeof comps.$inferSelect;

/** The user's gifts of this mode, newest first. */
export function listCompsOfUser(db: Database, userId: string, mode: Mode) {
  return db
    .select()
    .from(comps)
    .where(and(eq(comps.userId, userId), eq(comps.mode, mode)))
    .orderBy(desc(comps.createdAt));
}

export function findComp(db: Database, id: string, mode: Mode) {
  return db
    .select()
    .from(comps)
    .where(and(eq(comps.id, id), eq(comps.mode, mode)))
    .get();
}

/** Breaks the batch where the person is not there, or left this very moment. */
export function insertComp(db: Database, row: CompRow) {
  const userId = sql<string>`(SELECT id FROM users WHERE id = ${row.userId} AND status = 'active')`;
  return db.insert(comps).values({ ...row, userId });
}

/** The seller takes it back; the first time it was said stays. */
export function setCompEnded(db: Database, id: string, now: number) {
  return db
    .update(comps)
    .set({ endedAt: now })
    .where(and(eq(comps.id, id), isNull(comps.endedAt)));
}

/** Breaks the batch where the gift was taken back since it was read: what follows from it would give it again. */
export function assertCompGiven(db: Database, id: string) {
  return db
    .update(comps)
    .set({ note: sql`CASE WHEN ended_at IS NULL THEN note END` })
    .where(eq(comps.id, id));
}

export async function findUserStatus(db: Database, userId: string) {
  const columns = { status: users.status };
  const row = await db.select(columns).from(users).where(eq(users.id, userId)).get();
  return row?.status;
}

export function listGrantsOfUser(db: Database, userId: string) {
  return db.select().from(grants).where(eq(grants.userId, userId));
}

/** Grants in force at `now` with what they give, each product's in the seller's order. */
export function listLiveGrants(db: Database, userId: string, now: number): Promise<Held[]> {
  return listHeld(
    db,
    and(
      eq(grants.userId, userId),
      isNull(grants.revokedAt),
      or(isNull(grants.endsAt), gt(grants.endsAt, now)),
    ),
  );
}

/** Every grant the user ever had with what it gives, each product's in the seller's order. */
export function listGrantsWithBenefits(db: Database, userId: string): Promise<Held[]> {
  return listHeld(db, eq(grants.userId, userId));
}

async function listHeld(db: Database, filter: SQL | undefined): Promise<Held[]> {
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
  return rows as Held[];
}

/**
 * Every grant of the user that is or was of a feature of this key, and since when revocations are frozen: one read by
 * index for a check that is made at every turn.
 */
export async function listFeatureGrants(db: Database, userId: string, key: string) {
  const rows = await db
    .select({
      grant: grants,
      benefit: benefits,
      frozenSince: sql<
        number | null
      >`(SELECT since FROM switches WHERE name = 'revocations_frozen')`,
    })
    .from(grants)
    .innerJoin(benefits, eq(benefits.id, grants.benefitId))
    .where(
      and(
        eq(grants.userId, userId),
        eq(benefits.type, "feature"),
        eq(sql`coalesce(json_extract(${benefits.settings}, '$.key'), ${benefits.id})`, key),
      ),
    );
  return rows as (Held<"feature"> & { frozenSince: number | null })[];
}

/**
 * Inserts, or rewrites what the sync decides about a grant that exists; `id` and `grantedAt` stay. Breaks the batch where
 * the person was deleted this very moment: nothing is given to nobody.
 */
export function putGrant(db: Database, row: GrantRow) {
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

/** The outage switch; nothing where it is off. */
export function findFreeze(db: Database) {
  return db.select().from(switches).where(eq(switches.name, "revocations_frozen")).get();
}

export function insertFreeze(db: Database, since: number) {
  return db.insert(switches).values({ name: "revocations_frozen", since }).onConflictDoNothing();
}

export function removeFreeze(db: Database) {
  return db.delete(switches).where(eq(switches.name, "revocations_frozen"));
}
