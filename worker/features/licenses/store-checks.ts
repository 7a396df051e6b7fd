import { sql, type SQL } from "drizzle-orm";
import { commit, sqlStatement, type Database } from "../../db/client.ts";

/** A license key as whoever holds it may know it, and what is asked about. Times in unix milliseconds. */
export type KeyFacts = {
  id: string;
  licensee: string | null;
  userId: string | null;
  grantId: string | null;
  quantity: number;
  /** For as many as were bought; null: any number. */
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
  /** How many of the key's activations came no later, where the limit can have become less since; else null. */
  rank: number | null;
};

/** What is asked about a key. `product` is an id or a slug. */
export type Question = {
  keyHash: string;
  fingerprint: string | undefined;
  product: string | undefined;
  now: number;
};

/** Everything that a decision needs, whatever it will be: one statement. Stock is no key yet. */
export async function findKeyFacts(
  db: Database,
  question: Question,
): Promise<KeyFacts | undefined> {
  return db.get<KeyFacts | undefined>(selectFacts(question));
}

function selectFacts({ keyHash, fingerprint, product, now }: Question): SQL {
  return sql`
    SELECT k.id, k.licensee, k.user_id AS userId, k.grant_id AS grantId,
      coalesce(g.quantity, 1) AS quantity, ${activationLimit} AS activationLimit,
      k.uses, k.uses_limit AS usesLimit, k.expires_at AS expiresAt, g.ends_at AS grantEndsAt,
      k.disabled_at AS disabledAt, NOT ${isInForce(now)} AS isRevoked,
      p.id AS productId, p.slug AS productSlug, p.name AS productName,
      ${isOfProduct(product)} AS isOfProduct,
      ${
        fingerprint === undefined
          ? sql`0`
          : sql`EXISTS (SELECT 1 FROM activations o WHERE o.license_key_id = k.id)`
      } AS isInUse,
      a.id AS activationId, a.fingerprint, a.label, a.created_at AS activatedAt, a.last_seen_at AS lastSeenAt,
      CASE WHEN k.per_seat AND k.activation_limit IS NOT NULL AND a.id IS NOT NULL
        THEN (SELECT count(*) FROM activations o WHERE o.license_key_id = k.id AND o.id <= a.id) END AS rank
    FROM license_keys k
    LEFT JOIN grants g ON g.id = k.grant_id
    LEFT JOIN products p ON p.id = coalesce(g.product_id,
      (SELECT product_id FROM product_benefits WHERE benefit_id = k.benefit_id LIMIT 1))
    LEFT JOIN activations a ON a.license_key_id = k.id AND a.fingerprint = ${fingerprint ?? null}
    WHERE k.key_hash = ${keyHash} AND k.is_in_stock = 0`;
}

const activationLimit = sql`(k.activation_limit * CASE WHEN k.per_seat THEN coalesce(g.quantity, 1) ELSE 1 END)`;

/** Not rotated, and its grant, where it has one, is in force at the time that access is judged at. */
function isInForce(now: number): SQL {
  const accessTime = sql`min(${now}, coalesce((SELECT since FROM switches WHERE name = 'revocations_frozen'), ${now}))`;
  return sql`(k.rotated_at IS NULL AND (k.grant_id IS NULL OR EXISTS (SELECT 1 FROM grants f
    WHERE f.id = k.grant_id AND f.revoked_at IS NULL AND (f.ends_at IS NULL OR f.ends_at > ${accessTime}))))`;
}

function isUsable(now: number): SQL {
  return sql`(k.is_in_stock = 0 AND k.disabled_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})
    AND ${isInForce(now)})`;
}

/** A benefit can be of several products: the one that was bought, and each that gives the same. */
function isOfProduct(product: string | undefined): SQL {
  if (product === undefined) return sql`1`;
  // A slug has no underscore.
  const named = product.includes("_") ? sql`n.id = ${product}` : sql`n.slug = ${product}`;
  return sql`EXISTS (SELECT 1 FROM products n WHERE ${named} AND (
    EXISTS (SELECT 1 FROM grants f WHERE f.id = k.grant_id AND f.product_id = n.id)
    OR EXISTS (SELECT 1 FROM product_benefits b WHERE b.product_id = n.id AND b.benefit_id = k.benefit_id)))`;
}

/**
 * Activates the key on a device, never beyond its limit, and says how things stand then; the same two statements whether
 * there is such a key or not. A device that is activated already stays so.
 */
export async function putActivation(
  db: Database,
  question: Question & { fingerprint: string },
  device: { id: string; label: string | null; meta: string | null },
): Promise<KeyFacts | undefined> {
  const { keyHash, fingerprint, product, now } = question;
  const others = sql`(SELECT count(*) FROM activations o WHERE o.license_key_id = k.id)`;
  const isKnown = sql`EXISTS (SELECT 1 FROM activations o WHERE o.license_key_id = k.id AND o.fingerprint = ${fingerprint})`;
  const [, facts] = await db.batch([
    sqlStatement(
      db,
      sql`
      INSERT INTO activations (id, license_key_id, fingerprint, label, meta, created_at, last_seen_at)
      SELECT ${device.id}, k.id, ${fingerprint}, ${device.label ?? ""}, ${device.meta ?? "{}"}, ${now}, ${now}
      FROM license_keys k LEFT JOIN grants g ON g.id = k.grant_id
      WHERE k.key_hash = ${keyHash} AND ${isUsable(now)} AND ${isOfProduct(product)}
        AND (k.activation_limit IS NULL OR ${isKnown} OR ${others} < ${activationLimit})
      ON CONFLICT (license_key_id, fingerprint) DO UPDATE SET
        label = coalesce(${device.label}, label), meta = coalesce(${device.meta}, meta),
        last_seen_at = ${now}`,
    ),
    sqlStatement<KeyFacts>(db, selectFacts(question)),
  ]);
  return facts[0];
}

/** Takes a device off the key, in whatever state that is; two statements, found or not. */
export async function deleteActivationByFingerprint(
  db: Database,
  question: Question & { fingerprint: string },
): Promise<{ facts: KeyFacts | undefined; isDeleted: boolean }> {
  const { keyHash, fingerprint } = question;
  const [facts, deleted] = await db.batch([
    sqlStatement<KeyFacts>(db, selectFacts(question)),
    sqlStatement(
      db,
      sql`
      DELETE FROM activations WHERE fingerprint = ${fingerprint} AND license_key_id =
        (SELECT id FROM license_keys WHERE key_hash = ${keyHash} AND is_in_stock = 0)
      RETURNING id`,
    ),
  ]);
  return { facts: facts[0], isDeleted: deleted.length > 0 };
}

/** Counts uses where the key works and has that many left. @returns the uses by then; null where nothing was counted */
export async function countUses(
  db: Database,
  input: { keyHash: string; uses: number; now: number },
): Promise<number | null> {
  const row = await db.get<{ uses: number } | undefined>(sql`
    UPDATE license_keys AS k SET uses = uses + ${input.uses}
    WHERE k.key_hash = ${input.keyHash} AND ${isUsable(input.now)}
      AND (k.uses_limit IS NULL OR k.uses + ${input.uses} <= k.uses_limit)
    RETURNING uses`);
  return row?.uses ?? null;
}

/** Notes that a device was there, unless somebody just has. */
export async function noteSeen(
  db: Database,
  input: { activationId: string; before: number; now: number },
): Promise<void> {
  await commit(db, [
    sqlStatement(
      db,
      sql`
      UPDATE activations SET last_seen_at = ${input.now}
      WHERE id = ${input.activationId} AND last_seen_at < ${input.before}`,
    ),
  ]);
}
