import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { insertGiftOfKey } from "../../access/store.ts";
import { commit, type Database, type Statement } from "../../db/client.ts";

export type ImportedKey = {
  id: string;
  userId: string | null;
  disabledAt: number | null;
  expiresAt: number | null;
  productId: string | null;
};

/**
 * Returns an imported key that is not in stock. Of several products that include its benefit, picks the smallest one.
 */
export async function findImportedKey(
  db: Database,
  keyHash: string,
): Promise<ImportedKey | undefined> {
  return db.get<ImportedKey | undefined>(sql`
    SELECT k.id, k.user_id AS userId, k.disabled_at AS disabledAt, k.expires_at AS expiresAt,
      (SELECT b.product_id FROM product_benefits b JOIN products p ON p.id = b.product_id
        WHERE b.benefit_id = k.benefit_id
        ORDER BY (SELECT count(*) FROM product_benefits o WHERE o.product_id = p.id), p.position LIMIT 1
      ) AS productId
    FROM license_keys k
    WHERE k.key_hash = ${keyHash} AND k.origin = 'imported' AND k.is_in_stock = 0 AND k.rotated_at IS NULL`);
}

/** Assigns an unclaimed key to the user, with a gift of its product. Does nothing if the key is already claimed. */
export function claimKey(input: {
  id: string;
  userId: string;
  productId: string;
  giftId: string;
  grantId: string;
  mode: Mode;
  now: number;
}): Statement[] {
  const { id, userId, grantId } = input;
  return [
    ...insertGiftOfKey({ ...input, keyId: id }),
    sql`
      UPDATE license_keys SET user_id = ${userId}, grant_id = ${grantId} WHERE id = ${id} AND user_id IS NULL`,
  ];
}

/** A key to import. A limit that is null is taken from the benefit when the key is assigned. */
export type NewImportedKey = {
  id: string;
  key: string;
  keyHash: string;
  licensee: string | null;
  activationLimit: number | null;
  expiresAt: number | null;
};

/** D1 limits a bound text to 2 MB. */
const ROWS_PER_STATEMENT = 1000;

/**
 * Inserts keys in one batch with the audit statement `record`, and `events` last. Skips keys that already exist.
 * @returns the hashes of the inserted keys
 */
export async function insertImportedKeys(
  db: Database,
  input: {
    benefitId: string;
    handOut: boolean;
    usesLimit: number | null;
    rows: NewImportedKey[];
    record: Statement;
    events: Statement[];
    now: number;
  },
): Promise<Set<string>> {
  const { benefitId, handOut, usesLimit, rows, record, events, now } = input;
  const statements = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const chunk = JSON.stringify(rows.slice(start, start + ROWS_PER_STATEMENT));
    statements.push(
      sql`
        INSERT INTO license_keys (id, benefit_id, key, key_hash, origin, is_in_stock, licensee,
          activation_limit, uses_limit, expires_at, created_at)
        SELECT value ->> 'id', ${benefitId}, value ->> 'key', value ->> 'keyHash', 'imported', ${handOut},
          value ->> 'licensee', value ->> 'activationLimit', ${usesLimit}, value ->> 'expiresAt', ${now}
        FROM json_each(${chunk}) WHERE true
        ON CONFLICT (key_hash) DO NOTHING
        RETURNING key_hash AS keyHash`,
    );
  }
  // oxlint-disable-next-line gatehouse/record-change -- `record` is the entry
  const [, ...written] = await commit(db, [record, ...statements, ...events]);
  return new Set(written.flatMap(({ results }) => results.map(({ keyHash }) => String(keyHash))));
}
