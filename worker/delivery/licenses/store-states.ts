import { and, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { benefits } from "../../db/schema/catalog.ts";
import { grantHasEnd, grantEffectiveEndsAt, grants } from "../../db/schema/grants.ts";
import { licenseKeyStatus, licenseKeys } from "../../db/schema/licenses.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import { keySelection } from "./store-list.ts";

/*
 * Lists keys of one state. Each index sorts the keys of one benefit, so a page is merged from the first rows of each
 * benefit: the cost grows with the number of benefits with keys, not with the number of keys.
 */

type KeyPageInput = { benefitId?: string | undefined; after?: Cursor | undefined; limit: number };

/** Lists keys whose state depends on their own row alone, newest first. */
export function listKeysByStatus(
  db: Database,
  input: KeyPageInput & { status: "disabled" | "in_stock" | "issued" },
) {
  const { status, after } = input;
  const isAfter = after ? sql`AND id < ${after.id}` : sql``;
  const first = firstIdsPerBenefit(input, {
    from: sql`license_keys`,
    where: sql`${licenseKeyStatus} = ${status} ${isAfter}`,
    order: sql`id DESC`,
  });
  return selectKeys(db)
    .where(sql`license_keys.id IN ${first}`)
    .orderBy(desc(licenseKeys.id))
    .limit(input.limit);
}

/** Lists keys that expired by `now`, latest first. `after` holds the expiry time. */
export function listExpiredKeys(db: Database, input: KeyPageInput & { now: number }) {
  const first = firstIdsPerBenefit(input, orderByLatest(sql`license_keys`, sql`expires_at`, input));
  return selectKeys(db)
    .where(sql`license_keys.id IN ${first}`)
    .orderBy(desc(licenseKeys.expiresAt), desc(licenseKeys.id))
    .limit(input.limit);
}

/** Lists keys that the user replaced with a new key, latest first. `after` holds the time of that. */
export function listRotatedKeys(db: Database, input: KeyPageInput & { now: number }) {
  const first = firstIdsPerBenefit(input, orderByLatest(sql`license_keys`, sql`rotated_at`, input));
  return selectKeys(db)
    .where(sql`license_keys.id IN ${first}`)
    .orderBy(desc(licenseKeys.rotatedAt), desc(licenseKeys.id))
    .limit(input.limit);
}

/**
 * Lists ended grants of license keys, latest first, each with its key if it has one. `after` holds the end time and the
 * grant's id. Ignores outage mode.
 */
export function listEndedGrants(db: Database, input: KeyPageInput & { now: number }) {
  const { where, ...rest } = orderByLatest(sql`grants`, grantEffectiveEndsAt, input);
  const first = firstIdsPerBenefit(input, { ...rest, where: sql`${grantHasEnd} AND ${where}` });
  return db
    .select({
      ...keySelection,
      key: licenseKeys,
      grant: grants,
      endedAt: sql<number>`${grantEffectiveEndsAt}`,
    })
    .from(grants)
    .innerJoin(benefits, eq(benefits.id, grants.benefitId))
    .leftJoin(licenseKeys, and(eq(licenseKeys.grantId, grants.id), isNull(licenseKeys.rotatedAt)))
    .leftJoin(users, eq(users.id, licenseKeys.userId))
    .where(sql`grants.id IN ${first}`)
    .orderBy(desc(grantEffectiveEndsAt), desc(grants.id))
    .limit(input.limit);
}

function selectKeys(db: Database) {
  return db
    .select(keySelection)
    .from(licenseKeys)
    .innerJoin(benefits, eq(benefits.id, licenseKeys.benefitId))
    .leftJoin(grants, eq(grants.id, licenseKeys.grantId))
    .leftJoin(users, eq(users.id, licenseKeys.userId));
}

type QueryParts = { from: SQL; where: SQL; order: SQL };

/**
 * Sorts by a time in the past, latest first. The separate `<=` is needed because SQLite does not use an index on an
 * expression for a comparison of pairs.
 */
function orderByLatest(
  from: SQL,
  timeColumn: SQL,
  { after, now }: { after?: Cursor | undefined; now: number },
): QueryParts {
  const isAfter = after ? sql`AND (${timeColumn}, id) < (${after.value}, ${after.id})` : sql``;
  return {
    from,
    where: sql`${timeColumn} <= ${after?.value ?? now} ${isAfter}`,
    order: sql`${timeColumn} DESC, id DESC`,
  };
}

/** Selects the first `limit` ids of one benefit, or of each benefit with keys. */
function firstIdsPerBenefit(
  { benefitId, limit }: KeyPageInput,
  { from, where, order }: QueryParts,
): SQL {
  const benefitFilter = benefitId === undefined ? sql`` : sql`AND b.id = ${benefitId}`;
  return sql`(SELECT found.id FROM benefits b JOIN ${from} found ON found.id IN (
      SELECT id FROM ${from} WHERE benefit_id = b.id AND ${where} ORDER BY ${order} LIMIT ${limit})
    WHERE b.type = 'license_key' ${benefitFilter})`;
}
