import { and, asc, desc, eq, gte, lt, sql } from "drizzle-orm";
import { isOneOf, type Database, type Statement } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { benefits } from "../../db/schema/catalog.ts";
import { grants } from "../../db/schema/grants.ts";
import { activations, licenseKeys } from "../../db/schema/licenses.ts";
import type { Cursor } from "../../db/page-cursor.ts";

/** Filters for keys. An omitted one matches every key. */
export type KeyFilter = {
  benefitId?: string | undefined;
  id?: string | undefined;
  keyHash?: string | undefined;
  userId?: string | undefined;
};

/** The columns that lists of keys select. */
export const keySelection = {
  key: licenseKeys,
  grant: grants,
  user: { id: users.id, name: users.name, email: users.email },
  benefit: { id: benefits.id, name: benefits.name },
};

/** Lists keys with their grants, users and benefits, newest first, starting after `after`. */
export function listKeys(
  db: Database,
  input: { filter: KeyFilter; after?: Cursor | undefined; limit: number },
) {
  const { filter, after } = input;
  const { benefitId, id, keyHash, userId } = filter;
  // Ids start with their creation time, so both orders are the same. Each has its own index.
  const [isAfter, order] =
    benefitId === undefined
      ? [after && lt(licenseKeys.id, after.id), [desc(licenseKeys.id)]]
      : [
          after &&
            sql`(${licenseKeys.createdAt}, ${licenseKeys.id}) < (${after.value}, ${after.id})`,
          [desc(licenseKeys.createdAt), desc(licenseKeys.id)],
        ];
  return db
    .select(keySelection)
    .from(licenseKeys)
    .innerJoin(benefits, eq(benefits.id, licenseKeys.benefitId))
    .leftJoin(grants, eq(grants.id, licenseKeys.grantId))
    .leftJoin(users, eq(users.id, licenseKeys.userId))
    .where(
      and(
        benefitId === undefined ? undefined : eq(licenseKeys.benefitId, benefitId),
        id === undefined ? undefined : eq(licenseKeys.id, id),
        keyHash === undefined ? undefined : eq(licenseKeys.keyHash, keyHash),
        userId === undefined ? undefined : eq(licenseKeys.userId, userId),
        isAfter,
      ),
    )
    .orderBy(...order)
    .limit(input.limit);
}

/** Lists keys whose user's email starts with `prefix` (lower case), by email and then by id. `after` holds both. */
export function listKeysByEmail(
  db: Database,
  input: { prefix: string; after: Cursor | undefined; limit: number },
) {
  const { prefix, after } = input;
  return db
    .select(keySelection)
    .from(users)
    .innerJoin(licenseKeys, eq(licenseKeys.userId, users.id))
    .innerJoin(benefits, eq(benefits.id, licenseKeys.benefitId))
    .leftJoin(grants, eq(grants.id, licenseKeys.grantId))
    .where(
      and(
        gte(users.email, after === undefined ? prefix : String(after.value)),
        lt(users.email, `${prefix}\u{10FFFF}`),
        after && sql`(${users.email}, ${licenseKeys.id}) > (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(asc(users.email), asc(licenseKeys.id))
    .limit(input.limit);
}

export type AdminKeyRow = Awaited<ReturnType<typeof listKeys>>[number];

/** Lists a key's activations, newest first. */
export function listActivations(db: Database, input: { licenseKeyId: string; limit: number }) {
  return db
    .select()
    .from(activations)
    .where(eq(activations.licenseKeyId, input.licenseKeyId))
    .orderBy(desc(activations.createdAt))
    .limit(input.limit);
}

export function deleteActivation(db: Database, input: { id: string }): Statement {
  return db.delete(activations).where(eq(activations.id, input.id));
}

/** Returns the hashes that belong to an existing key. Pass at most 1000: D1 accepts 2 MB per statement. */
export function listKnownHashes(db: Database, hashes: string[]) {
  return db
    .select({ keyHash: licenseKeys.keyHash })
    .from(licenseKeys)
    .where(isOneOf(licenseKeys.keyHash, hashes));
}

/** Counts the keys in stock that can be issued, up to `max`. */
export async function countStock(
  db: Database,
  input: { benefitId: string; max: number },
): Promise<number> {
  const rows = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (SELECT 1 FROM license_keys
      WHERE benefit_id = ${input.benefitId} AND is_in_stock = 1 AND disabled_at IS NULL LIMIT ${input.max})`);
  return rows.count;
}

export function setKeyDisabledAt(
  db: Database,
  input: { id: string; disabledAt: number | null },
): Statement {
  return db
    .update(licenseKeys)
    .set({ disabledAt: input.disabledAt })
    .where(eq(licenseKeys.id, input.id));
}
