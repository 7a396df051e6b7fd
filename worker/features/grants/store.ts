import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { benefits, productBenefits } from "../../db/schema/catalog.ts";
import { grants } from "../../db/schema/grants.ts";
import type { GrantRow, Held } from "../benefits/strategy.ts";
import { switches } from "../../db/schema/sweeps.ts";

export function listGrantsOfUser(db: Database, userId: string) {
  return db.select().from(grants).where(eq(grants.userId, userId));
}

/** Grants in force at `now` with what they give, each product's in the seller's order. */
export async function listLiveGrants(db: Database, userId: string, now: number): Promise<Held[]> {
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
    .where(
      and(
        eq(grants.userId, userId),
        isNull(grants.revokedAt),
        or(isNull(grants.endsAt), gt(grants.endsAt, now)),
      ),
    )
    .orderBy(asc(productBenefits.position));
  return rows as Held[];
}

/** Inserts, or rewrites what the sync decides about a grant that exists; `id` and `grantedAt` stay. */
export function putGrant(db: Database, row: GrantRow) {
  return db
    .insert(grants)
    .values(row)
    .onConflictDoUpdate({
      target: [grants.userId, grants.benefitId, grants.sourceType, grants.sourceId],
      set: {
        reason: sql`excluded.reason`,
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
