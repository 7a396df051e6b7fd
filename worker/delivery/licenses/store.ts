import type { Mode } from "../../config/config.ts";
import { inForce } from "../../in-force.ts";
import { and, asc, count, eq, getTableColumns, inArray, isNull, lte, sql } from "drizzle-orm";
import { isOneOf, matches, type Database, type Statement } from "../../db/client.ts";
import { benefits } from "../../db/schema/catalog.ts";
import { grants } from "../../db/schema/grants.ts";
import { activations, licenseKeys } from "../../db/schema/licenses.ts";
import type { DerivedKey } from "./derive-keys.ts";

/** The terms a key is issued with, copied from the benefit. */
type Terms = {
  grantId: string;
  isNamed: boolean;
  activationLimit: number | null;
  perSeat: boolean;
  usesLimit: number | null;
  expiresAt: number | null;
};

/**
 * Inserts a key for a grant that has none: the first candidate that was never replaced. If its row is there already,
 * because the grant was lost and made again, the grant gets that row. If the key must be named and the user has no
 * name, inserts nothing.
 */
export function insertKeyForGrant(
  row: Terms & { id: string; candidates: DerivedKey[]; now: number },
) {
  return sql`
    INSERT INTO license_keys (id, benefit_id, user_id, grant_id, key, key_hash, origin, licensee,
      activation_limit, per_seat, uses_limit, expires_at, created_at)
    SELECT ${row.id}, g.benefit_id, g.user_id, g.id, candidate.value ->> 'key', candidate.value ->> 'keyHash', 'generated',
      CASE WHEN ${row.isNamed} THEN u.name END,
      ${row.activationLimit}, ${row.perSeat}, ${row.usesLimit}, ${row.expiresAt}, ${row.now}
    FROM grants g JOIN users u ON u.id = g.user_id, json_each(${JSON.stringify(row.candidates)}) candidate
    WHERE g.id = ${row.grantId} AND (u.name IS NOT NULL OR NOT ${row.isNamed})
      AND NOT EXISTS (SELECT 1 FROM license_keys k
        WHERE k.key_hash = candidate.value ->> 'keyHash' AND k.rotated_at IS NOT NULL)
    ORDER BY candidate.key LIMIT 1
    ON CONFLICT (grant_id) WHERE rotated_at IS NULL DO NOTHING
    ON CONFLICT (key_hash) DO UPDATE SET grant_id = excluded.grant_id, user_id = excluded.user_id`;
}

/** Assigns the oldest key in stock to a grant that has none. Values from the import take precedence over `input`. */
export function assignKeyFromStock(input: Terms & { benefitId: string }) {
  return sql`
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
      AND NOT EXISTS (SELECT 1 FROM license_keys WHERE grant_id = ${input.grantId} AND rotated_at IS NULL)`;
}

/** Lists the current key of each of these grants. */
export function listKeysOfGrants(db: Database, grantIds: string[]) {
  return db
    .select()
    .from(licenseKeys)
    .where(and(isOneOf(licenseKeys.grantId, grantIds), isNull(licenseKeys.rotatedAt)));
}

/** Lists the activations of these grants' current keys, oldest first, at most 100 per key. */
export function listActivationsOfGrants(db: Database, grantIds: string[]) {
  const ranked = db
    .select({
      ...getTableColumns(activations),
      rank: sql<number>`row_number() OVER (PARTITION BY ${activations.licenseKeyId} ORDER BY ${activations.id})`.as(
        "rank",
      ),
    })
    .from(activations)
    .where(inArray(activations.licenseKeyId, currentKeyIds(db, grantIds)))
    .as("ranked");
  return db.select().from(ranked).where(lte(ranked.rank, 100)).orderBy(asc(ranked.id));
}

export function countActivations(db: Database, grantIds: string[]) {
  return db
    .select({ licenseKeyId: activations.licenseKeyId, count: count() })
    .from(activations)
    .where(inArray(activations.licenseKeyId, currentKeyIds(db, grantIds)))
    .groupBy(activations.licenseKeyId);
}

function currentKeyIds(db: Database, grantIds: string[]) {
  return db
    .select({ id: licenseKeys.id })
    .from(licenseKeys)
    .where(and(isOneOf(licenseKeys.grantId, grantIds), isNull(licenseKeys.rotatedAt)));
}

/**
 * Returns a current key with its benefit, its grant, and how many keys the grant has had, if the key belongs to the
 * user.
 */
export function findOwnKey(db: Database, input: { id: string; userId: string }) {
  const keyCount = sql<number>`(SELECT count(*) FROM license_keys k
    WHERE k.user_id = ${input.userId} AND k.grant_id = ${licenseKeys.grantId})`;
  return db
    .select({ key: licenseKeys, benefit: benefits, grant: grants, keyCount })
    .from(licenseKeys)
    .innerJoin(benefits, eq(benefits.id, licenseKeys.benefitId))
    .leftJoin(grants, eq(grants.id, licenseKeys.grantId))
    .where(matches(licenseKeys, { id: input.id, userId: input.userId, rotatedAt: null }))
    .get();
}

export function findActivation(db: Database, input: { id: string; licenseKeyId: string }) {
  return db
    .select()
    .from(activations)
    .where(matches(activations, { id: input.id, licenseKeyId: input.licenseKeyId }))
    .get();
}

/** Deletes an activation if its key belongs to the user. */
export function deleteOwnActivation(
  db: Database,
  input: { id: string; userId: string },
): Statement {
  const ownKeys = db
    .select({ id: licenseKeys.id })
    .from(licenseKeys)
    .where(eq(licenseKeys.userId, input.userId));
  return db
    .delete(activations)
    .where(and(eq(activations.id, input.id), inArray(activations.licenseKeyId, ownKeys)));
}

/**
 * Replaces a key with a new one. The old key and its activations stop working; the new key has the same terms and use
 * count. The activations are deleted last. Does nothing if the key is disabled, expired, rotated or revoked. Of two
 * concurrent calls, one has an effect.
 */
export function rotateKey(input: {
  id: string;
  userId: string;
  newKey: DerivedKey & { id: string };
  accessTime: number;
  mode: Mode;
  now: number;
}): { replacement: Statement[]; deletion: Statement } {
  const { id, userId, newKey, now } = input;
  const replacement = [
    sql`
      UPDATE license_keys SET rotated_at = ${now}
      WHERE id = ${id} AND user_id = ${userId} AND rotated_at IS NULL AND disabled_at IS NULL
        AND (expires_at IS NULL OR expires_at > ${now})
        AND EXISTS (SELECT 1 FROM grants g WHERE g.id = grant_id AND g.mode = ${input.mode} AND ${inForce(input.accessTime, "g")})`,
    sql`
      INSERT INTO license_keys (id, benefit_id, user_id, grant_id, key, key_hash, origin, licensee,
        activation_limit, per_seat, uses_limit, uses, expires_at, created_at)
      SELECT ${newKey.id}, benefit_id, user_id, grant_id, ${newKey.key}, ${newKey.keyHash}, 'generated', licensee,
        activation_limit, per_seat, uses_limit, uses, expires_at, ${now}
      FROM license_keys WHERE id = ${id} AND user_id = ${userId} AND rotated_at = ${now}
      ON CONFLICT (grant_id) WHERE rotated_at IS NULL DO NOTHING`,
  ];
  const deletion = sql`
      DELETE FROM activations WHERE license_key_id =
        (SELECT id FROM license_keys WHERE id = ${id} AND user_id = ${userId} AND rotated_at IS NOT NULL)`;
  return { replacement, deletion };
}
