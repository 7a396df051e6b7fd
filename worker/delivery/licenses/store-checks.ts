import type { Database } from "../../db/client.ts";

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

// Written out: these are asked more often than anything else, and to have Drizzle build a statement costs more than all
// else that an answer needs beside its read.
// Everywhere ?1 is the hash, ?2 the fingerprint, ?3 the product, ?4 now; what was not named is null.

const ACTIVATION_LIMIT =
  "(k.activation_limit * CASE WHEN k.per_seat THEN coalesce(g.quantity, 1) ELSE 1 END)";

/** Not rotated, and its grant, where it has one, is in force at the time that access is judged at. */
const IS_IN_FORCE = `(k.rotated_at IS NULL AND (k.grant_id IS NULL OR EXISTS (SELECT 1 FROM grants f
  WHERE f.id = k.grant_id AND f.revoked_at IS NULL AND (f.ends_at IS NULL OR f.ends_at >
    min(?4, coalesce((SELECT since FROM switches WHERE name = 'revocations_frozen'), ?4))))))`;

const IS_USABLE = `(k.is_in_stock = 0 AND k.disabled_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?4)
  AND ${IS_IN_FORCE})`;

/** A benefit can be of several products: the one that was bought, and each that gives the same. No slug is an id. */
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

function ask(db: Database, sql: string, question: Question, ...more: (string | number | null)[]) {
  const { keyHash, fingerprint = null, product = null, now } = question;
  return db.$client.prepare(sql).bind(keyHash, fingerprint, product, now, ...more);
}

/** Everything that a decision needs, whatever it will be: one statement. Stock is no key yet. */
export function findKeyFacts(db: Database, question: Question): Promise<KeyFacts | null> {
  return ask(db, FACTS, question).first<KeyFacts>();
}

/**
 * Activates the key on a device, never beyond its limit, and says how things stand then; the same two statements whether
 * there is such a key or not. A device that is activated already stays so.
 */
export async function putActivation(
  db: Database,
  question: Question & { fingerprint: string },
  device: { id: string; label: string | null; meta: string | null },
): Promise<KeyFacts | null> {
  const [, facts] = await db.$client.batch<KeyFacts>([
    ask(
      db,
      `INSERT INTO activations (id, license_key_id, fingerprint, label, meta, created_at, last_seen_at)
      SELECT ?5, k.id, ?2, coalesce(?6, ''), coalesce(?7, '{}'), ?4, ?4
      FROM license_keys k LEFT JOIN grants g ON g.id = k.grant_id
      WHERE k.key_hash = ?1 AND ${IS_USABLE} AND ${IS_OF_PRODUCT} AND (k.activation_limit IS NULL
        OR EXISTS (SELECT 1 FROM activations o WHERE o.license_key_id = k.id AND o.fingerprint = ?2)
        OR (SELECT count(*) FROM activations o WHERE o.license_key_id = k.id) < ${ACTIVATION_LIMIT})
      ON CONFLICT (license_key_id, fingerprint) DO UPDATE SET
        label = coalesce(?6, label), meta = coalesce(?7, meta), last_seen_at = ?4`,
      question,
      device.id,
      device.label,
      device.meta,
    ),
    ask(db, FACTS, question),
  ]);
  return facts?.results[0] ?? null;
}

/** Takes a device off the key, in whatever state that is; two statements, found or not. */
export async function deleteActivationByFingerprint(
  db: Database,
  question: Question & { fingerprint: string },
): Promise<{ facts: KeyFacts | null; isDeleted: boolean }> {
  const [facts, deleted] = await db.$client.batch<KeyFacts>([
    ask(db, FACTS, question),
    db.$client
      .prepare(
        `DELETE FROM activations WHERE fingerprint = ?2 AND license_key_id =
          (SELECT id FROM license_keys WHERE key_hash = ?1 AND is_in_stock = 0)`,
      )
      .bind(question.keyHash, question.fingerprint),
  ]);
  return { facts: facts?.results[0] ?? null, isDeleted: (deleted?.meta.changes ?? 0) > 0 };
}

/** Counts uses where the key works and has that many left. @returns the uses by then; null where nothing was counted */
export function countUses(
  db: Database,
  question: Question & { uses: number },
): Promise<number | null> {
  return ask(
    db,
    `UPDATE license_keys AS k SET uses = uses + ?5
    WHERE k.key_hash = ?1 AND ${IS_USABLE} AND (k.uses_limit IS NULL OR k.uses + ?5 <= k.uses_limit)
    RETURNING uses`,
    question,
    question.uses,
  ).first<number>("uses");
}

/** Notes that a device was there, unless somebody just has. */
export async function noteSeen(
  db: Database,
  input: { activationId: string; before: number; now: number },
): Promise<void> {
  await db.$client
    .prepare("UPDATE activations SET last_seen_at = ?3 WHERE id = ?1 AND last_seen_at < ?2")
    .bind(input.activationId, input.before, input.now)
    .run();
}
