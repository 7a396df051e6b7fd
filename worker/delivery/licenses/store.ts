import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  sql,
} from "drizzle-orm";
import { isOneOf, sqlStatement, type Database, type Statement } from "../../db/client.ts";
import { benefits } from "../../db/schema/catalog.ts";
import { grants } from "../../db/schema/grants.ts";
import { activations, licenseKeys } from "../../db/schema/licenses.ts";
import type { Held } from "../../access/strategy.ts";

/** What a key is issued with: limits of the day. */
type Terms = {
  grantId: string;
  isNamed: boolean;
  activationLimit: number | null;
  perSeat: boolean;
  usesLimit: number | null;
  expiresAt: number | null;
};

/** A key for a grant that has none, in its holder's name where it needs one: without a name, no key. */
export function insertKeyOfGrant(
  db: Database,
  row: Terms & { id: string; key: string; keyHash: string; now: number },
) {
  return sqlStatement(
    db,
    sql`
    INSERT INTO license_keys (id, benefit_id, user_id, grant_id, key, key_hash, origin, licensee,
      activation_limit, per_seat, uses_limit, expires_at, created_at)
    SELECT ${row.id}, g.benefit_id, g.user_id, g.id, ${row.key}, ${row.keyHash}, 'generated',
      CASE WHEN ${row.isNamed} THEN u.name END,
      ${row.activationLimit}, ${row.perSeat}, ${row.usesLimit}, ${row.expiresAt}, ${row.now}
    FROM grants g JOIN users u ON u.id = g.user_id
    WHERE g.id = ${row.grantId} AND (u.name IS NOT NULL OR NOT ${row.isNamed})
    ON CONFLICT (grant_id) WHERE rotated_at IS NULL DO NOTHING`,
  );
}

/** The oldest key of the stock, for a grant that has none. What the key was imported with goes before the terms. */
export function takeKeyFromStock(db: Database, input: Terms & { benefitId: string }) {
  return sqlStatement(
    db,
    sql`
    UPDATE license_keys SET user_id = g.user_id, grant_id = g.id, is_in_stock = 0,
      licensee = coalesce(licensee, CASE WHEN ${input.isNamed} THEN u.name END),
      activation_limit = coalesce(activation_limit, ${input.activationLimit}),
      per_seat = activation_limit IS NULL AND ${input.perSeat},
      uses_limit = ${input.usesLimit},
      expires_at = coalesce(expires_at, ${input.expiresAt})
    FROM grants g JOIN users u ON u.id = g.user_id
    WHERE g.id = ${input.grantId} AND (u.name IS NOT NULL OR NOT ${input.isNamed})
      AND license_keys.id = (SELECT id FROM license_keys
        WHERE benefit_id = ${input.benefitId} AND is_in_stock = 1 AND disabled_at IS NULL
        ORDER BY id LIMIT 1)
      AND NOT EXISTS (SELECT 1 FROM license_keys WHERE grant_id = ${input.grantId} AND rotated_at IS NULL)`,
  );
}

/** After a hand-over: writes who must act, or that nobody must. */
export function settleWaiting(db: Database, input: { grantId: string; isNamed: boolean }) {
  return sqlStatement(
    db,
    sql`
    UPDATE grants SET waiting_for = CASE
      WHEN EXISTS (SELECT 1 FROM license_keys WHERE grant_id = grants.id AND rotated_at IS NULL) THEN NULL
      WHEN ${input.isNamed} AND (SELECT name FROM users WHERE id = grants.user_id) IS NULL THEN 'buyer_name'
      ELSE 'seller_keys' END
    WHERE id = ${input.grantId}`,
  );
}

/** Grants in force that wait, by id after `afterId`: who came first stands first. */
export async function listWaitingGrants(
  db: Database,
  input: ({ userId: string } | { benefitId: string }) & {
    now: number;
    afterId: string;
    limit: number;
  },
): Promise<Held<"license_key">[]> {
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
        isNull(grants.revokedAt),
        or(isNull(grants.endsAt), gt(grants.endsAt, input.now)),
      ),
    )
    .orderBy(asc(grants.id))
    .limit(input.limit);
  return rows as Held<"license_key">[];
}

/** The living key of each grant that has one. */
export function listKeysOfGrants(db: Database, grantIds: string[]) {
  return db
    .select()
    .from(licenseKeys)
    .where(and(isOneOf(licenseKeys.grantId, grantIds), isNull(licenseKeys.rotatedAt)));
}

/** The activations of these grants' living keys, oldest first, of each key a hundred at most. */
export function listActivationsOfGrants(db: Database, grantIds: string[]) {
  const ranked = db
    .select({
      ...getTableColumns(activations),
      rank: sql<number>`row_number() OVER (PARTITION BY ${activations.licenseKeyId} ORDER BY ${activations.id})`.as(
        "rank",
      ),
    })
    .from(activations)
    .where(inArray(activations.licenseKeyId, livingKeyIds(db, grantIds)))
    .as("ranked");
  return db.select().from(ranked).where(lte(ranked.rank, 100)).orderBy(asc(ranked.id));
}

export function countActivations(db: Database, grantIds: string[]) {
  return db
    .select({ licenseKeyId: activations.licenseKeyId, count: count() })
    .from(activations)
    .where(inArray(activations.licenseKeyId, livingKeyIds(db, grantIds)))
    .groupBy(activations.licenseKeyId);
}

function livingKeyIds(db: Database, grantIds: string[]) {
  return db
    .select({ id: licenseKeys.id })
    .from(licenseKeys)
    .where(and(isOneOf(licenseKeys.grantId, grantIds), isNull(licenseKeys.rotatedAt)));
}

/** A living key where it is that person's, with what its benefit says of it. */
export function findOwnKey(db: Database, input: { id: string; userId: string }) {
  return db
    .select({ key: licenseKeys, benefit: benefits })
    .from(licenseKeys)
    .innerJoin(benefits, eq(benefits.id, licenseKeys.benefitId))
    .where(
      and(
        eq(licenseKeys.id, input.id),
        eq(licenseKeys.userId, input.userId),
        isNull(licenseKeys.rotatedAt),
      ),
    )
    .get();
}

export function findActivation(db: Database, input: { id: string; licenseKeyId: string }) {
  return db
    .select()
    .from(activations)
    .where(and(eq(activations.id, input.id), eq(activations.licenseKeyId, input.licenseKeyId)))
    .get();
}

/** Deletes the activation only where its key is that person's. */
export function deleteOwnActivation(db: Database, input: { id: string; userId: string }) {
  const ownKeys = db
    .select({ id: licenseKeys.id })
    .from(licenseKeys)
    .where(eq(licenseKeys.userId, input.userId));
  return db
    .delete(activations)
    .where(and(eq(activations.id, input.id), inArray(activations.licenseKeyId, ownKeys)));
}

/**
 * A key in another's place: the old one is dead and its devices with it, the new one has the same terms, what is used up
 * included. Nothing happens to a key that is disabled, over or rotated; of two at once, one is done.
 */
export function rotateKey(
  db: Database,
  input: {
    id: string;
    userId: string;
    next: { id: string; key: string; keyHash: string };
    accessTime: number;
    now: number;
  },
): Statement[] {
  const { id, userId, next, now } = input;
  return [
    sqlStatement(
      db,
      sql`
      UPDATE license_keys SET rotated_at = ${now}
      WHERE id = ${id} AND user_id = ${userId} AND rotated_at IS NULL AND disabled_at IS NULL
        AND (expires_at IS NULL OR expires_at > ${now})
        AND EXISTS (SELECT 1 FROM grants g WHERE g.id = grant_id AND g.revoked_at IS NULL
          AND (g.ends_at IS NULL OR g.ends_at > ${input.accessTime}))`,
    ),
    sqlStatement(
      db,
      sql`
      INSERT INTO license_keys (id, benefit_id, user_id, grant_id, key, key_hash, origin, licensee,
        activation_limit, per_seat, uses_limit, uses, expires_at, created_at)
      SELECT ${next.id}, benefit_id, user_id, grant_id, ${next.key}, ${next.keyHash}, 'generated', licensee,
        activation_limit, per_seat, uses_limit, uses, expires_at, ${now}
      FROM license_keys WHERE id = ${id} AND user_id = ${userId} AND rotated_at = ${now}
      ON CONFLICT (grant_id) WHERE rotated_at IS NULL DO NOTHING`,
    ),
    sqlStatement(
      db,
      sql`
      DELETE FROM activations WHERE license_key_id =
        (SELECT id FROM license_keys WHERE id = ${id} AND user_id = ${userId} AND rotated_at IS NOT NULL)`,
    ),
  ];
}
