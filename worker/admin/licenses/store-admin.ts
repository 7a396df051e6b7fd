import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { isOneOf, type Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { benefits, products } from "../../db/schema/catalog.ts";
import { grants } from "../../db/schema/grants.ts";
import { activations, licenseKeys } from "../../db/schema/licenses.ts";
import type { Cursor } from "../../db/page-cursor.ts";

/** Which keys a seller looks for; what is left out is any. */
export type KeyFilter = {
  benefitId?: string | undefined;
  id?: string | undefined;
  keyHash?: string | undefined;
  userId?: string | undefined;
};

/** What the seller is shown of a key. */
export const shown = {
  key: licenseKeys,
  grant: grants,
  owner: { id: users.id, name: users.name, email: users.email },
  benefit: { id: benefits.id, name: benefits.name },
};

/** Keys with their grants, owners and benefits, newest first, after the end of the page before. */
export function listKeys(
  db: Database,
  input: { filter: KeyFilter; after?: Cursor | undefined; limit: number },
) {
  const { filter, after } = input;
  const { benefitId, id, keyHash, userId } = filter;
  // An id begins with the time it was made at: of one benefit or of all, the order is the same, each by its own index.
  const [isAfter, order] =
    benefitId === undefined
      ? [after && lt(licenseKeys.id, after.id), [desc(licenseKeys.id)]]
      : [
          after &&
            sql`(${licenseKeys.createdAt}, ${licenseKeys.id}) < (${after.value}, ${after.id})`,
          [desc(licenseKeys.createdAt), desc(licenseKeys.id)],
        ];
  return db
    .select(shown)
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

/** Keys whose owner's email begins so (lower case), by email and then by id; `after` holds the two. */
export function listKeysByEmail(
  db: Database,
  input: { prefix: string; after: Cursor | undefined; limit: number },
) {
  const { prefix, after } = input;
  return db
    .select(shown)
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

export type SellersKeyRow = Awaited<ReturnType<typeof listKeys>>[number];

/** A key's activations, newest first. */
export function listActivations(db: Database, input: { licenseKeyId: string; limit: number }) {
  return db
    .select()
    .from(activations)
    .where(eq(activations.licenseKeyId, input.licenseKeyId))
    .orderBy(desc(activations.createdAt))
    .limit(input.limit);
}

export function deleteActivation(db: Database, input: { id: string }) {
  return db.delete(activations).where(eq(activations.id, input.id));
}

/** What a grant's product is called. */
export function findProductName(db: Database, productId: string) {
  return db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(eq(products.id, productId))
    .get();
}

/** Of these hashes, those that are some key's already. At most a thousand at a time: D1 takes 2 MB. */
export function listKnownHashes(db: Database, hashes: string[]) {
  return db
    .select({ keyHash: licenseKeys.keyHash })
    .from(licenseKeys)
    .where(isOneOf(licenseKeys.keyHash, hashes));
}

/** How many keys of the stock can be handed out; counts no further than `most`. */
export async function countStock(
  db: Database,
  input: { benefitId: string; most: number },
): Promise<number> {
  const rows = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (SELECT 1 FROM license_keys
      WHERE benefit_id = ${input.benefitId} AND is_in_stock = 1 AND disabled_at IS NULL LIMIT ${input.most})`);
  return rows.count;
}

/** Grants in force at `now` of a benefit that wait; no more than `most`. */
export function listWaiting(db: Database, input: { benefitId: string; now: number; most: number }) {
  return db
    .select({ waitingFor: grants.waitingFor })
    .from(grants)
    .where(
      and(
        eq(grants.benefitId, input.benefitId),
        isNotNull(grants.waitingFor),
        isNull(grants.revokedAt),
        or(isNull(grants.endsAt), gt(grants.endsAt, input.now)),
      ),
    )
    .limit(input.most);
}

export function setDisabled(db: Database, input: { id: string; disabledAt: number | null }) {
  return db
    .update(licenseKeys)
    .set({ disabledAt: input.disabledAt })
    .where(eq(licenseKeys.id, input.id));
}
