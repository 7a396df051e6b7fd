import type { Mode } from "../../config/config.ts";
import { accessTimeText, inForceText } from "../../in-force.ts";
import { commit, type Database, type Statement } from "../../db/client.ts";

/** A license key with the product and device of a lookup. Times in unix milliseconds. */
export type KeyFacts = {
  id: string;
  licensee: string | null;
  userId: string | null;
  grantId: string | null;
  quantity: number;
  /** The limit for the purchased quantity; null means unlimited. */
  activationLimit: number | null;
  uses: number;
  usesLimit: number | null;
  expiresAt: number | null;
  grantEndsAt: number | null;
  disabledAt: number | null;
  isRevoked: 0 | 1;
  productId: string | null;
  productSlug: string | null;
  productName: string | null;
  isOfProduct: 0 | 1;
  isInUse: 0 | 1;
  activationId: string | null;
  fingerprint: string | null;
  label: string | null;
  activatedAt: number | null;
  lastSeenAt: number | null;
  /** The activation's position among the key's activations, oldest first. Null if the limit can't have decreased. */
  rank: number | null;
};

/** A lookup of a key. `product` is an id or a slug. */
export type KeyLookup = {
  keyHash: string;
  fingerprint: string | undefined;
  product: string | undefined;
  mode: Mode;
  now: number;
};

// Raw SQL: these are the most frequent queries, and building a statement with Drizzle costs more than all other work of
// a response except the read. In every statement, ?1 is the hash, ?2 the fingerprint, ?3 the product, ?4 now and ?5 the
// mode; missing values are null.

const ACTIVATION_LIMIT =
  "(k.activation_limit * CASE WHEN k.per_seat THEN coalesce(g.quantity, 1) ELSE 1 END)";

/** The key is not rotated, and its grant, if it has one, is of this mode and in force at the access time. */
const IS_IN_FORCE = `(k.rotated_at IS NULL AND (k.grant_id IS NULL OR EXISTS (SELECT 1 FROM grants f
  WHERE f.id = k.grant_id AND f.mode = ?5 AND ${inForceText("f", accessTimeText("?4"))})))`;

const IS_USABLE = `(k.is_in_stock = 0 AND k.disabled_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?4)
  AND ${IS_IN_FORCE})`;

/** Matches the purchased product and every other product with the same benefit. A slug can't look like an id. */
const IS_OF_PRODUCT = `(?3 IS NULL OR EXISTS (SELECT 1 FROM products n WHERE (n.id = ?3 OR n.slug = ?3) AND (
  EXISTS (SELECT 1 FROM grants f WHERE f.id = k.grant_id AND f.product_id = n.id)
  OR EXISTS (SELECT 1 FROM product_benefits b WHERE b.product_id = n.id AND b.benefit_id = k.benefit_id))))`;

const FACTS = `
  SELECT k.id, k.licensee, k.user_id AS userId, k.grant_id AS grantId,
    coalesce(g.quantity, 1) AS quantity, ${ACTIVATION_LIMIT} AS activationLimit,
    k.uses, k.uses_limit AS usesLimit, k.expires_at AS expiresAt, g.ends_at AS grantEndsAt,
    k.disabled_at AS disabledAt, NOT ${IS_IN_FORCE} AS isRevoked,
    p.id AS productId, p.slug AS productSlug, p.name AS productName, ${IS_OF_PRODUCT} AS isOfProduct,
    (?2 IS NOT NULL AND EXISTS (SELECT 1 FROM activations o WHERE o.license_key_id = k.id)) AS isInUse,
    a.id AS activationId, a.fingerprint, a.label, a.created_at AS activatedAt, a.last_seen_at AS lastSeenAt,
    CASE WHEN k.per_seat AND k.activation_limit IS NOT NULL AND a.id IS NOT NULL
      THEN (SELECT count(*) FROM activations o WHERE o.license_key_id = k.id AND o.id <= a.id) END AS rank
  FROM license_keys k
  LEFT JOIN grants g ON g.id = k.grant_id
  LEFT JOIN products p ON p.id = coalesce(g.product_id,
    (SELECT product_id FROM product_benefits WHERE benefit_id = k.benefit_id LIMIT 1))
  LEFT JOIN activations a ON a.license_key_id = k.id AND a.fingerprint = ?2
  WHERE k.key_hash = ?1 AND k.is_in_stock = 0`;

type Param = string | number | null;

function lookupStatement(sql: string, lookup: KeyLookup, ...extraParams: Param[]) {
  const { keyHash, fingerprint = null, product = null, mode, now } = lookup;
  const params: Param[] = [keyHash, fingerprint, product, now, mode, ...extraParams];
  return { toSQL: () => ({ sql, params }) };
}

function prepareLookup(db: Database, sql: string, lookup: KeyLookup, ...extraParams: Param[]) {
  const { params } = lookupStatement(sql, lookup, ...extraParams).toSQL();
  return db.$client.prepare(sql).bind(...params);
}

/** Returns everything that a license check needs, with one statement. Keys in stock don't count. */
export function findKeyFacts(db: Database, lookup: KeyLookup): Promise<KeyFacts | null> {
  return prepareLookup(db, FACTS, lookup).first<KeyFacts>();
}

/**
 * Activates the key on a device if it is usable and the limit allows it, and returns the facts afterwards. An existing
 * activation is kept. Runs the same statements whether the key exists or not.
 * @param events the last statements of the batch
 */
export async function upsertActivation(
  db: Database,
  lookup: KeyLookup & { fingerprint: string },
  device: { id: string; label: string | null; meta: string | null },
  events: Statement[],
): Promise<KeyFacts | null> {
  // oxlint-disable-next-line gatehouse/record-change -- an application on the user’s device does it
  const [, facts] = await commit(db, [
    lookupStatement(
      `INSERT INTO activations (id, license_key_id, fingerprint, label, meta, created_at, last_seen_at)
      SELECT ?6, k.id, ?2, coalesce(?7, ''), coalesce(?8, '{}'), ?4, ?4
      FROM license_keys k LEFT JOIN grants g ON g.id = k.grant_id
      WHERE k.key_hash = ?1 AND ${IS_USABLE} AND ${IS_OF_PRODUCT} AND (k.activation_limit IS NULL
        OR EXISTS (SELECT 1 FROM activations o WHERE o.license_key_id = k.id AND o.fingerprint = ?2)
        OR (SELECT count(*) FROM activations o WHERE o.license_key_id = k.id) < ${ACTIVATION_LIMIT})
      ON CONFLICT (license_key_id, fingerprint) DO UPDATE SET
        label = coalesce(?7, label), meta = coalesce(?8, meta), last_seen_at = ?4`,
      lookup,
      device.id,
      device.label,
      device.meta,
    ),
    lookupStatement(FACTS, lookup),
    ...events,
  ]);
  return (facts?.results[0] as KeyFacts | undefined) ?? null;
}

/**
 * Deactivates the key on a device, in any state of the key. Runs the same statements whether the key exists or not.
 * @param events the last statements of the batch
 */
export async function deleteActivationByFingerprint(
  db: Database,
  lookup: KeyLookup & { fingerprint: string },
  events: Statement[],
): Promise<{ facts: KeyFacts | null; isDeleted: boolean }> {
  const { keyHash, fingerprint } = lookup;
  // oxlint-disable-next-line gatehouse/record-change -- an application on the user’s device does it
  const [facts, deleted] = await commit(db, [
    lookupStatement(FACTS, lookup),
    {
      toSQL: () => ({
        sql: `DELETE FROM activations WHERE fingerprint = ?2 AND license_key_id =
          (SELECT id FROM license_keys WHERE key_hash = ?1 AND is_in_stock = 0)`,
        params: [keyHash, fingerprint],
      }),
    },
    ...events,
  ]);
  return {
    facts: (facts?.results[0] as KeyFacts | undefined) ?? null,
    isDeleted: (deleted?.meta.changes ?? 0) > 0,
  };
}

/** Adds uses if the key is usable and has enough left. @returns the new total; null if none were added */
export function incrementUses(
  db: Database,
  lookup: KeyLookup & { uses: number },
): Promise<number | null> {
  return prepareLookup(
    db,
    `UPDATE license_keys AS k SET uses = uses + ?6
    WHERE k.key_hash = ?1 AND ${IS_USABLE} AND (k.uses_limit IS NULL OR k.uses + ?6 <= k.uses_limit)
    RETURNING uses`,
    lookup,
    lookup.uses,
  ).first<number>("uses");
}

/** Sets when a device was last seen, unless it was already seen at `before` or later. */
export async function updateLastSeen(
  db: Database,
  input: { activationId: string; before: number; now: number },
): Promise<void> {
  await db.$client
    .prepare("UPDATE activations SET last_seen_at = ?3 WHERE id = ?1 AND last_seen_at < ?2")
    .bind(input.activationId, input.before, input.now)
    .run();
}
